internal import Dispatch
internal import Glibc
internal import SupplierGoKit

/// The user's editor, on this process's terminal.
///
/// A process runs at most one at a time. Whatever ends the process waits for it first, since otherwise the shell and the
/// editor would read from one terminal.
enum Editor {
    private struct Running {
        let processID: Int32
        let end: DispatchSemaphore
    }

    private static let running = Lock<Running?>(nil)

    /// When the keyboard is this process's again.
    private static let keyboardReturn = Lock<ContinuousClock.Instant?>(nil)
    private static let pool = BlockingThreads(threadCount: 1)

    /// Opens a file, and returns once the editor has ended.
    ///
    /// - Parameter command: what the shell runs, with the file as another argument, as `git` does.
    /// - Returns: whether it succeeded.
    /// - Throws: ``SystemFailure`` where it cannot be started.
    static func open(
        _ path: String, by command: String, in environment: [String: String]
    ) async throws -> Bool {
        var program = Program(
            words: ["/bin/sh", "-c", command + " \"$@\"", command, path], environment: environment)
        (program.input, program.output, program.error) = (.inherited, .inherited, .inherited)
        return try await pool.run { [program] () throws(SystemFailure) in
            // What was pressed in the editor may be known here only after its end.
            keyboardReturn.withLock { $0 = .now + .seconds(1_000_000_000) }
            defer { keyboardReturn.withLock { $0 = .now + .milliseconds(250) } }
            let (processID, end) = (try program.start(), DispatchSemaphore(value: 0))
            running.withLock { $0 = Running(processID: processID, end: end) }
            var status: Int32 = 0
            while unsafe waitpid(processID, &status, 0) == -1 && errno == EINTR {}
            running.withLock { $0 = nil }
            end.signal()
            return status == 0
        }
    }

    /// Whether an editor has the keyboard. Its signals are left to it, as git does.
    static var hasKeyboard: Bool { keyboardReturn.withLock { $0.map { .now < $0 } ?? false } }

    /// Blocks until the running editor, if any, has ended. A signal that does not come from the keyboard is passed on.
    static func endRunning(by signal: EndingSignal) {
        guard let editor = running.withLock({ $0 }) else { return }
        if signal != .interrupt { kill(editor.processID, signal.number) }
        editor.end.wait()
    }

    /// The command of the user's editor: `$VISUAL`, else `$EDITOR`, else `vi`; what is blank counts as not set.
    static func command(in environment: Environment) -> String {
        [.visualEditor, .editor].compactMap { environment[$0] }.first { !$0.trimmed.isEmpty } ?? "vi"
    }
}
