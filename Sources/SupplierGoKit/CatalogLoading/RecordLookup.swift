import FoundationEssentials
import Glibc

extension RecordIndex {
    /// Opens the index in a cache entry; `nil` where it cannot be read, is damaged, or belongs to another body.
    static func open(_ entry: CacheEntry?, of identity: ContentIdentity) async -> RecordIndex? {
        guard let path = entry?.file else { return nil }
        do {
            return try await BlockingPool.shared.run { () throws(FileError) in
                let file = try FileDescriptor(opening: path, FileDescriptor.regularFileFlags)
                return try RecordIndex(of: identity) { offset, count throws(FileError) in
                    try file.read(count, at: offset)
                }
            }
        } catch {
            // The next reading of the catalog makes another.
            return nil
        }
    }

    /// Opens the index under a key; `nil` where there is none that can be used.
    static func open(
        _ key: CacheKey, in cache: any DataCaching, of identity: ContentIdentity
    ) async -> RecordIndex? {
        do {
            return await open(try await cache.entries(for: [key])[0], of: identity)
        } catch {
            return nil
        }
    }

    /// The suppliers with an id, in the catalog's order; `nil` where the index or the part of the body that it names is
    /// damaged.
    ///
    /// - Parameter path: the body's file.
    func suppliers(withID id: Supplier.ID, in path: String) async -> [Supplier]? {
        do {
            return try await BlockingPool.shared.run { () throws(FileError) in
                guard let offsets = try byteOffsets(of: id) else { return nil }
                let body = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
                var suppliers: [Supplier] = []
                for offset in offsets {
                    guard let supplier = try supplier(at: offset, in: body) else { return nil }
                    // Two ids may have one hash.
                    if supplier.id == id { suppliers.append(supplier) }
                }
                return suppliers
            }
        } catch {
            // Reading the whole body says what is wrong with it.
            return nil
        }
    }

    /// The supplier whose record begins at an offset; `nil` where there is none, or where the block is damaged.
    private func supplier(at offset: Int, in body: FileDescriptor) throws(FileError) -> Supplier? {
        let blockSize = BlockChecksums.blockSize
        let start = offset / blockSize * blockSize
        var byteCount = blockSize
        while true {
            let bytes = try body.read(byteCount, at: start)
            guard isWhole(bytes, fromBlock: start / blockSize), bytes.count > offset - start else { return nil }
            if let supplier = Supplier(firstRecordOf: Array(bytes[(offset - start)...])) { return supplier }
            guard bytes.count == byteCount, byteCount <= RecordScanner.recordByteLimit else { return nil }
            byteCount *= 4
        }
    }

    /// Whether bytes from the beginning of a block on are those that the index was made of.
    private func isWhole(_ bytes: [UInt8], fromBlock first: Int) -> Bool {
        guard !blockChecksums.isEmpty else { return true }
        for start in stride(from: 0, to: bytes.count, by: BlockChecksums.blockSize) {
            let number = first + start / BlockChecksums.blockSize
            let block = bytes.span.extracting(start..<min(bytes.count, start + BlockChecksums.blockSize))
            guard number < blockChecksums.count, XXH64.hash(of: block) == blockChecksums[number] else { return false }
        }
        return true
    }
}

extension ContentIdentity {
    /// The smallest file that an index is kept for: a smaller one is read as fast.
    static let indexedByteCount = 1 << 18

    /// The identity of a user's file, which tells whether it has changed; `nil` where it is not a regular file, or too
    /// small to need an index.
    static func ofFile(at path: String) async -> ContentIdentity? {
        do {
            let status = try await BlockingPool.shared.run { () throws(FileError) in
                try FileSystem.status(of: path)
            }
            guard let status, status.kind == .regular, status.byteCount >= indexedByteCount else { return nil }
            return ContentIdentity(
                byteCount: status.byteCount, modifiedAt: status.modifiedNanoseconds,
                changedAt: status.changedNanoseconds, fileNumber: status.fileNumber)
        } catch {
            // Opening it says why.
            return nil
        }
    }

    /// Whether the file had not changed for some time.
    func isSettled(at now: Date, after time: Duration) -> Bool {
        let age = now.timeIntervalSince1970 - Double(max(changedAt, modifiedAt)) / 1_000_000_000
        return age > time / .seconds(1)
    }
}
