import FoundationEssentials
import Glibc
import SupplierGoKit

/// A loader that reads one file by running `gzip -dc`.
struct GzipLoader: DataLoading {
    private let loader: any DataLoading
    private let path: String
    private let environment: [String: String]
    private let limit: Duration

    /// The loader, or one around it if a catalog is a file in gzip and there is a `gzip`.
    ///
    /// - Parameter limit: the longest time without output.
    static func make(
        around loader: any DataLoading, for location: CatalogLocation, in environment: Environment, limit: Duration
    ) async -> any DataLoading {
        guard case .file(let path) = location else { return loader }
        let isInGzip = await BlockingThreads.files.run {
            do throws(FileError) {
                // A pipe keeps what is read of it.
                let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
                guard try file.status().kind == .regular else { return false }
                return try file.read(2, at: 0) == [0x1f, 0x8b]
            } catch {
                // Whoever reads the file reports it.
                return false
            }
        }
        let variables = environment.variables
        guard isInGzip, Program.isInstalled("gzip", path: variables["PATH"] ?? "") else { return loader }
        return GzipLoader(loader: loader, path: path, environment: variables, limit: limit)
    }

    var checksAddresses: Bool { loader.checksAddresses }

    func stream(for request: DataRequest) async throws -> DataStream {
        guard request.url == URL(filePath: path, directoryHint: .notDirectory) else {
            return try await loader.stream(for: request)
        }
        // Status 2 is a warning, as of bytes after the end.
        let words = ["sh", "-c", #"gzip -dc <"$1" || [ $? -eq 2 ]"#, "sh", path]
        let program = Program(words: words, environment: environment)
        return try DataStream(of: program, silentFor: limit, at: request.url, coding: "gzip") {
            .malformedResponse(reason: "'gzip -dc' \($0)")
        }
    }

    func data(for request: DataRequest) async throws -> DataResponse { try await loader.data(for: request) }

    func prioritize(_ request: DataRequest) async { await loader.prioritize(request) }
}
