import FoundationEssentials
import Glibc
import SupplierGoKit

/// A loader that reads a catalog from a program's output: that of its command or, of a file in gzip, of `gzip -dc`.
struct ProgramLoader: DataLoading {
    private let loader: any DataLoading

    /// The catalog's URL.
    private let url: URL

    /// The program that prints it.
    private let program: Program

    /// The longest time without output.
    private let limit: Duration

    /// The content coding that the program removes; `nil` for none.
    var coding: String?

    /// Makes an error's reason from a clause without its subject.
    private let failure: @Sendable (String) -> DataLoadError.Reason

    /// The loader, or one around it if a catalog has a command, or is a file in gzip and there is a `gzip`.
    ///
    /// - Parameters:
    ///   - command: the catalog's command in the settings. Default `nil`.
    ///   - limit: the longest time without output.
    static func make(
        around loader: any DataLoading, for location: CatalogLocation, by command: String? = nil,
        in environment: Environment, limit: Duration
    ) async -> any DataLoading {
        let variables = environment.variables
        if case .command(let name) = location, let command, let url = location.requestURL {
            let program = Program(shell: command, environment: variables)
            return ProgramLoader(loader: loader, url: url, program: program, limit: limit) {
                .failed(code: 0, reason: "the command of '\(name)' \($0)")
            }
        }
        guard case .file(let path) = location, await BlockingThreads.files.run({ location.isInGzip }),
            Program.isInstalled("gzip", path: variables["PATH"] ?? "")
        else { return loader }
        let url = URL(filePath: path, directoryHint: .notDirectory)
        // Status 2 is a warning, as of bytes after the end.
        let words = ["sh", "-c", #"gzip -dc <"$1" || [ $? -eq 2 ]"#, "sh", path]
        let program = Program(words: words, environment: variables)
        return ProgramLoader(loader: loader, url: url, program: program, limit: limit, coding: "gzip") {
            .malformedResponse(reason: "'gzip -dc' \($0)")
        }
    }

    var checksAddresses: Bool { loader.checksAddresses }

    func data(for request: DataRequest) async throws -> DataResponse { try await loader.data(for: request) }

    func stream(for request: DataRequest) async throws -> DataStream {
        guard request.url == url else { return try await loader.stream(for: request) }
        let reader: ProgramReader
        do throws(SystemFailure) {
            reader = try ProgramReader(program, limit: limit)
        } catch {
            throw DataLoadError(.failed(code: 0, reason: "\(error)"), url)
        }
        let fields = [coding.flatMap { HeaderFields.Field(name: "Content-Encoding", value: $0) }].compactMap(\.self)
        return DataStream(
            head: DataResponse.Head(url: url, status: HTTPStatus(200), fields: HeaderFields(fields)),
            chunks: ByteChunks { [url, failure] in
                do {
                    return try await reader.read { try $0.next() }
                } catch let error as ProgramReader.Failure {
                    throw DataLoadError(failure(error.description), url)
                }
            })
    }
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

    /// True for a table that another program has saved, such as Excel, so that somebody may have added columns: it has
    /// a byte order mark, or no commas between the columns. False for any other table, and `nil` for JSON.
    var isTableOfOthers: Bool? {
        let bytes = beginning(upTo: 1 << 16)
        let hasMark = bytes.starts(with: [0xef, 0xbb, 0xbf])
        let text = bytes.dropFirst(hasMark ? 3 : 0)
        guard let first = text.first(where: { !$0.isBlank }), !"[{".utf8.contains(first) else { return nil }
        return hasMark || !text.prefix { $0 != UInt8(ascii: "\n") }.contains(UInt8(ascii: ","))
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
