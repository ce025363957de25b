public import FoundationEssentials

extension SupplierLoader {
    /// The suppliers with an id, from the index beside the catalog's snapshot, in time that does not grow with the
    /// catalog; `nil` where the index cannot answer.
    ///
    /// It answers offline, and for as long as the catalog's server said that the snapshot may be used without asking
    /// (RFC 9111, section 4.2), where the configuration does not ask for more. An index that
    /// is absent, of another snapshot, or broken does not answer; the next reading of the catalog by ``suppliers()``,
    /// offline included, makes it anew.
    public func indexedSuppliers(withID id: String) async -> IndexedSuppliers? {
        guard case .remote(let url) = location, let cache, !configuration.isRefreshing || configuration.isOffline else {
            return nil
        }
        if !configuration.isOffline {
            guard let held = await heldCatalog(at: url), held.isFresh(at: .now, for: originFields(for: url)) else {
                return nil
            }
        }
        do {
            let entries = try await cache.entries(for: [CacheKey(snapshotOf: url), CacheKey(indexOf: url)])
            guard let snapshot = entries[0], let index = entries[1], let snapshotFile = snapshot.file,
                let indexFile = index.file
            else { return nil }
            return try await BlockingPool.shared.run { () throws(FileError) in
                try IndexSearch(snapshot: snapshot, at: snapshotFile, index: indexFile)?.suppliers(withID: id)
            }
        } catch {
            // An index is a shortcut: what is wrong with the cache is said by who goes the long way.
            return nil
        }
    }
}

extension SupplierLoader {
    /// What the cache holds of a catalog; a cache that cannot be read holds nothing.
    func heldCatalog(at url: URL) async -> HeldCatalog? {
        guard let cache else { return nil }
        do {
            return try await HeldCatalog(of: url, in: cache)
        } catch {
            // Whoever writes the snapshot says what is wrong with the cache.
            return nil
        }
    }

    /// Whether there is an index of this snapshot, as far as its header says.
    func hasIndex(of snapshot: CacheEntry) async -> Bool {
        guard case .remote(let url) = location else { return false }
        do {
            guard let file = try await cache?.entries(for: [CacheKey(indexOf: url)]).first??.file else { return false }
            return try await BlockingPool.shared.run { () throws(FileError) in
                let file = try FileDescriptor(opening: file, FileDescriptor.regularFileFlags)
                let header = RecordIndexFormat.Header(try file.read(RecordIndexFormat.headerByteCount, at: 0))
                return header?.identity == SnapshotIdentity(snapshot)
            }
        } catch {
            // Whatever is wrong with the index, another one mends it.
            return false
        }
    }
}

/// What the index beside a snapshot says of an id.
public struct IndexedSuppliers: Sendable {
    /// The suppliers with the id, in the catalog's order; empty where there is none.
    public let suppliers: [Supplier]

    /// How many records of the catalog are no suppliers.
    public let issueCount: Int

    /// When the snapshot was stored.
    public let storedAt: Date
}

/// Reads an index and the records that it names; every call may block.
private struct IndexSearch {
    private let index: RecordIndex<FileError>
    private let snapshot: CacheEntry
    private let file: FileDescriptor

    /// Opens both files, or gives `nil` where the index is not one of this snapshot.
    init?(snapshot: CacheEntry, at snapshotPath: String, index indexPath: String) throws(FileError) {
        let indexFile = try FileDescriptor(opening: indexPath, FileDescriptor.regularFileFlags)
        let index = try RecordIndex<FileError>(of: SnapshotIdentity(snapshot)) { offset, count throws(FileError) in
            try indexFile.read(count, at: offset)
        }
        guard let index else { return nil }
        self.index = index
        self.snapshot = snapshot
        file = try FileDescriptor(opening: snapshotPath, FileDescriptor.regularFileFlags)
    }

    /// The suppliers, or `nil` where the index does not fit the snapshot after all.
    func suppliers(withID id: String) throws(FileError) -> IndexedSuppliers? {
        guard let offsets = try index.byteOffsets(of: id) else { return nil }
        var suppliers: [Supplier] = []
        for offset in offsets {
            guard let supplier = try supplier(at: offset) else { return nil }
            // Two ids may have one hash.
            if supplier.id.rawValue == id { suppliers.append(supplier) }
        }
        return IndexedSuppliers(
            suppliers: suppliers, issueCount: Int(index.header.issueCount), storedAt: snapshot.storedAt)
    }

    private func supplier(at offset: Int) throws(FileError) -> Supplier? {
        var byteCount = 16 << 10
        while true {
            let bytes = try file.read(byteCount, at: offset)
            if let supplier = Supplier(firstRecordOf: bytes) { return supplier }
            guard bytes.count == byteCount, byteCount <= RecordScanner.recordByteLimit else { return nil }
            byteCount *= 8
        }
    }
}
