import FoundationEssentials
import SupplierGoKit

/// Prints suppliers in a format, with what the cache holds of their avatars where the format prints that.
struct SupplierPrinter {
    /// The images that were loaded before; `nil` where none were.
    var images: AvatarImages?

    /// The most suppliers that columns are laid out by.
    static let layoutCount = 1000

    /// How many suppliers were printed.
    private(set) var count = 0

    private let session: Session
    private var formatter: any SupplierFormatter
    private var hasCacheError = false

    private var output: StandardOutput { session.console.output }

    /// Creates a printer on a session's console, for what was looked for by a query.
    init(format: OutputFormat, columns: [ListColumn]? = nil, query: SupplierQuery, session: Session) {
        self.session = session
        let console = session.console
        let isForTerminal = console.outputTraits.isTerminal
        formatter = format.makeFormatter(
            style: console.outputStyle, width: console.outputTraits.width, isForTerminal: isForTerminal,
            hasHeading: isForTerminal && console.verbosity > .quiet, columns: columns,
            catalog: session.loader.location, query: query)
    }

    /// Renders each supplier by itself, where the format allows that and prints nothing that the cache holds.
    var renderer: (any SupplierRendering)? {
        // Avatars are in the directory of this name.
        let avatars = session.cache.directory + "/avatars"
        return formatter.readsCache && FileManager.default.fileExists(atPath: avatars) ? nil : formatter.renderer
    }

    /// Prints what comes before the first supplier.
    mutating func begin() throws(OutputError) {
        var bytes: [UInt8] = []
        formatter.begin(into: &bytes)
        try output.write(bytes)
    }

    /// Lays columns out by the first suppliers, where those that are printed first may not be all that are known.
    mutating func layOut(for first: [Supplier]) async throws {
        var bytes: [UInt8] = []
        formatter.layOut(for: await listed(first)[...], into: &bytes)
        try output.write(bytes)
    }

    /// Prints the heading of a group, before its suppliers.
    mutating func printHeading(of group: SupplierGroup) throws(OutputError) {
        var bytes: [UInt8] = []
        formatter.append(group, into: &bytes)
        try output.write(bytes)
    }

    /// Prints suppliers that the renderer has rendered.
    mutating func print(_ rendered: RenderedSuppliers) throws(OutputError) {
        guard rendered.count > 0 else { return }
        count += rendered.count
        try output.write(formatter.joining(rendered.bytes))
        try output.flush()
    }

    /// Prints suppliers; a cache that cannot be read counts as empty.
    ///
    /// - Throws: ``OutputError``, and `CancellationError`.
    mutating func print(_ suppliers: [Supplier]) async throws {
        var rest = suppliers[...]
        while !rest.isEmpty {
            // Of images no more than one is in memory.
            let rows = rest.prefix(formatter.embedsAvatars ? 1 : .max)
            rest = rest.dropFirst(rows.count)
            try output.write(await bytes(of: Array(rows)))
            count += rows.count
            try Task.checkCancellation()
        }
        try output.flush()
    }

    /// Prints what comes after the last supplier.
    mutating func end() throws(OutputError) {
        var bytes: [UInt8] = []
        formatter.end(into: &bytes)
        try output.write(bytes)
    }

    private mutating func bytes(of suppliers: [Supplier]) async -> [UInt8] {
        var bytes: [UInt8] = []
        let all = await listed(suppliers)
        formatter.layOut(for: all.prefix(Self.layoutCount), into: &bytes)
        for var listed in all {
            if formatter.embedsAvatars { listed.image = await image(of: listed) }
            formatter.append(listed, into: &bytes)
        }
        return bytes
    }

    /// Suppliers with what the cache holds of their avatars, where the format prints that.
    private mutating func listed(_ suppliers: [Supplier]) async -> [ListedSupplier] {
        let entries = await cachedAvatars(of: suppliers)
        let now = Date.now
        return suppliers.indices.map { index in
            let entry = entries.isEmpty ? nil : entries[index]
            let isStale = entry.map { !Freshness(of: $0, assuming: .avatars).isFresh(at: now) } ?? false
            return ListedSupplier(supplier: suppliers[index], avatar: entry, isStale: isStale)
        }
    }

    /// An avatar's bytes: those that came with the supplier or for it, or those in the cache.
    private func image(of listed: ListedSupplier) async -> [UInt8]? {
        guard let avatar = listed.supplier.avatar else { return nil }
        if let bytes = avatar.bytes ?? images?.unkept[avatar.endpoint] { return bytes }
        do {
            if let entry = listed.avatar { return try await session.cache.bytes(of: entry) }
        } catch CacheError.missing {
            // Another process has taken it away.
        } catch {
            note(error)
            return nil
        }
        if images?.isKept(of: listed.supplier) == true, !hasCacheError { session.cacheWarnings.noteDropped() }
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
