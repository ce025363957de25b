import Glibc
import SupplierGoKit
import Synchronization

/// The mode of the process's terminal while it differs from the one found at the start.
///
/// It is global since a process has one terminal, and whatever ends the process must restore it.
enum TerminalMode {
    /// A use of a terminal.
    enum Use: Sendable {
        /// Its answers to questions are read. Its keys neither stop nor quit the process.
        case answers

        /// All of its screen is drawn on, and every key is read but Ctrl-C and Ctrl-Z.
        case screen
    }

    private typealias Held = (descriptor: Int32, found: termios, use: Use)

    private static let held = Lock<Held?>(nil)

    /// Switches a terminal to reading byte by byte without echo. Ctrl-C still interrupts the process.
    ///
    /// Input that was typed before stays where it is (`TCSANOW`).
    ///
    /// - Parameter descriptor: closed by ``restore(droppingInput:)``, or at once if this returns `false`.
    /// - Returns: true if that worked.
    static func takeOver(_ descriptor: Int32, for use: Use = .answers) -> Bool {
        held.withLock { held in
            var mode = termios()
            guard held == nil, use == .answers || waitForForeground(descriptor),
                unsafe tcgetattr(descriptor, &mode) == 0, begin(use, on: descriptor, from: mode)
            else {
                close(descriptor)
                return false
            }
            held = (descriptor, mode, use)
            return true
        }
    }

    /// Restores the terminal's mode, if it was switched.
    ///
    /// - Parameter dropsInput: true if input that came meanwhile and was not read is dropped.
    static func restore(droppingInput dropsInput: Bool = true) {
        held.withLock { held in
            guard let taken = held.take() else { return }
            while dropsInput, Descriptor.read(from: taken.descriptor, within: .zero)?.isEmpty == false {}
            end(taken)
            close(taken.descriptor)
        }
    }

    /// Restores the terminal's mode while a function runs, and switches it again.
    static func lend(during body: () -> Void) {
        held.withLock { held in
            guard let taken = held else { return }
            // A process that goes on after it was stopped may not have the terminal yet.
            guard waitForForeground(taken.descriptor) else { return }
            end(taken)
            body()
            guard waitForForeground(taken.descriptor) else {
                // It is others' when the process ends.
                held = nil
                return
            }
            _ = begin(taken.use, on: taken.descriptor, from: taken.found)
        }
    }

    /// Returns once the terminal is the process's: a job in the background stops here until `fg` continues it.
    ///
    /// The system does that if a job in the background changes its terminal, but not for a thread that blocks the
    /// signal, as Dispatch's do, and it would not let the process end first.
    ///
    /// - Returns: true if it is: not if the process is to end, or nothing could continue it.
    @discardableResult
    static func waitForForeground(_ descriptor: Int32) -> Bool {
        Signals.unblocking(SIGTTOU) {
            var vainCount = 0
            while tcgetpgrp(descriptor) > 0, tcgetpgrp(descriptor) != getpgrp() {
                // The system does not stop jobs without a shell.
                guard !Signals.isEnding, vainCount < 3 else { return false }
                let start = ContinuousClock.now
                kill(0, SIGTTOU)
                // A signal that asks the process to end may have come with the one that continues it. It must not be
                // stopped again before that was seen, however long the main thread takes when others need the
                // processor.
                repeat { usleep(20_000) } while Signals.isPending && !Signals.isEnding
                vainCount = .now - start < .milliseconds(50) ? vainCount + 1 : 0
            }
            return true
        }
    }

    private static func begin(_ use: Use, on descriptor: Int32, from found: termios) -> Bool {
        var mode = found
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        if use == .screen {
            mode.c_lflag &= ~tcflag_t(IEXTEN)
            mode.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
        }
        unsafe withUnsafeMutableBytes(of: &mode.c_cc) { characters in
            unsafe (characters[Int(VMIN)], characters[Int(VTIME)]) = (use == .screen ? 1 : 0, 0)
            // 0 is _POSIX_VDISABLE on Linux: no character does it.
            unsafe characters[Int(VQUIT)] = 0
            if use == .answers { unsafe characters[Int(VSUSP)] = 0 }
        }
        guard unsafe tcsetattr(descriptor, TCSANOW, &mode) == 0 else { return false }
        if use == .screen {
            TerminalRestoration.arm(descriptor, mode: found)
            write(greeting, to: descriptor)
        }
        return true
    }

    private static func end(_ taken: Held) {
        if taken.use == .screen { write(farewell, to: taken.descriptor) }
        var mode = taken.found
        unsafe tcsetattr(taken.descriptor, TCSANOW, &mode)
        TerminalRestoration.disarm()
    }

    /// Writes at once. Earlier output that a stopped terminal has not read is dropped, so that the process can
    /// end.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        guard unsafe Glibc.write(descriptor, bytes, bytes.count) < 0, errno == EAGAIN else { return }
        tcflush(descriptor, TCOFLUSH)
        _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
    }

    /// The alternate screen, a hidden cursor, no wrapping, the mouse's buttons in xterm's newer form, and pasted text
    /// in brackets.
    private static let greeting = Array(
        "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[?1000h\u{1b}[?1006h\u{1b}[?2004h".utf8)

    /// The reverse, after the end of whatever was only written in part.
    ///
    /// The alternate screen is cleared before it is left: tmux 3.3 may keep some of its lines if it was resized.
    static let farewell = Array(
        ["\u{1b}\\", "[?2026l", "[0m", "[?2004l", "[?1006l", "[?1000l", "[?7h", "[H", "[J", "[?1049l", "[?25h"]
            .joined(separator: "\u{1b}").utf8)
}

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
