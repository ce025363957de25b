internal import Glibc
internal import SupplierGoKit
internal import Synchronization

/// The signals that a thread which waits for input is to know of: a byte for each comes through a pipe that it waits
/// for as well.
///
/// They are `SIGWINCH`, the window was resized; `SIGTSTP`, Ctrl-Z was pressed; `SIGCONT`, the process goes on after it
/// was stopped. One that was ignored when the process started stays ignored.
struct WakingSignals: Sendable {
    /// The number that ``read()`` gives for ``cancel()``.
    static let cancellation: Int32 = 0

    /// The pipe's end that the handlers write to: a handler sees only globals.
    private static let input = Atomic<Int32>(-1)

    /// The descriptor that becomes readable with a signal.
    let descriptor: Int32

    /// Opens the pipe, which stays open as long as the process runs, since a signal can come at any time.
    init() throws(SystemFailure) {
        let pipe = try Pipe(closesItself: false)
        // Neither a handler nor a reader may wait.
        for end in [pipe.input, pipe.output] { _ = fcntl(end.rawValue, F_SETFL, O_NONBLOCK) }
        descriptor = pipe.output.rawValue
        Self.input.store(pipe.input.rawValue, ordering: .releasing)
    }

    /// Begins to receive signals.
    func watch() {
        for number in [SIGWINCH, SIGTSTP, SIGCONT] where !Signals.isIgnored(number) { watch(number) }
    }

    private func watch(_ number: Int32) {
        var action = sigaction()
        action.sa_flags = SA_RESTART
        unsafe action.__sigaction_handler.sa_handler = { number in
            let errorNumber = errno
            WakingSignals.send(number)
            errno = errorNumber
        }
        unsafe sigaction(number, &action, nil)
    }

    /// The signals that came since the last call.
    func read() -> Set<Int32> {
        Set((Descriptor.read(from: descriptor, within: .zero) ?? []).map { Int32($0) })
    }

    /// Wakes the thread without a signal.
    func cancel() {
        Self.send(Self.cancellation)
    }

    private static func send(_ number: Int32) {
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(input.load(ordering: .acquiring), &byte, 1)
    }

    /// Stops the process as an unhandled Ctrl-Z does, and returns when it goes on.
    ///
    /// The system does not stop a process that no shell could continue, such as a terminal's first one.
    func stopProcess() {
        signal(SIGTSTP, SIG_DFL)
        // A thread's signal to itself takes effect before the call returns.
        _ = Signals.unblocking(SIGTSTP) { pthread_kill(pthread_self(), SIGTSTP) }
        watch(SIGTSTP)
    }
}
