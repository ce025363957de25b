import Glibc

extension DiskCache {
    /// The bytes of an entry.
    ///
    /// - Throws: ``CacheError``: `missing` where the file is gone, is another one by now, or is not what was stored; in the
    ///   last case it is dropped.
    public func bytes(of entry: CacheEntry) async throws -> [UInt8] {
        try await reading { () throws(FileError) in
            let (file, checksum) = try Self.openWithChecksum(entry)
            let bytes = try file.readAll(entry.byteCount)
            guard bytes.count == entry.byteCount, XXH64.hash(of: bytes) == checksum else { throw try Self.drop(file) }
            return bytes
        }
    }

    /// The bytes of an entry, in chunks of up to 256 KiB.
    ///
    /// - Throws: ``CacheError``, as ``bytes(of:)`` does; so do the chunks.
    public func chunks(of entry: CacheEntry) async throws -> ByteChunks {
        let (file, checksum) = try await reading { () throws(FileError) in try Self.openWithChecksum(entry) }
        let stream = ProducedStream(capacity: 1) { channel in
            var byteCount = 0
            var hash = XXH64()
            do {
                for try await chunk in FileChunks.chunks(of: file) {
                    byteCount += chunk.count
                    hash.add(chunk)
                    guard await channel.send(chunk) else { return }
                }
            } catch let error as FileError {
                throw CacheError(reading: error)
            }
            guard byteCount == entry.byteCount, hash.value == checksum else {
                throw CacheError(reading: try await BlockingPool.shared.run { try Self.drop(file) })
            }
        }
        return ByteChunks(pulling: { try await stream.next() })
    }

    /// Runs file calls on an entry that was found before.
    func reading<Value: Sendable>(
        _ body: @escaping @Sendable () throws(FileError) -> Value
    ) async throws -> Value {
        do throws(FileError) {
            return try await BlockingPool.shared.run(body)
        } catch {
            throw CacheError(reading: error)
        }
    }

    /// Opens an entry's file, and says what its bytes' ``XXH64`` should be.
    private static func openWithChecksum(
        _ entry: CacheEntry
    ) throws(FileError) -> (file: FileDescriptor, checksum: UInt64) {
        let file = try open(entry)
        guard let record = try RecordPlace.record(of: file, try file.status(), named: entry.key.name.word) else {
            throw try drop(file)
        }
        return (file, record.checksum)
    }

    /// Removes a file that is not what was stored, unless another has its name by now, and says that it is missing.
    private static func drop(_ file: FileDescriptor) throws(FileError) -> FileError {
        if try FileSystem.status(of: file.path)?.fileNumber == file.status().fileNumber {
            try FileSystem.removeFile(file.path)
        }
        return FileError("read", file.path, ENOENT)
    }

    /// Opens an entry's file, where it is a file, not a link, and of the entry's size.
    static func open(_ entry: CacheEntry) throws(FileError) -> FileDescriptor {
        guard let path = entry.file else { throw FileError("open", entry.key.text, ENOENT) }
        let file = try FileDescriptor(opening: path, FileDescriptor.regularFileFlags)
        let status = try file.status()
        guard status.kind == .regular, status.byteCount == entry.byteCount else {
            throw FileError("open", path, ENOENT)
        }
        return file
    }
}
