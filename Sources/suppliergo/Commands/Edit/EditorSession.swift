import FoundationEssentials
import SupplierGoKit

/// Has a form filled in by the user's editor, again and again until its values hold, or the user gives up.
///
/// The text is in a file of the edits' directory, which only its user can read. It stays there where it is given up, so that
/// nothing that was written is lost.
struct EditorSession: Sendable {
    let form: EditForm

    /// Where the file is.
    let store: EditStore
    let environment: Environment

    /// Returns what `check` makes of the values.
    ///
    /// - Parameter check: is given the values that were changed, and throws ``EditError/faults(_:)`` where they do not hold.
    /// - Throws: ``Failure`` where the text was given up, or the editor cannot be started; what else `check` throws.
    func run(
        _ check: ([SupplierEdit.Field: String]) async throws -> [SupplierEdit.Field: String]
    ) async throws -> [SupplierEdit.Field: String] {
        let file = try await EditDraft.make(in: store)
        var text = form.text
        while true {
            try await file.write(text)
            let succeeded = try await open(file.path)
            let written = try await file.read()
            var reading = form.read(written)
            guard succeeded, !reading.lines.isEmpty || !reading.mistakes.isEmpty else {
                throw try await givenUp(written, file, hasFailed: !succeeded)
            }
            do {
                let values = try await check(reading.values)
                if reading.mistakes.isEmpty {
                    try await file.remove()
                    return values
                }
            } catch EditError.faults(let faults) {
                reading.mistakes += faults.map { .init(line: reading.lines[$0.field], text: $0.description) }
            }
            guard written != text else { throw try await givenUp(written, file) }
            text = EditForm.marked(written, reading.mistakes)
        }
    }

    private func open(_ path: String) async throws -> Bool {
        let command = Editor.command(in: environment)
        do {
            return try await Editor.open(path, by: command, in: environment.variables)
        } catch let error as SystemFailure {
            throw Failure(.unavailable, "the editor '\(command)' cannot be opened: \(error)")
        }
    }

    /// The error of a text that was given up, which is kept where the user has written anything.
    private func givenUp(_ written: String, _ file: EditDraft, hasFailed: Bool = false) async throws -> Failure {
        guard written != form.text, !form.read(written).lines.isEmpty else {
            try await file.remove()
            let clause = hasFailed ? "the editor '\(Editor.command(in: environment))' failed: " : ""
            return Failure(.badData, clause + "nothing was edited")
        }
        return Failure(.badData, "the edit was given up: what you have written is in '\(file.path)'")
    }
}
