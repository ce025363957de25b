internal import Glibc
internal import Synchronization

/// Restores the terminal when a signal ends the process.
///
/// After `SIGINT`, `SIGTERM` and `SIGHUP` (``EndingSignal``) the process ends in order, and `SupplierGo` calls
/// ``TerminalMode/restore(droppingInput:)``. After a crash, and the signals that end a process by default, a handler
/// restores it. It may neither allocate memory nor wait for a lock (`signal-safety(7)`), so all that it uses is made
/// before. Nothing can be done about `SIGKILL`: `reset(1)` restores the terminal then.
enum TerminalRestoration {
    private static let signals = [
        SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS, SIGQUIT, SIGXCPU, SIGXFSZ, SIGALRM, SIGVTALRM,
        SIGPROF, SIGUSR1, SIGUSR2, SIGIO,
    ]

    /// The terminal; -1 if there is nothing to restore.
    private static let descriptor = Atomic<Int32>(-1)

    /// The mode to restore, which is written only while there is no terminal.
    private nonisolated(unsafe) static let mode = UnsafeMutablePointer<termios>.allocate(capacity: 1)

    /// The bytes to write first, which do not change.
    private nonisolated(unsafe) static let farewell = {
        let farewell = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: TerminalMode.farewell.count)
        _ = unsafe farewell.initialize(from: TerminalMode.farewell)
        return unsafe farewell
    }()

    /// Writes ``TerminalMode/farewell`` to a terminal and restores its mode if the process crashes from now on.
    static func arm(_ descriptor: Int32, mode: termios) {
        _ = unsafe farewell
        unsafe Self.mode.initialize(to: mode)
        Self.descriptor.store(descriptor, ordering: .releasing)
        var action = sigaction()
        // The signal's own action comes back with the call, and ends the process once this handler has returned.
        action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_ONSTACK
        unsafe action.__sigaction_handler.sa_handler = { number in
            TerminalRestoration.restore()
            raise(number)
        }
        for number in signals where !Signals.isIgnored(number) { unsafe sigaction(number, &action, nil) }
    }

    /// Gives the calling thread, which must not end, another stack for the handler: its own may be full.
    static func guardThread() {
        let size = 65_536
        var stack = unsafe stack_t(ss_sp: .allocate(byteCount: size, alignment: 16), ss_flags: 0, ss_size: size)
        unsafe sigaltstack(&stack, nil)
    }

    /// Leaves the terminal to others.
    static func disarm() {
        descriptor.store(-1, ordering: .releasing)
    }

    private static func restore() {
        let descriptor = descriptor.load(ordering: .acquiring)
        guard descriptor >= 0 else { return }
        _ = unsafe write(descriptor, farewell.baseAddress, farewell.count)
        unsafe tcsetattr(descriptor, TCSANOW, mode)
    }
}
