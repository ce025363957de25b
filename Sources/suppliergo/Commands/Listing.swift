import SupplierGoKit

/// Turns suppliers into a format's bytes, with what the cache holds of their avatars where the format prints that.
struct Listing {
    private let session: Session
    private var formatter: any SupplierFormatter
    private var hasCacheError = false

    /// Begins a listing on a session's console.
    init(format: OutputFormat, session: Session) {
        self.session = session
        formatter = format.makeFormatter(
            style: session.console.outputStyle, width: session.console.outputTraits.width)
    }

    /// What stands before the first supplier.
    mutating func begin() -> [UInt8] {
        var bytes: [UInt8] = []
        formatter.begin(into: &bytes)
        return bytes
    }

    /// Some suppliers; a cache that cannot be read is warned of once, and counts as empty.
    mutating func rows(of suppliers: [Supplier]) async -> [UInt8] {
        let entries = await cachedAvatars(of: suppliers)
        var bytes: [UInt8] = []
        for index in suppliers.indices {
            let entry = entries.isEmpty ? nil : entries[index]
            formatter.append(ListedSupplier(supplier: suppliers[index], avatar: entry), into: &bytes)
        }
        return bytes
    }

    /// What stands behind the last supplier.
    mutating func end() -> [UInt8] {
        var bytes: [UInt8] = []
        formatter.end(into: &bytes)
        return bytes
    }

    private mutating func cachedAvatars(of suppliers: [Supplier]) async -> [CacheEntry?] {
        guard formatter.readsCache, !hasCacheError else { return [] }
        do {
            return try await session.loader.cachedAvatars(for: suppliers)
        } catch {
            hasCacheError = true
            if let failure = Failure(error) { session.console.warn(failure.sentence) }
            return []
        }
    }
}
