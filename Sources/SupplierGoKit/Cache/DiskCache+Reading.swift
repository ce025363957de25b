import Glibc

extension DiskCache {
    /// The bytes of an entry.
    ///
    /// - Throws: ``CacheError``: `missing` where the file is gone, or is another one by now.
    public func bytes(of entry: CacheEntry) async throws -> [UInt8] {
        try await reading { () throws(FileError) in
            let file = try Self.open(entry)
            let bytes = try file.readAll(entry.byteCount)
            guard bytes.count == entry.byteCount else { throw FileError("read", file.path, ENOENT) }
            return bytes
        }
    }

    /// The bytes of an entry, in chunks of up to 256 KiB.
    ///
    /// - Throws: ``CacheError``, as ``bytes(of:)`` does; so do the chunks.
    public func chunks(of entry: CacheEntry) async throws -> ByteChunks {
        let file = try await reading { () throws(FileError) in try Self.open(entry) }
        let stream = ProducedStream(capacity: 1) { channel in
            var byteCount = 0
            do {
                for try await chunk in FileChunks.chunks(of: file) {
                    byteCount += chunk.count
                    guard await channel.send(chunk) else { return }
                }
            } catch let error as FileError {
                throw CacheError(reading: error)
            }
            guard byteCount == entry.byteCount else { throw CacheError.missing(path: file.path) }
        }
        return ByteChunks(pulling: { try await stream.next() })
    }

    private func reading<Value: Sendable>(
        _ body: @escaping @Sendable () throws(FileError) -> Value
    ) async throws -> Value {
        do throws(FileError) {
            return try await BlockingPool.shared.run(body)
        } catch {
            throw CacheError(reading: error)
        }
    }

    /// Opens an entry's file, where it is a file, not a link, and of the entry's size.
    private static func open(_ entry: CacheEntry) throws(FileError) -> FileDescriptor {
        guard let path = entry.file else { throw FileError("open", entry.key.text, ENOENT) }
        let file = try FileDescriptor(opening: path, FileDescriptor.regularFileFlags)
        let status = try file.status()
        guard status.kind == .regular, status.byteCount == entry.byteCount else {
            throw FileError("open", path, ENOENT)
        }
        return file
    }
}
