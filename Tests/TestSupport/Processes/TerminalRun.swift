import Glibc
import SupplierGoKit

/// A program in a pseudo-terminal, and the person before it.
///
/// ```swift
/// let run = try TerminalRun(["browse", "-c", path], columns: 80, rows: 24)
/// try await run.shows { $0.lines.first == "Suppliers" }
/// try await run.type("q")
/// ```
public final class TerminalRun: Sendable {
    /// How a terminal treats what is typed and written (`termios(3)`).
    public struct Mode: Sendable, Hashable {
        fileprivate var flags: [UInt32] = []
        fileprivate var characters: [UInt8] = []

        /// Lines are read, with echo, as a shell leaves a terminal to its programs.
        public var readsLines: Bool { !flags.isEmpty && flags[2] & UInt32(ICANON) != 0 }
    }

    /// The terminal's screen, as far as it is known.
    private struct View {
        var screen: TerminalScreen
        var takenCount = 0

        mutating func take(_ output: [UInt8]) {
            guard output.count > takenCount else { return }
            screen.take(Array(output[takenCount...]))
            takenCount = output.count
        }
    }

    private let run: CommandLineRun
    private let view: Lock<View>

    /// The mode that the terminal had at the start.
    public let firstMode: Mode

    /// Starts `suppliergo`, or what the configuration names, with all its streams in a terminal.
    ///
    /// - Parameter terminal: its size and what it answers; which streams it is goes by ``CommandLineRun/Terminal``.
    /// - Throws: ``SystemError``.
    public init(
        _ arguments: [String], terminal: CommandLineRun.Terminal = .init(isInput: true),
        configuration: CommandLineRun.Configuration = .init()
    ) throws {
        var configuration = configuration
        configuration.terminal = terminal
        view = Lock(View(screen: TerminalScreen(columns: Int(terminal.columns), rows: Int(terminal.rows))))
        // Every new terminal begins alike.
        let other = try PseudoTerminal(columns: terminal.columns, rows: terminal.rows)
        firstMode = Mode(of: other.main)
        close(other.main)
        run = try CommandLineRun(arguments, configuration: configuration)
    }

    /// The process's id.
    public var processID: Int32 { run.processID }

    /// All bytes that were written until now.
    public var output: [UInt8] { run.standardOutput }

    /// The terminal's screen now.
    public var screen: TerminalScreen {
        let output = run.standardOutput
        return view.withLock { view in
            view.take(output)
            return view.screen
        }
    }

    /// The terminal's mode now.
    public var mode: Mode { run.child.withInput { Mode(of: $0) } ?? Mode() }

    /// Returns when the terminal shows what is wanted.
    ///
    /// - Parameter isWanted: asked after everything that is written; quick.
    /// - Throws: ``CommandLineRun/Failure`` if the program ends before, or takes too long.
    @discardableResult
    public func shows(_ isWanted: @escaping @Sendable (TerminalScreen) -> Bool) async throws -> TerminalScreen {
        try await run.child.wait { [view] state in
            let screen = view.withLock { view in
                view.take(state.output)
                return view.screen
            }
            return isWanted(screen) ? true : state.isOutputEnded ? false : nil
        }
        return screen
    }

    /// Returns when a line of the screen holds a text.
    @discardableResult
    public func shows(_ text: String) async throws -> TerminalScreen {
        try await shows { $0.lines.contains { $0.contains(text) } }
    }

    /// Returns when the screen is drawn once more as a whole; the frame need not be complete.
    ///
    /// - Parameter action: makes the program do that.
    public func isDrawnAgain(by action: () async throws -> Void) async throws {
        let count = screen.clearCount
        try await action()
        try await shows { $0.clearCount > count && $0.lines != [] }
    }

    /// Types characters, or what keys send.
    public func type(_ text: String) async throws {
        try await run.write(Array(text.utf8))
    }

    /// Gives the terminal's window another size, of which the program is told by `SIGWINCH`.
    public func resize(columns: UInt16, rows: UInt16) {
        let output = run.standardOutput
        view.withLock { view in
            view.take(output)
            view.screen.resize(columns: Int(columns), rows: Int(rows))
        }
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        run.child.withInput { _ = unsafe ioctl($0, UInt(TIOCSWINSZ), &size) }
    }

    /// Sends the program a signal.
    public func send(signal: Int32) {
        run.send(signal: signal)
    }

    /// Waits for the program's end.
    public func result() async throws -> ProcessResult {
        try await run.result()
    }
}

extension TerminalRun.Mode {
    fileprivate init(of descriptor: Int32) {
        var mode = termios()
        guard unsafe tcgetattr(descriptor, &mode) == 0 else { return }
        flags = [mode.c_iflag, mode.c_oflag, mode.c_lflag]
        characters = unsafe withUnsafeBytes(of: mode.c_cc) { unsafe Array($0) }
    }
}
