internal import Glibc
internal import SupplierGoKit

/// The mode of the process's terminal, while it is another than the one that was found.
///
/// A process has one terminal, and whatever ends the process must give it back as it was: that is why this is global.
enum TerminalMode {
    private struct Held {
        let descriptor: Int32
        let mode: termios
    }

    private static let held = Lock<Held?>(nil)

    /// Takes over the terminal that `descriptor` leads to, so that what comes from it can be read byte by byte, is not
    /// shown, and neither stops nor quits the process; Ctrl-C still interrupts it.
    ///
    /// What was typed already stays where it is (`TCSANOW`).
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
                unsafe characters[Int(VMIN)] = 0
                unsafe characters[Int(VTIME)] = 0
                // 0 is _POSIX_VDISABLE on Linux: no character does it.
                unsafe characters[Int(VSUSP)] = 0
                unsafe characters[Int(VQUIT)] = 0
            }
            return unsafe tcsetattr(descriptor, TCSANOW, &mode) == 0
        }
    }

    /// Gives the terminal back as it was; where it was not taken over, nothing happens.
    ///
    /// - Parameter dropsInput: whether what came from it meanwhile and nobody read is dropped.
    static func restore(droppingInput dropsInput: Bool = true) {
        held.withLock { found in
            guard let taken = found else { return }
            found = nil
            var mode = taken.mode
            while dropsInput, !TerminalInquiry.available(on: taken.descriptor, within: .zero).isEmpty {}
            unsafe tcsetattr(taken.descriptor, TCSANOW, &mode)
            close(taken.descriptor)
        }
    }
}
