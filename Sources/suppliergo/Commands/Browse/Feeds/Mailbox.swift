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

    /// Posts what is done at the terminal, until that is gone or the task is cancelled.
    ///
    /// - Parameter answer: receives the terminal's answers about itself, which come once.
    func post(from terminal: TerminalSession, answer: (TerminalAnswers) -> Void) async {
        for await input in terminal.inputs {
            switch input {
            case .answered(let answers):
                answer(answers)
                post(.backgroundKnown(answers.background))
            case .resized(let size): post(.resized(size))
            default: post(.input(input))
            }
        }
        close()
    }

    /// Makes ``next()`` return, also without an event.
    func wake() { changes.continuation.yield() }

    /// Ends the events.
    func close() { changes.continuation.finish() }

    /// The events that came since the last call; `nil` once they are ended or the calling task is cancelled.
    func next() async -> [BrowserEvent]? {
        for await _ in changes.stream { return remaining() }
        return nil
    }

    /// The events that came since the last call.
    func remaining() -> [BrowserEvent] { events.withLock { exchange(&$0, with: []) } }
}
