import FoundationEssentials
import SupplierGoKit
import Synchronization

/// A loader of a program's own: `shelf://` names files in a folder, which may be a tape or a database elsewhere.
///
/// It is written with the kit's public names only. The byte limit is held by the kit's `data(for:)`, and here by
/// `stream(for:)`.
struct FolderLoader: DataLoading {
    let folder: URL
    let checksAddresses = true

    func stream(for request: DataRequest) async throws -> DataStream {
        try Task.checkCancellation()
        let path = folder.appending(path: request.url.lastPathComponent).path(percentEncoded: false)
        guard let data = FileManager.default.contents(atPath: path) else {
            return DataStream(
                head: DataResponse.Head(url: request.url, status: HTTPStatus(404)), chunks: ByteChunks { nil })
        }
        let rest = Rest([UInt8](data))
        return DataStream(
            head: DataResponse.Head(url: request.url, status: HTTPStatus(200)),
            chunks: ByteChunks {
                guard let chunk = rest.next() else { return nil }
                if let limit = request.byteLimit, rest.givenCount > limit {
                    throw DataLoadError(.bodyTooLarge(limit: limit), request.url)
                }
                return chunk
            })
    }

    /// The part of a file that was not given yet.
    private final class Rest: Sendable {
        private let bytes: [UInt8]
        private let given = Atomic(0)

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        var givenCount: Int { given.load(ordering: .relaxed) }

        func next() -> [UInt8]? {
            let start = givenCount
            guard start < bytes.count else { return nil }
            let end = min(start + 7, bytes.count)
            given.store(end, ordering: .relaxed)
            return Array(bytes[start..<end])
        }
    }
}
