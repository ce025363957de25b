import SupplierGoKit

/// Holds the browser's events until its loop takes all that are there at once, so that a burst is drawn once.
///
/// Nothing that posts an event waits.
final class Mailbox: Sendable {
    private let events = Lock([BrowserEvent]())

    /// Has an element once something has changed.
    private let changes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Adds an event.
    func post(_ event: BrowserEvent) {
        events.withLock { $0.append(event) }
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

    /// The events that came since the last call.
    func remaining() -> [BrowserEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
