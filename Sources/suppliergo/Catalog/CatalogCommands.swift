import FoundationEssentials
import SupplierGoKit

/// The commands that the settings have for a catalog: one that prints it, or one that prints a token for its server.
struct CatalogCommands: Sendable {
    /// The name of their section, or `nil` for the general part of the file.
    let name: String?

    /// Prints the catalog, which ``ProgramLoader`` reads; `nil` if the catalog has a location.
    var catalog: String?

    /// Prints a bearer token in its first line; `nil` for none.
    var token: String?

    let environment: [String: String]

    /// The longest time without output.
    let limit: Duration

    /// The header field with the token that the command prints; `nil` if there is no such command.
    ///
    /// - Throws: ``Failure``; its sentence does not have the command's output.
    func tokenField() async throws -> HeaderFields.Field? {
        guard let token else { return nil }
        let name = "the command 'token-command'" + (name.map { " of '\($0)'" } ?? "")
        do {
            let command = try ProgramReader(Program(shell: token, environment: environment), limit: limit)
            let output = try await command.read { command in
                var output: [UInt8] = []
                while let block = try command.next() { if output.count < 1 << 16 { output += block } }
                return output
            }
            let line = String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).trimmed
            guard !line.isEmpty else { throw ProgramReader.Failure(description: "printed no token") }
            guard let field = HeaderSource.bearer(line) else {
                throw ProgramReader.Failure(description: "printed a control character, which no header field may hold")
            }
            return field
        } catch let error as ProgramReader.Failure {
            throw Failure(.configuration, "\(name) \(error)")
        }
    }
}
