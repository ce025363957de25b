import FoundationEssentials
import SupplierGoKit

/// The commands that the settings have for a catalog: one that prints it, or one that prints a token for its server.
struct CatalogCommands: Sendable {
    /// The name of their section, or `nil` for the general part of the file.
    let name: String?

    /// Prints the catalog; `nil` if the catalog has a location.
    var catalog: String?

    /// Prints a bearer token in its first line; `nil` for none.
    var token: String?

    let environment: [String: String]

    /// The longest time without output.
    let limit: Duration

    /// The catalog, as its command prints it.
    ///
    /// - Throws: ``DataLoadError``; so do the chunks.
    func output(for url: URL) throws(DataLoadError) -> DataStream {
        let program = Program(shell: catalog ?? "", environment: environment)
        return try DataStream(of: program, silentFor: limit, at: url) { [name] reason in
            .failed(code: 0, reason: "the command of '\(name ?? "")' \(reason)")
        }
    }

    /// The header field with the token, as the command prints it now; `nil` if there is no such command.
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
            guard let field = HeaderFields.Field(name: "Authorization", value: "Bearer " + line) else {
                throw ProgramReader.Failure(description: "printed a control character, which no header field may hold")
            }
            return field
        } catch let error as ProgramReader.Failure {
            throw Failure(.configuration, "\(name) \(error)")
        }
    }
}

/// A loader that reads a catalog from its command, and asks once for another token when a server has refused the first
/// one.
struct CommandLoader: DataLoading {
    private let network: DataLoader
    private let commands: CatalogCommands
    private let tokens: Tokens

    /// Creates a loader.
    ///
    /// - Parameter token: the header field with the token that requests have; `nil` if the command did not print it.
    init(_ network: DataLoader, _ commands: CatalogCommands, token: HeaderFields.Field?) {
        self.network = network
        self.commands = commands
        tokens = Tokens(token, commands)
    }

    var checksAddresses: Bool { network.checksAddresses }

    func stream(for request: DataRequest) async throws -> DataStream {
        if CatalogLocation(commandURL: request.url) != nil { return try commands.output(for: request.url) }
        return try await authorized(request, \.head) { try await network.stream(for: $0) }
    }

    func data(for request: DataRequest) async throws -> DataResponse {
        try await authorized(request, \.head) { try await network.data(for: $0) }
    }

    func prioritize(_ request: DataRequest) async { await network.prioritize(request) }

    /// Sends a request with the newest token, and once more with another one after status 401.
    private func authorized<Response>(
        _ request: DataRequest, _ head: (Response) -> DataResponse.Head, _ send: (DataRequest) async throws -> Response
    ) async throws -> Response {
        guard let first = tokens.first, request.originFields[first.name] == first.value else {
            return try await send(request)
        }
        let token = await tokens.newest
        let response = try await send(request.replacing(first, by: token))
        guard head(response).status.code == 401, let other = try await tokens.another(than: token) else {
            return response
        }
        return try await send(request.replacing(first, by: other))
    }

    /// The tokens of a run: the first one, and another after a server has refused it. A server that refuses that one
    /// too would refuse all.
    private actor Tokens {
        nonisolated let first: HeaderFields.Field?
        private let commands: CatalogCommands
        private var request: Task<HeaderFields.Field?, any Error>?

        init(_ first: HeaderFields.Field?, _ commands: CatalogCommands) {
            self.first = first
            self.commands = commands
        }

        /// The newest one, without running the command.
        var newest: HeaderFields.Field? {
            get async {
                guard case .success(let field?)? = await request?.result else { return first }
                return field
            }
        }

        /// A token other than one that was refused; `nil` if the command, which is run only once for it, has no other.
        func another(than refused: HeaderFields.Field?) async throws -> HeaderFields.Field? {
            if request == nil { request = Task { [commands] in try await commands.tokenField() } }
            let field = try await request?.value
            return field == refused ? nil : field
        }
    }
}

extension DataStream {
    /// The output of a program, as a response.
    ///
    /// - Parameters:
    ///   - limit: the longest time without output.
    ///   - coding: the content coding that the program has removed. Default `nil`.
    ///   - failure: makes the reason of a ``DataLoadError`` of a clause without its subject.
    init(
        of program: Program, silentFor limit: Duration, at url: URL, coding: String? = nil,
        _ failure: @escaping @Sendable (String) -> DataLoadError.Reason
    ) throws(DataLoadError) {
        let reader: ProgramReader
        do throws(SystemFailure) {
            reader = try ProgramReader(program, limit: limit)
        } catch {
            throw DataLoadError(.failed(code: 0, reason: "\(error)"), url)
        }
        let fields = HeaderFields(
            [coding.flatMap { HeaderFields.Field(name: "Content-Encoding", value: $0) }].compactMap(\.self))
        self.init(
            head: DataResponse.Head(url: url, status: HTTPStatus(200), fields: fields),
            chunks: ByteChunks {
                do {
                    return try await reader.read { try $0.next() }
                } catch let error as ProgramReader.Failure {
                    throw DataLoadError(failure(error.description), url)
                }
            })
    }
}

extension DataRequest {
    /// The request with another header field for its origin in the place of one.
    fileprivate func replacing(_ field: HeaderFields.Field, by other: HeaderFields.Field?) -> DataRequest {
        guard let other, other != field else { return self }
        var request = self
        request.originFields = HeaderFields(originFields.fields.map { $0 == field ? other : $0 })
        return request
    }
}
