internal import SupplierGoKit

/// The user's editor, on this process's terminal.
enum Editor {
    /// When the keyboard is this process's again.
    private static let keyboardReturn = Lock<ContinuousClock.Instant?>(nil)

    /// Opens a file, and returns once the editor has ended.
    ///
    /// - Parameter command: what the shell runs, with the file as another argument, as `git` does.
    /// - Returns: whether it succeeded.
    /// - Throws: ``SystemFailure`` if it cannot be started.
    static func open(
        _ path: String, by command: String, in environment: [String: String]
    ) async throws -> Bool {
        // Keys that were pressed in the editor may arrive here only after its end.
        keyboardReturn.withLock { $0 = .now + .seconds(1_000_000_000) }
        defer { keyboardReturn.withLock { $0 = .now + .milliseconds(250) } }
        let words = ["/bin/sh", "-c", command + " \"$@\"", command, path]
        return try await ForegroundProgram(words: words, environment: environment, readsPipe: false).waitForEnd()
    }

    /// Whether an editor has the keyboard. Its signals are left to it, as git does.
    static var hasKeyboard: Bool { keyboardReturn.withLock { $0.map { .now < $0 } ?? false } }

    /// The command of the user's editor: `$VISUAL`, else `$EDITOR`, else `vi`; a blank one counts as not set.
    static func command(in environment: Environment) -> String {
        [.visualEditor, .editor].compactMap { environment[$0] }.first { !$0.trimmed.isEmpty } ?? "vi"
    }
}
