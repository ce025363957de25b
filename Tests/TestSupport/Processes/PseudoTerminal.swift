import Glibc

/// A pseudo-terminal: what a program takes for a terminal, and the other end that plays the person (`man 7 pty`).
struct PseudoTerminal {
    /// The person's end.
    let main: Int32

    /// The path of the program's end.
    let path: String

    /// Makes a terminal of a size in character cells.
    ///
    /// It hands bytes on as they are written, without echo, but still turns control characters into signals.
    init(columns: UInt16, rows: UInt16) throws(SystemError) {
        main = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard main >= 0 else { throw SystemError(operation: "open /dev/ptmx") }
        var unlocked: Int32 = 0
        var number: UInt32 = 0
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        var settings = termios()
        // TIOCSPTLCK and TIOCGPTN, which the Glibc module leaves out.
        guard unsafe ioctl(main, 0x4004_5431, &unlocked) == 0, unsafe ioctl(main, 0x8004_5430, &number) == 0,
            unsafe ioctl(main, UInt(TIOCSWINSZ), &size) == 0, unsafe tcgetattr(main, &settings) == 0
        else {
            let error = SystemError(operation: "ioctl")
            close(main)
            throw error
        }
        settings.c_oflag &= ~tcflag_t(OPOST)
        settings.c_lflag &= ~tcflag_t(ECHO)
        unsafe tcsetattr(main, TCSANOW, &settings)
        path = "/dev/pts/\(number)"
    }
}
