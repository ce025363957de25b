internal import Dispatch
internal import Glibc
internal import SupplierGoKit
internal import Synchronization

/// A signal that asks the process to end.
struct EndingSignal: Hashable, Sendable {
    /// The signal's number.
    let number: Int32

    /// The meaning of the exit status, for help and the manual page.
    let meaning: String

    /// The status that a shell shows for a process ended by the signal: 130, 143, 129.
    var exitStatus: Int32 { 128 + number }

    /// Ctrl-C was pressed.
    static let interrupt = Self(
        number: SIGINT, meaning: "Interrupted (SIGINT), after cleaning up; or 'browse' was left without a choice.")

    /// Ctrl-C, another program's request, and the loss of the terminal.
    static let allCases = [
        interrupt, Self(number: SIGTERM, meaning: "Terminated (SIGTERM), after cleaning up."),
        Self(number: SIGHUP, meaning: "The terminal closed (SIGHUP), after cleaning up."),
    ]
}

/// Receives the signals that ask the process to end, so that it can clean up first.
final class Signals: Sendable {
    /// The time that the process may take to end by itself.
    static let grace = DispatchTimeInterval.milliseconds(700)

    private let watched: [EndingSignal]
    private let first = Lock<EndingSignal?>(nil)

    static var isEnding: Bool { hasReceived.load(ordering: .acquiring) }
    private static let hasReceived = Atomic(false)

    /// True if a signal has come that asks the process to end, and that the main thread has not taken yet.
    static var isPending: Bool {
        var pending = sigset_t()
        unsafe sigpending(&pending)
        return EndingSignal.allCases.contains { unsafe sigismember(&pending, $0.number) == 1 }
    }

    /// True if the process was asked to end. Waits until the main thread has taken every signal that has arrived.
    ///
    /// Ctrl-C ends the producer of standard input too, and that end looks like the catalog's: before anything is put in
    /// its place, or an error is printed, the signal counts.
    static var hasArrived: Bool {
        isWaitedFor.withLock { isWaitedFor in
            guard isWaitedFor else { return }
            // Of pending signals the lowest number is taken first, so this one comes after all others.
            kill(getpid(), lastTaken)
            isTaken.wait()
        }
        return isEnding
    }

    /// Throws `CancellationError` if the process was asked to end (``hasArrived``).
    static func check() throws { if hasArrived { throw CancellationError() } }

    private static let lastTaken = SIGURG
    private static let isTaken = DispatchSemaphore(value: 0)

    /// The main thread waits for signals.
    private static let isWaitedFor = Lock(false)

    /// Blocks the signals in every thread.
    ///
    /// It must run before the process has a second thread, since a thread inherits the mask of its creator. A signal
    /// that was ignored when the process started, as under `nohup(1)`, stays ignored.
    init() {
        watched = EndingSignal.allCases.filter { !Self.isIgnored($0.number) }
        var mask = Self.set(of: watched.map(\.number) + [Self.lastTaken])
        unsafe pthread_sigmask(SIG_BLOCK, &mask, nil)
    }

    /// The first signal that came.
    var received: EndingSignal? { first.withLock { $0 } }

    /// Waits for signals on the main thread, which has nothing else to do.
    ///
    /// It must not be given to Dispatch: `dispatch_main()` unblocks every signal.
    ///
    /// - Parameters:
    ///   - isIgnored: true if a signal that came asks for nothing.
    ///   - begin: called with the first signal: asks the work to end.
    ///   - finish: called after ``grace``, or at once with a second signal: restores the terminal and ends the process
    ///     (`SupplierGo`).
    func wait(
        ignoring isIgnored: (EndingSignal) -> Bool = { _ in false }, begin: (EndingSignal) -> Void,
        finish: @escaping @Sendable (EndingSignal) -> Never
    ) -> Never {
        Self.isWaitedFor.withLock { $0 = true }
        let signal = next(ignoring: isIgnored)
        first.withLock { $0 = signal }
        Self.hasReceived.store(true, ordering: .releasing)
        begin(signal)
        // A dedicated queue has a thread even when all others are blocked, for example by a slow reader.
        DispatchQueue(label: "suppliergo.grace").asyncAfter(deadline: .now() + Self.grace) { finish(signal) }
        _ = next(ignoring: isIgnored)
        finish(signal)
    }

    private func next(ignoring isIgnored: (EndingSignal) -> Bool) -> EndingSignal {
        var mask = Self.set(of: watched.map(\.number) + [Self.lastTaken])
        while true {
            let number = unsafe sigwaitinfo(&mask, nil)
            if number == Self.lastTaken { Self.isTaken.signal() }
            let signal = EndingSignal.allCases.first { $0.number == number }
            if let signal, !isIgnored(signal) { return signal }
        }
    }

    private static func set(of numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        return set
    }

    /// Unblocks a signal on this thread while a function runs. Dispatch blocks it in its threads, and in those that
    /// they start.
    static func unblocking<Value>(_ number: Int32, during body: () -> Value) -> Value {
        var (unblocked, mask) = (set(of: [number]), sigset_t())
        unsafe pthread_sigmask(SIG_UNBLOCK, &unblocked, &mask)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &mask, nil) }
        return body()
    }

    /// Tests if the process was started with a signal ignored, or ignores it itself.
    static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
        return handler == ignored
    }
}
