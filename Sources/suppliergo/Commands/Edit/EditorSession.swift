import Glibc
import SupplierGoKit

/// Has a form filled in by the user's editor, again and again until its values hold and are kept, or the user gives up.
///
/// The text is in a file of the edits' directory, which only its user can read. It stays there until the edit is kept,
/// so that nothing that was written is lost.
struct EditorSession: Sendable {
    /// The user has given up, or the editor has failed.
    private struct Abandoned: Error {
        let hasFailed: Bool
    }

    /// The file of the text that is being edited.
    private static let draft = Lock<String?>(nil)

    /// When keys belong to this process again: far in the future while the editor has the keyboard; `nil` if it never
    /// had it.
    private static let keyboardReturn = Lock<ContinuousClock.Instant?>(nil)

    let form: EditForm

    /// The change, without values.
    let change: SupplierChange
    let session: Session
    let store: EditStore

    /// True if an editor has the keyboard. Its signals are left to it, as git does.
    static var hasKeyboard: Bool { keyboardReturn.withLock { $0.map { .now < $0 } ?? false } }

    private var environment: Environment { session.console.environment }

    /// The command of the user's editor: `$VISUAL`, else `$EDITOR`, else `vi`; a blank one counts as not set.
    private var command: String {
        ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.trimmed.isEmpty } ?? "vi"
    }

    /// Throws if a command has neither a value nor a terminal for an editor.
    static func require(unless isGiven: Bool, of command: CommandDescription, on console: Console) throws(UsageError) {
        guard !isGiven, !(console.outputTraits.isTerminal && StandardStream.input.isTerminal) else { return }
        let names = Options.fields.map { "'\($0.option.spelling)'" }.joined(separator: ", ")
        throw command.misuse("nothing to change: give \(names), or a terminal for an editor")
    }

    /// Stores the values that a change was given or, if there are none, those that the user writes into a form.
    ///
    /// - Parameters:
    ///   - heading: the form's first line.
    ///   - shown: the supplier whose values the form begins with; `nil` for empty ones.
    /// - Returns: the edit before, and the edit that is stored.
    /// - Throws: as ``SupplierChange/checked(in:_:)``, ``EditStore`` and ``run()`` do.
    static func store(
        _ change: SupplierChange, orAsk heading: String, from shown: Supplier?, in session: Session, _ store: EditStore
    ) async throws -> SupplierChange.Stored {
        guard change.values.isEmpty else {
            return try await change.checked(in: session, store).store(in: session, store)
        }
        let values = Dictionary(uniqueKeysWithValues: Supplier.Field.editable.map { ($0, shown?[$0] ?? "") })
        let form = EditForm(heading: heading, values: values)
        return try await EditorSession(form: form, change: change, session: session, store: store).run()
    }

    /// Returns the edit before, and the edit that is stored.
    ///
    /// - Throws: ``Failure`` if the text was abandoned, or the editor cannot be started; errors of the change. It names
    ///   the file, which is left if anything was written.
    func run() async throws -> SupplierChange.Stored {
        let path = store.directory + "/draft-" + String(UInt64.random(in: 0 ... .max), radix: 36) + ".txt"
        try await store.run { _ = try FileSystem.makeDirectories(store.directory) }
        do {
            let value = try await fill(path)
            try await remove(path)
            return value
        } catch {
            throw try await leave(path, error)
        }
    }

    private func fill(_ path: String) async throws -> SupplierChange.Stored {
        var text = form.text
        var previous = form.text
        while true {
            try await store.run { [text] in
                let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
                let file = try FileDescriptor(opening: path, flags, permissions: 0o600, operation: .write)
                try file.write(Array(text.utf8))
                try file.close()
                Self.draft.withLock { $0 = path }
            }
            let succeeded = try await open(path)
            let written = try await read(path)
            var reading = form.read(written)
            guard succeeded, !reading.lines.isEmpty || !reading.mistakes.isEmpty else {
                throw Abandoned(hasFailed: !succeeded)
            }
            do {
                var change = change
                change.values = reading.values
                change = try await change.checked(in: session, store)
                if reading.mistakes.isEmpty { return try await change.store(in: session, store) }
            } catch SupplierEdits.Edit.Error.fields(let faults) {
                reading.mistakes += faults.map { .init(line: reading.lines[$0.field], text: $0.description) }
            }
            let unmarked = EditForm.marked(written, [])
            guard unmarked != previous else { throw Abandoned(hasFailed: false) }
            previous = unmarked
            text = EditForm.marked(written, reading.mistakes)
        }
    }

    private func open(_ path: String) async throws -> Bool {
        // Keys that were pressed in the editor may arrive here only after its end.
        Self.keyboardReturn.withLock { $0 = .now + .seconds(1_000_000_000) }
        defer { Self.keyboardReturn.withLock { $0 = .now + .milliseconds(250) } }
        // The shell gets the file as another argument, as with git.
        let words = ["/bin/sh", "-c", command + " \"$@\"", command, path]
        do throws(SystemFailure) {
            let editor = Program(words: words, environment: environment.variables, input: .inherited)
            return try await ForegroundProgram(editor).waitForEnd()
        } catch {
            throw Failure(.unavailable, "the editor '\(command)' cannot be opened, since \(error)")
        }
    }

    /// The file's text; another program may have replaced the file.
    private func read(_ path: String) async throws -> String {
        try await store.run { String(decoding: try store.bytes(at: path) ?? [], as: UTF8.self) }
    }

    private func remove(_ path: String) async throws {
        try await store.run { _ = try FileSystem.removeFile(path) }
        Self.draft.withLock { $0 = nil }
    }

    /// The error that the text is left with. Its file is removed if nothing was written.
    private func leave(_ path: String, _ error: any Error) async throws -> any Error {
        // A signal ends the process, which then names the file.
        guard !Task.isCancelled else { return error }
        let written = try await read(path)
        guard written != form.text, !written.trimmed.isEmpty else {
            try await remove(path)
            guard let abandoned = error as? Abandoned else { return error }
            let clause = abandoned.hasFailed ? "the editor '\(command)' failed; " : ""
            return Failure(.badData, clause + "nothing was edited")
        }
        Self.draft.withLock { $0 = nil }
        guard !(error is Abandoned), let failure = Failure(error) else { return Self.abandoned(path) }
        return Failure(failure.status, "\(failure.sentence); your text is in '\(path)'")
    }

    private static func abandoned(_ path: String) -> Failure {
        Failure(.badData, "the edit was abandoned; your text is in '\(path)'")
    }

    /// Names the file of a text whose editing a signal has ended, if any. It is named once, whichever thread ends the
    /// process.
    static func nameDraft(on console: Console) {
        draft.withLock { if let path = $0.take() { console.report(abandoned(path)) } }
    }
}

/// A supplier's fields as text for an editor: `field = value` lines, with the rules as comments.
struct EditForm: Sendable {
    /// A mistake in the text.
    struct Mistake: Sendable, Hashable {
        /// The number of its line, from 0, or `nil` if the line is missing.
        let line: Int?

        let text: String
    }

    /// The user's text, read.
    struct Reading: Sendable {
        /// The lines of fields, by the field.
        var lines: [Supplier.Field: Int] = [:]

        /// The values that differ from the shown ones.
        var values: [Supplier.Field: String] = [:]
        var mistakes: [Mistake] = []
    }

    /// The beginning of a line that names a mistake.
    private static let mark = "# ! "

    let heading: String

    /// The values as they are now.
    let values: [Supplier.Field: String]

    /// The text before it was edited.
    var text: String {
        let fields = Supplier.Field.editable.map { field in
            "\n# \(field.rawValue): \(field.rule)\n\(field.rawValue) = \(shown(field))\n"
        }
        return "# \(heading.visibleText)\n"
            + "# Save to keep your changes. An empty file, or an editor that fails, gives up.\n" + fields.joined()
    }

    /// Reads the text again. A field without a line stays as it is.
    func read(_ text: String) -> Reading {
        var reading = Reading()
        for (number, line) in Self.lines(of: text).enumerated() {
            let line = line.trimmed
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmed
            guard parts.count == 2, let field = Supplier.Field.editable(named: name) else {
                let sentence =
                    parts.count == 2
                    ? Self.sentence(ofUnknownField: name) : "this line is not 'field = value'"
                reading.mistakes.append(Mistake(line: number, text: sentence))
                continue
            }
            if reading.lines[field] != nil {
                reading.mistakes.append(Mistake(line: number, text: "\(name) is given twice"))
            }
            reading.lines[field] = number
            let value = parts[1].trimmed
            if value != shown(field) { reading.values[field] = meant(value, field) }
        }
        return reading
    }

    private static func sentence(ofUnknownField name: String) -> String {
        let names = Supplier.Field.editable.map(\.rawValue)
        let nearest = NearestWord.to(name, among: names).map(NearestWord.question)
        return "'\(name.visibleText)' is not a field: \(nearest ?? "the fields are " + names.joined(separator: ", "))"
    }

    /// The user's text with the mistakes above their lines. They replace the ones that were named before.
    static func marked(_ text: String, _ mistakes: [Mistake]) -> String {
        var marked: [String] = mistakes.filter { $0.line == nil }.map { mark + $0.text }
        for (number, line) in lines(of: text).enumerated() {
            marked += mistakes.filter { $0.line == number }.map { mark + $0.text }
            if !line.hasPrefix(mark) { marked.append(String(line)) }
        }
        return marked.joined(separator: "\n")
    }

    private static func lines(of text: String) -> [Substring] {
        text.drop { $0 == "\u{feff}" }.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }

    /// A value in one line; one that is not touched stays as it is.
    private func shown(_ field: Supplier.Field) -> String { (values[field] ?? "").visibleText.trimmed }

    /// A written value with the characters that the line shows written out.
    private func meant(_ value: String, _ field: Supplier.Field) -> String {
        Set((values[field] ?? "").unicodeScalars).filter(\.mayBeHidden).reduce(value) { meant, scalar in
            meant.replacing(String(scalar).visibleText, with: String(scalar))
        }
    }
}
