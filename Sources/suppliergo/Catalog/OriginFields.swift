import FoundationEssentials
import SupplierGoKit

/// The header fields for the catalog's own origin, those in files and of the token's command included:
/// ``Arguments/headers`` and ``Arguments/token()`` find the others.
struct OriginFields {
    private(set) var fields = HeaderFields()

    /// The place that the token came from; `nil` without one.
    private(set) var tokenSource: String?

    /// Reads the fields. One that was given takes precedence over the token of its name, and both over the settings,
    /// whose command is run only if there is no `Authorization`.
    init(of options: LoadingOptions, by dataLoader: DataLoader) async throws {
        for (header, source) in options.arguments.headers where source == .option {
            add(try await Self.fields(of: header, by: dataLoader), from: "'--header'")
        }
        if let token = options.token, fields[token.name] == nil { add([token], from: "$SUPPLIERGO_TOKEN") }
        let given = fields
        do {
            for (header, source) in options.arguments.headers {
                guard let line = source.line else { continue }
                let own = try await Self.fields(of: header, by: dataLoader).filter { given[$0.name] == nil }
                add(own, from: "'header' in \(line)")
            }
        } catch let error as UsageError {
            throw Failure(.configuration, "\(error) (named in the settings file)")
        }
        let command = options.arguments.value(of: Options.tokenCommand.row)
        if let command, !command.text.isEmpty, fields["Authorization"] == nil, !options.loader.isOffline {
            add([try await Self.token(printedBy: command, for: options)], from: "'\(command.name)'")
        }
    }

    /// Adds fields; the source is that of the token if one of them is the first that may be a token.
    private mutating func add(_ others: [HeaderFields.Field], from source: String) {
        for field in others { fields.append(field) }
        if others.contains(where: \.isToken) { tokenSource = tokenSource ?? source }
    }

    private static func fields(of header: HeaderSource, by loader: DataLoader) async throws -> [HeaderFields.Field] {
        switch header {
        case .field(let field): return [field]
        case .file(let path):
            let url = URL(filePath: path == "-" ? "/dev/stdin" : path, directoryHint: .notDirectory)
            do {
                let body = try await loader.data(for: DataRequest(url: url, byteLimit: 1 << 20)).body
                return try HeaderSource.fields(inLines: String(decoding: body, as: UTF8.self), path: path)
            } catch let error as DataLoadError {
                guard case .unreadableFile(_, let errorNumber) = error.reason else { throw error }
                throw UsageError(
                    "the file '\(path)' of '\(Options.header.spelling)' cannot be read: "
                        + FileError.text(of: errorNumber), see: nil)
            }
        }
    }

    /// The header field with the token that a command prints in its first line.
    ///
    /// - Throws: ``Failure``; its sentence does not have the command's output.
    private static func token(
        printedBy given: GivenValue, for options: LoadingOptions
    ) async throws -> HeaderFields.Field {
        do {
            let program = Program(shell: given.text, environment: options.arguments.environment.variables)
            let command = try ProgramReader(program, limit: options.dataLoader.idleTimeout)
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
            let place = given.source.line?.section.map { " of '\($0)'" } ?? ""
            throw Failure(.configuration, "the command '\(given.name)'\(place) \(error)")
        }
    }
}

extension HeaderFields.Field {
    /// The field says who asks: `Authorization`, or a name such as `X-Api-Key`.
    fileprivate var isToken: Bool {
        let name = name.lowercased()
        return ["auth", "token", "key", "cookie", "secret"].contains { name.contains($0) }
    }
}
