import FoundationEssentials
import SupplierGoKit

/// The header fields for the catalog's own origin, those in files included: ``Arguments/headers`` and
/// ``Arguments/token()`` find them.
struct OriginFields {
    private(set) var fields = HeaderFields()

    /// The place that the token came from; `nil` without one.
    private(set) var tokenSource: String?

    /// Reads the fields. One that was given takes precedence over the token of its name, and both over the settings.
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
    }

    /// Adds fields; the source is that of the token if one of them is the first that may be a token.
    mutating func add(_ others: [HeaderFields.Field], from source: String) {
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
}

extension HeaderFields.Field {
    /// The field says who asks: `Authorization`, or a name such as `X-Api-Key`.
    fileprivate var isToken: Bool {
        let name = name.lowercased()
        return ["auth", "token", "key", "cookie", "secret"].contains { name.contains($0) }
    }
}
