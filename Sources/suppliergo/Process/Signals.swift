internal import Dispatch
internal import Glibc
internal import SupplierGoKit

/// Receives the signals that ask the process to end, so that it can clean up first.
final class Signals: Sendable {
    /// How long the process may take to end by itself.
    static let grace = DispatchTimeInterval.milliseconds(700)

    private let watched: [EndingSignal]
    private let first = Lock<EndingSignal?>(nil)

    /// Ignores `SIGPIPE` in the process, so that a closed reader is an error of `write(2)`.
    static func ignoreClosedReaders() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Holds the signals back from every thread.
    ///
    /// It must run before the process has a second thread, since threads inherit the mask of the one that makes them. A
    /// signal that the process was started with as ignored, as under `nohup(1)` or behind a shell's `&`, stays so.
    init() {
        watched = EndingSignal.allCases.filter { !Self.isIgnored($0.number) }
        var mask = Self.set(of: watched)
        unsafe pthread_sigmask(SIG_BLOCK, &mask, nil)
    }

    /// The first signal that came.
    var received: EndingSignal? { first.withLock { $0 } }

    /// Waits for signals; the main thread has nothing else to do.
    ///
    /// It must be that thread, and it must not be given to Dispatch: `dispatch_main()` lets every signal through again.
    ///
    /// - Parameters:
    ///   - begin: called with the first signal: asks the work to end.
    ///   - finish: called once ``grace`` is over, or at once with a second signal: ends the process.
    func wait(begin: (EndingSignal) -> Void, finish: @escaping @Sendable (EndingSignal) -> Never) -> Never {
        let signal = next()
        first.withLock { $0 = signal }
        begin(signal)
        // A queue of its own has a thread even where all others are held up, by a reader that does not read for example.
        DispatchQueue(label: "suppliergo.grace").asyncAfter(deadline: .now() + Self.grace) { finish(signal) }
        _ = next()
        finish(signal)
    }

    private func next() -> EndingSignal {
        var mask = Self.set(of: watched)
        while true {
            if let signal = EndingSignal(number: unsafe sigwaitinfo(&mask, nil)) { return signal }
        }
    }

    private static func set(of signals: [EndingSignal]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal.number) }
        return set
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
        return handler == ignored
    }
}
