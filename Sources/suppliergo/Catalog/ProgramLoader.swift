import FoundationEssentials
import Glibc
import SupplierGoKit

/// A loader that reads a catalog from a program's output: that of its command or, of a file in gzip, of `gzip -dc`.
struct ProgramLoader: DataLoading {
    private let loader: any DataLoading
    private let url: URL
    private let output: @Sendable () throws(DataLoadError) -> DataStream

    /// The loader, or one around it if a catalog has a command, or is a file in gzip and there is a `gzip`.
    ///
    /// - Parameter limit: the longest time without output.
    static func make(
        around loader: any DataLoading, for location: CatalogLocation, by commands: CatalogCommands? = nil,
        in environment: Environment, limit: Duration
    ) async -> any DataLoading {
        if case .command = location, let commands, let url = location.requestURL {
            return ProgramLoader(loader: loader, url: url) { () throws(DataLoadError) in try commands.output(for: url) }
        }
        let variables = environment.variables
        guard case .file(let path) = location, await BlockingThreads.files.run({ location.isInGzip }),
            Program.isInstalled("gzip", path: variables["PATH"] ?? "")
        else { return loader }
        let url = URL(filePath: path, directoryHint: .notDirectory)
        // Status 2 is a warning, as of bytes after the end.
        let words = ["sh", "-c", #"gzip -dc <"$1" || [ $? -eq 2 ]"#, "sh", path]
        let program = Program(words: words, environment: variables)
        return ProgramLoader(loader: loader, url: url) { () throws(DataLoadError) in
            try DataStream(of: program, silentFor: limit, at: url, coding: "gzip") {
                .malformedResponse(reason: "'gzip -dc' \($0)")
            }
        }
    }

    var checksAddresses: Bool { loader.checksAddresses }

    func stream(for request: DataRequest) async throws -> DataStream {
        request.url == url ? try output() : try await loader.stream(for: request)
    }

    func data(for request: DataRequest) async throws -> DataResponse { try await loader.data(for: request) }
}

extension CatalogLocation {
    /// It is a regular file, which another process can read, and this one twice: no pipe, and no descriptor by its
    /// number.
    var isRepeatable: Bool {
        guard case .file(let path) = self, !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/") else { return false }
        do throws(FileError) {
            return try FileSystem.status(of: path)?.kind == .regular
        } catch {
            return false
        }
    }

    /// It is a table that another program has saved, such as Excel, so that somebody may have added columns: it has a
    /// byte order mark, or no commas between the columns.
    var isTableOfOthers: Bool {
        let bytes = beginning(upTo: 1 << 16)
        let hasMark = bytes.starts(with: [0xef, 0xbb, 0xbf])
        let heading = bytes.dropFirst(hasMark ? 3 : 0).prefix { $0 != UInt8(ascii: "\n") }
        let isJSON = heading.first.map { "[{".utf8.contains($0) } ?? true
        return !isJSON && (hasMark || !heading.contains(UInt8(ascii: ",")))
    }

    fileprivate var isInGzip: Bool { beginning(upTo: 2) == [0x1f, 0x8b] }

    /// The first bytes of a regular file; none if it cannot be read, which the caller that reads it reports. A pipe is
    /// not opened for that: once closed it is at its end for whoever writes to it.
    private func beginning(upTo count: Int) -> [UInt8] {
        guard isRepeatable, case .file(let path) = self else { return [] }
        do throws(FileError) {
            return try FileDescriptor(opening: path, O_RDONLY).read(count, at: 0)
        } catch {
            return []
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
