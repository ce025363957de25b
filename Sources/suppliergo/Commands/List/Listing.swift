import FoundationEssentials
import SupplierGoKit

/// Turns suppliers into a format's bytes, with what the cache holds of their avatars where the format prints that.
struct Listing {
    /// The pictures that were brought in; `nil` where none were.
    var pictures: BroughtPictures?

    private let session: Session
    private var formatter: any SupplierFormatter
    private var hasCacheError = false

    /// Begins a listing, on a session's console, of what was looked for by a query.
    init(format: OutputFormat, query: SupplierQuery, session: Session) {
        self.session = session
        formatter = format.makeFormatter(
            style: session.console.outputStyle, width: session.console.outputTraits.width,
            catalog: session.loader.location, query: query)
    }

    /// Renders each supplier by itself, where the format allows that and prints nothing that the cache holds.
    var renderer: (any SupplierRendering)? {
        // Avatars are in the directory of this name.
        let avatars = session.cache.directory + "/avatars"
        return formatter.readsCache && FileManager.default.fileExists(atPath: avatars) ? nil : formatter.renderer
    }

    /// How many suppliers at a time: one where pictures come with them, so that no more than one is in memory.
    var batchLimit: Int { formatter.embedsAvatars ? 1 : .max }

    /// What stands before the first supplier.
    mutating func begin() -> [UInt8] {
        var bytes: [UInt8] = []
        formatter.begin(into: &bytes)
        return bytes
    }

    /// The heading of a group, before its suppliers.
    mutating func heading(of group: SupplierGroup) -> [UInt8] {
        var bytes: [UInt8] = []
        formatter.append(group, into: &bytes)
        return bytes
    }

    /// Some suppliers that the renderer has rendered.
    mutating func rows(of rendered: RenderedSuppliers) -> [UInt8] {
        formatter.joining(rendered.bytes)
    }

    /// Some suppliers; a cache that cannot be read counts as empty.
    mutating func rows(of suppliers: [Supplier]) async -> [UInt8] {
        let entries = await cachedAvatars(of: suppliers)
        let now = Date.now
        var bytes: [UInt8] = []
        for index in suppliers.indices {
            let entry = entries.isEmpty ? nil : entries[index]
            let isStale = entry.map { !Freshness(of: $0, assuming: .avatars).isFresh(at: now) } ?? false
            var listed = ListedSupplier(supplier: suppliers[index], avatar: entry, isStale: isStale)
            if formatter.embedsAvatars { listed.image = await image(of: listed) }
            formatter.append(listed, into: &bytes)
        }
        return bytes
    }

    /// What stands behind the last supplier.
    mutating func end() -> [UInt8] {
        var bytes: [UInt8] = []
        formatter.end(into: &bytes)
        return bytes
    }

    /// An avatar's bytes: those that came with the supplier or for it, or those in the cache.
    private func image(of listed: ListedSupplier) async -> [UInt8]? {
        guard let avatar = listed.supplier.avatar else { return nil }
        if let bytes = avatar.bytes ?? pictures?.unkept[avatar.endpoint] { return bytes }
        do {
            if let entry = listed.avatar { return try await session.cache.bytes(of: entry) }
        } catch CacheError.missing {
            // Another process has taken it away.
        } catch {
            note(error)
            return nil
        }
        if pictures?.isKept(of: listed.supplier) == true, !hasCacheError { session.cacheWarnings.noteDropped() }
        return nil
    }

    private mutating func cachedAvatars(of suppliers: [Supplier]) async -> [CacheEntry?] {
        guard formatter.readsCache || formatter.embedsAvatars, !hasCacheError else { return [] }
        do {
            return try await session.loader.cachedAvatars(for: suppliers)
        } catch {
            note(error)
            hasCacheError = true
            return []
        }
    }

    private func note(_ error: any Error) {
        if let error = error as? CacheError { session.cacheWarnings.note(unreadable: error) }
    }
}
