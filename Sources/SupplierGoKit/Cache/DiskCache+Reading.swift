import Glibc

extension DiskCache {
    /// The bytes of an entry.
    ///
    /// - Throws: ``CacheError``: `missing` where the file is gone, or is another one by now.
    public func bytes(of entry: CacheEntry) async throws -> [UInt8] {
        try await onDisk { () throws(FileError) in
            let bytes = try Self.open(entry).readAll(entry.byteCount)
            guard bytes.count == entry.byteCount else { throw FileError("read", entry.file ?? "", ENOENT) }
            return bytes
        }
    }

    /// The bytes of an entry, in chunks of up to 256 KiB.
    ///
    /// - Throws: ``CacheError``, as ``bytes(of:)`` does; so do the chunks.
    public func chunks(of entry: CacheEntry) async throws -> ByteChunks {
        let file = try await onDisk { () throws(FileError) in try Self.open(entry) }
        let stream = ProducedStream(capacity: 1) { channel in
            var byteCount = 0
            do {
                for try await chunk in FileChunks.chunks(of: file) {
                    byteCount += chunk.count
                    guard await channel.send(chunk) else { return }
                }
            } catch let error as FileError {
                throw CacheError(error)
            }
            guard byteCount == entry.byteCount else { throw CacheError.missing(path: file.path) }
        }
        return ByteChunks(pulling: { try await stream.next() })
    }

    /// Opens an entry's file, where it is a file, not a link, and of the entry's size.
    private static func open(_ entry: CacheEntry) throws(FileError) -> FileDescriptor {
        guard let path = entry.file else { throw FileError("open", entry.key.text, ENOENT) }
        let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        let status = try file.status()
        guard status.kind == .regular, status.byteCount == entry.byteCount else {
            throw FileError("open", path, ENOENT)
        }
        return file
    }
}
