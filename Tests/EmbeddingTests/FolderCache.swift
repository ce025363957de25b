import FoundationEssentials
import SupplierGoKit
import Synchronization

/// A cache of a program's own that outlives it: a folder with a file for each entry, whose first part is the response.
///
/// It is written with the kit's public names only.
final class FolderCache: DataCaching {
    private let folder: URL
    private let claims = Mutex<Set<CacheKey>>([])

    init(in folder: URL) {
        self.folder = folder
    }

    func entries(for keys: [CacheKey]) -> [CacheEntry?] { keys.map { found(under: $0)?.entry } }

    func bytes(of entry: CacheEntry) throws(CacheError) -> [UInt8] {
        guard let (_, bytes) = found(under: entry.key) else { throw CacheError.missing(path: entry.key.text) }
        return bytes
    }

    func chunks(of entry: CacheEntry) throws(CacheError) -> ByteChunks {
        let bytes = try bytes(of: entry)
        return ByteChunks(
            AsyncStream { chunks in
                chunks.yield(bytes)
                chunks.finish()
            })
    }

    func store(
        _ bytes: [UInt8], response: StoredResponse?, for key: CacheKey
    ) throws(CacheError) -> CacheEntry {
        let head = response?.bytes ?? []
        let file = [UInt8(head.count >> 8), UInt8(head.count & 0xff)] + head + bytes
        try changing { try Data(file).write(to: URL(filePath: path(of: key)), options: .atomic) }
        return CacheEntry(key: key, file: nil, byteCount: bytes.count, storedAt: .now, response: response)
    }

    func makeWriter(for key: CacheKey) -> any CacheWriting {
        Writer(cache: self, key: key)
    }

    func refresh(_ entry: CacheEntry, with response: StoredResponse) throws(CacheError) -> CacheEntry {
        guard let (held, bytes) = found(under: entry.key), held.byteCount == entry.byteCount else {
            throw CacheError.missing(path: entry.key.text)
        }
        return try store(bytes, response: response, for: entry.key)
    }

    func remove(_ entry: CacheEntry) throws(CacheError) {
        guard let (held, _) = found(under: entry.key), held.byteCount == entry.byteCount else { return }
        try changing { try FileManager.default.removeItem(atPath: path(of: entry.key)) }
    }

    func claim(_ key: CacheKey) -> CacheClaim? {
        guard claims.withLock({ $0.insert(key).inserted }) else { return nil }
        return CacheClaim { [self] in claims.withLock { _ = $0.remove(key) } }
    }

    /// Makes the folder if it is missing, and changes its files; a cache throws no error of another kind than its own.
    private func changing(_ body: () throws -> Void) throws(CacheError) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try body()
        } catch {
            throw .refused(path: folder.path(percentEncoded: false), reason: "\(error)")
        }
    }

    private func found(under key: CacheKey) -> (entry: CacheEntry, bytes: [UInt8])? {
        guard let data = FileManager.default.contents(atPath: path(of: key)), data.count > 2 else { return nil }
        let file = [UInt8](data)
        let headCount = Int(file[0]) << 8 | Int(file[1])
        guard file.count > 2 + headCount else { return nil }
        let response = StoredResponse(bytes: Array(file[2..<2 + headCount]))
        let bytes = Array(file[(2 + headCount)...])
        return (CacheEntry(key: key, file: nil, byteCount: bytes.count, storedAt: .now, response: response), bytes)
    }

    private func path(of key: CacheKey) -> String {
        let name = key.text.utf8.map { String($0, radix: 16) }.joined().suffix(200)
        return folder.appending(path: "\(key.namespace.name)-\(name)").path(percentEncoded: false)
    }

    private actor Writer: CacheWriting {
        private let cache: FolderCache
        private let key: CacheKey
        private var bytes: [UInt8]? = []

        init(cache: FolderCache, key: CacheKey) {
            self.cache = cache
            self.key = key
        }

        func write(_ chunk: [UInt8]) { bytes? += chunk }

        func commit(response: StoredResponse?) throws(CacheError) -> CacheEntry {
            guard let bytes else { throw CacheError.missing(path: key.text) }
            self.bytes = nil
            return try cache.store(bytes, response: response, for: key)
        }
    }
}
