import FoundationEssentials
import SupplierGoKit

/// What a command that reads a catalog works with.
struct Session: Sendable {
    /// What loads suppliers and avatars.
    let loader: SupplierLoader

    /// How transfers go.
    let dataLoaderConfiguration: DataLoader.Configuration

    /// What keeps them.
    let cache: DiskCache

    /// The process's streams.
    let console: Console

    /// Does some work with a session of what the arguments say, and returns when its transfers have ended.
    ///
    /// - Throws: ``ArgumentError`` where a header file cannot be used, and whatever `body` does.
    static func with<Value: Sendable>(
        _ arguments: LoadingArguments, _ common: CommonArguments, on console: Console,
        _ body: (Session) async throws -> Value
    ) async throws -> Value {
        if !arguments.dataLoader.verifiesCertificates {
            console.warn("servers' certificates are not verified, because of '\(Option.insecure.spelling)'")
        }
        let dataLoader = DataLoader(configuration: arguments.dataLoader)
        do {
            var configuration = arguments.loader
            configuration.originFields = try await originFields(of: arguments, by: dataLoader)
            let cache = DiskCache(directory: common.cacheDirectory)
            let loader = SupplierLoader(
                location: arguments.location, configuration: configuration, dataLoader: dataLoader, cache: cache)
            let value = try await body(
                Session(
                    loader: loader, dataLoaderConfiguration: arguments.dataLoader, cache: cache, console: console))
            await sumUp(dataLoader, on: console)
            await dataLoader.shutdown()
            return value
        } catch {
            await sumUp(dataLoader, on: console)
            await dataLoader.shutdown()
            throw error
        }
    }

    /// Says what the transfers took, where that was asked for and there were any.
    private static func sumUp(_ dataLoader: DataLoader, on console: Console) async {
        let totals = await dataLoader.totals()
        guard totals.transferCount > 0, console.verbosity == .verbose else { return }
        console.trace(
            "transfers: \(Count.formatted(totals.transferCount)), \(Count.formatted(totals.reusedCount)) over connections "
                + "that were open, \(Count.formatted(totals.retryCount)) retries, "
                + "\(Count.formatted(totals.receivedByteCount)) bytes received")
    }

    /// The header fields that were given, those in files included; the token stands back behind a field of its name.
    private static func originFields(
        of arguments: LoadingArguments, by dataLoader: DataLoader
    ) async throws -> HTTPFields {
        var fields = HTTPFields()
        for header in arguments.headers {
            switch header {
            case .field(let field): fields.append(field)
            case .file(let path):
                for field in try await self.fields(inFile: path, by: dataLoader) { fields.append(field) }
            }
        }
        if let token = arguments.token, fields[token.name] == nil { fields.append(token) }
        return fields
    }

    private static func fields(inFile path: String, by dataLoader: DataLoader) async throws -> [HTTPFields.Field] {
        let url = URL(filePath: path == "-" ? "/dev/stdin" : path, directoryHint: .notDirectory)
        do {
            let body = try await dataLoader.data(for: DataRequest(url: url, byteLimit: 1 << 20)).body
            return try HeaderSource.fields(inLines: String(decoding: body, as: UTF8.self), path: path)
        } catch DataLoadError.unreadableFile(_, let errorNumber) {
            throw ArgumentError.unreadableFile(.header, path: path, errorNumber: errorNumber)
        }
    }
}
