import FoundationEssentials
import SupplierGoKit

extension Session {
    /// Writes suppliers to a file in a format for programs or address books; avatars that the format holds are fetched.
    ///
    /// A quiet console stays quiet.
    ///
    /// - Returns: true if it was written: `false` if there is a file already that may not be replaced.
    /// - Throws: ``Failure`` if the file cannot be written; `CancellationError`.
    func export(_ export: Export) async throws -> Bool {
        let path = console.environment.absolutePath(console.environment.replacingTilde(in: export.path))
        do {
            let file = try await UserFile.prepare(at: path, isRegular: true)
            // Before the avatars are fetched: a person waits for the question.
            if !export.overwrites, FileManager.default.fileExists(atPath: path) { return false }
            let output = console.writing(to: StandardOutput(descriptor: file.descriptor.rawValue))
            try await on(output).write(export)
            try await file.publish(replacing: export.overwrites, unless: Signals.check)
            return true
        } catch let error as FileError {
            if error.reason == .exists { return false }
            throw Self.failure(export.path, error.reason.description)
        } catch OutputError.failed(let errorNumber) {
            throw Self.failure(export.path, FileError.text(of: errorNumber))
        }
    }

    private static func failure(_ path: String, _ reason: String) -> Failure {
        // The end of the path is enough, so that the reason has room.
        let name = path.count > 24 ? "..." + path.suffix(21) : path
        return Failure(.inputOutput, "'\(name)' cannot be written: \(reason)")
    }

    private func write(_ export: Export) async throws {
        var printer = SupplierPrinter(format: export.format, query: SupplierQuery(""), session: self)
        if export.format.embedsAvatars {
            let suppliers = export.rows.map { export.table.supplier(at: $0) }
            printer.images = try await AvatarImages(of: suppliers, from: nil, in: self)
        }
        try printer.begin(from: export.source)
        try await printer.print(export.rows.map { UInt32($0) }[...], of: export.table)
        try printer.end()
        try console.output.flush()
    }
}
