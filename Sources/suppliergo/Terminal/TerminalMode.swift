internal import Glibc
internal import SupplierGoKit

/// The mode of the process's terminal while it differs from the one found at the start.
///
/// It is global since a process has one terminal, and whatever ends the process must restore it.
enum TerminalMode {
    private struct Held {
        let descriptor: Int32
        let mode: termios
    }

    private static let held = Lock<Held?>(nil)

    /// Switches a terminal to reading byte by byte without echo. Its keys neither stop nor quit the process; Ctrl-C
    /// still interrupts it.
    ///
    /// Input that was typed before stays where it is (`TCSANOW`).
    ///
    /// - Parameter descriptor: closed by ``restore(droppingInput:)``, or at once where this returns `false`.
    /// - Returns: whether that worked.
    static func takeOver(_ descriptor: Int32) -> Bool {
        held.withLock { held in
            var mode = termios()
            guard held == nil, unsafe tcgetattr(descriptor, &mode) == 0 else {
                close(descriptor)
                return false
            }
            held = Held(descriptor: descriptor, mode: mode)
            mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
            unsafe withUnsafeMutableBytes(of: &mode.c_cc) { characters in
                // For VSUSP and VQUIT, 0 is _POSIX_VDISABLE on Linux: no character does it.
                for setting in [VMIN, VTIME, VSUSP, VQUIT] { unsafe characters[Int(setting)] = 0 }
            }
            return unsafe tcsetattr(descriptor, TCSANOW, &mode) == 0
        }
    }

    /// Restores the terminal's mode, where it was switched.
    ///
    /// - Parameter dropsInput: whether input that came meanwhile and was not read is dropped.
    static func restore(droppingInput dropsInput: Bool = true) {
        held.withLock { held in
            guard let taken = held else { return }
            held = nil
            while dropsInput, Descriptor.read(from: taken.descriptor, within: .zero)?.isEmpty == false {}
            var mode = taken.mode
            unsafe tcsetattr(taken.descriptor, TCSANOW, &mode)
            close(taken.descriptor)
        }
    }
}
