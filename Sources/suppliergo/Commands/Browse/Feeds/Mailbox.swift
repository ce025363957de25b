import SupplierGoKit

/// Holds the browser's events until its loop takes all that are there at once, so that a burst is drawn once.
///
/// Nothing that posts an event waits. Of events that only say how far something has come the last one is kept, so that
/// what waits here stays small however slow the terminal is.
final class Mailbox: Sendable {
    private let events = Lock([BrowserEvent]())

    /// Has an element once something has changed.
    private let changes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Adds an event.
    func post(_ event: BrowserEvent) {
        events.withLock { events in
            if let last = events.lastIndex(where: { event.replaces($0) != nil }), event.replaces(events[last]) == true {
                events[last] = event
            } else {
                events.append(event)
            }
        }
        wake()
    }

    /// Makes ``next()`` return, also without an event.
    func wake() {
        changes.continuation.yield()
    }

    /// Ends the events.
    func close() {
        changes.continuation.finish()
    }

    /// The events that came since the last call; `nil` once they are ended or the calling task is cancelled.
    func next() async -> [BrowserEvent]? {
        for await _ in changes.stream { return remaining() }
        return nil
    }

    /// Returns events that were not taken, which come before all others.
    func putBack(_ rest: ArraySlice<BrowserEvent>) {
        events.withLock { $0 = rest + $0 }
    }

    /// The events that came since the last call.
    func remaining() -> [BrowserEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}

extension BrowserEvent {
    /// True if the event says all that an earlier one of its kind did; false if it must come after the earlier one, and
    /// `nil` if their order does not matter.
    fileprivate func replaces(_ earlier: BrowserEvent) -> Bool? {
        switch (self, earlier) {
        case (.arrived, .arrived), (.avatarsPending, .avatarsPending), (.resized, .resized): true
        case (.arrived, .loadingBegan), (.arrived, .loadingEnded), (.arrived, .refreshed): false
        default: nil
        }
    }
}
