import SupplierGoKit

/// Holds the browser's events until its loop takes all that are there at once, so that a burst is drawn once.
///
/// Nothing that posts an event waits. Of events that only say how far something has come the last one is kept, so that
/// what waits here stays small however slow the terminal is.
final class Mailbox: Sendable {
    private struct State {
        var events: [BrowserEvent] = []
        var isAwake = false
        var isClosed = false
        var reader: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State())

    /// Adds an event.
    func post(_ event: BrowserEvent) {
        update { state in
            let last = event.isProgress ? state.events.lastIndex { $0.feed == event.feed } : nil
            if let last, state.events[last].isProgress {
                state.events[last] = event
            } else {
                state.events.append(event)
            }
        }
    }

    /// Makes ``next()`` return, also without an event.
    func wake() {
        update { $0.isAwake = true }
    }

    /// Ends the events.
    func close() {
        update { $0.isClosed = true }
    }

    /// The events that came since the last call; `nil` once they are ended or the calling task is cancelled.
    func next() async -> [BrowserEvent]? {
        await withTaskCancellationHandler {
            while true {
                let (events, isAwake, isClosed) = state.withLock { state in
                    defer { (state.events, state.isAwake) = ([], false) }
                    return (state.events, state.isAwake, state.isClosed)
                }
                if isClosed { return nil }
                if isAwake || !events.isEmpty { return events }
                await waitForChange()
            }
        } onCancel: {
            close()
        }
    }

    /// The events that came since the last call.
    func remaining() -> [BrowserEvent] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    private func update(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            return state.reader.take()
        }?.resume()
    }

    private func waitForChange() async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                guard state.events.isEmpty, !state.isAwake, !state.isClosed else { return true }
                state.reader = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
    }
}

extension BrowserEvent {
    /// The sources of events; the order within a source matters.
    fileprivate enum Feed {
        case catalog, avatars, window, other
    }

    fileprivate var feed: Feed {
        switch self {
        case .loadingBegan, .arrived, .loadingEnded, .refreshed: .catalog
        case .avatarsPending: .avatars
        case .resized: .window
        default: .other
        }
    }

    /// Whether the event says only how far something has come, which the next one of its kind says as well.
    fileprivate var isProgress: Bool {
        switch self {
        case .arrived, .avatarsPending, .resized: true
        default: false
        }
    }
}
