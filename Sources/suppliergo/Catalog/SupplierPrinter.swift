import FoundationEssentials
import SupplierGoKit

/// Prints suppliers in a format, with their cached avatars if the format prints them.
struct SupplierPrinter {
    /// The images that were loaded before; `nil` if none were.
    var images: AvatarImages?

    /// The most suppliers that columns are laid out by.
    static let layoutCount = 1000

    /// The number of suppliers that were printed.
    private(set) var count = 0

    private let session: Session
    private var formatter: any SupplierFormatter
    private let readsCache: Bool
    private let embedsAvatars: Bool
    private var hasCacheError = false

    private var output: StandardOutput { session.console.output }

    /// Creates a printer on a session's console, for the suppliers that match a query.
    init(format: OutputFormat, columns: [ListColumn]? = nil, query: SupplierQuery, session: Session) {
        self.session = session
        let console = session.console
        let isForTerminal = console.outputTraits.isTerminal
        readsCache = format.readsCache(for: columns)
        embedsAvatars = format.embedsAvatars
        formatter = format.makeFormatter(
            style: console.outputStyle, width: console.outputTraits.width, isForTerminal: isForTerminal,
            hasHeading: isForTerminal && console.verbosity > .quiet, columns: columns,
            catalog: session.loader.location, query: query)
    }

    /// Renders each supplier by itself, if the format allows that and prints nothing that the cache holds.
    var renderer: BatchRenderer? {
        // Avatars are in the directory of this name.
        let avatars = session.cache.directory + "/avatars"
        return readsCache && FileManager.default.fileExists(atPath: avatars) ? nil : formatter.renderer
    }

    /// A sentence for each column that no record had, with the nearest name.
    func warnings(of columns: [ListColumn]) -> [String] {
        formatter.others?.warnings(of: columns.compactMap(\.otherPath)) ?? []
    }

    /// Prints the text before the first supplier.
    ///
    /// - Parameter source: the catalog's source; `nil` if it is unknown.
    mutating func begin(from source: SupplierBatch.Source?) throws(OutputError) {
        let date: Date? =
            switch source {
            case .location: .now
            case .snapshot(let storedAt, _): storedAt
            case nil: nil
            }
        try write { $0.begin(asOf: date, into: &$1) }
    }

    /// Lays columns out by the first suppliers, which may be more than those that are printed first.
    mutating func layOut(for first: [Supplier]) async throws {
        let first = await listed(first)
        try write { $0.layOut(for: first[...], into: &$1) }
    }

    /// Prints the heading of a group, before its suppliers.
    mutating func printHeading(of company: String, count: Int) throws(OutputError) {
        try write { $0.appendHeading(of: company, count: count, into: &$1) }
    }

    /// Prints rows of a table, from their bytes if the format allows that.
    ///
    /// - Throws: ``OutputError``, and `CancellationError`.
    mutating func print(_ rows: ArraySlice<UInt32>, of table: SupplierTable) async throws {
        let renderer = renderer?()
        var rest = rows
        func next() -> ArraySlice<UInt32> {
            defer { rest = rest.dropFirst(SupplierPrinter.layoutCount) }
            return rest.prefix(SupplierPrinter.layoutCount)
        }
        while !rest.isEmpty {
            if let renderer {
                // The rows are anywhere in memory, and two tasks wait for it side by side.
                let (first, second) = (next(), next())
                async let later = Self.rendered(second, of: table, by: renderer)
                try print(await Self.rendered(first, of: table, by: renderer))
                try print(await later)
                try Task.checkCancellation()
            } else {
                try await print(next().map { table.supplier(at: Int($0)) })
            }
        }
    }

    @concurrent private static func rendered(
        _ rows: ArraySlice<UInt32>, of table: SupplierTable, by renderer: any SupplierRendering
    ) async -> RenderedSuppliers {
        var rendered = RenderedSuppliers()
        for row in rows {
            table.withFields(of: Int(row)) { rendered.append($0, in: $1, by: renderer) }
        }
        return rendered
    }

    /// Prints suppliers that the renderer has rendered.
    mutating func print(_ rendered: RenderedSuppliers) throws(OutputError) {
        guard rendered.count > 0 else { return }
        count += rendered.count
        try output.write(formatter.joining(rendered.bytes))
    }

    /// Prints suppliers; a cache that cannot be read counts as empty.
    ///
    /// - Throws: ``OutputError``, and `CancellationError`.
    mutating func print(_ suppliers: [Supplier]) async throws {
        var rest = suppliers[...]
        while !rest.isEmpty {
            // Of images no more than one is in memory.
            let rows = rest.prefix(embedsAvatars ? 1 : .max)
            rest = rest.dropFirst(rows.count)
            try output.write(await bytes(of: Array(rows)))
            count += rows.count
            try Task.checkCancellation()
        }
        try output.flush()
    }

    /// Prints the text after the last supplier.
    mutating func end() throws(OutputError) {
        try write { $0.end(into: &$1) }
    }

    private mutating func write(_ body: (inout any SupplierFormatter, inout [UInt8]) -> Void) throws(OutputError) {
        var bytes: [UInt8] = []
        body(&formatter, &bytes)
        try output.write(bytes)
    }

    private mutating func bytes(of suppliers: [Supplier]) async -> [UInt8] {
        var bytes: [UInt8] = []
        let all = await listed(suppliers)
        formatter.layOut(for: all.prefix(Self.layoutCount), into: &bytes)
        for var listed in all {
            if embedsAvatars { listed.image = await image(of: listed) }
            formatter.append(listed, into: &bytes)
        }
        return bytes
    }

    /// Suppliers with their cached avatars, if the format prints them.
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
            addReadError(error)
            return nil
        }
        if images?.isKept(of: listed.supplier) == true, !hasCacheError { session.cacheWarnings.addDropped() }
        return nil
    }

    private mutating func cachedAvatars(of suppliers: [Supplier]) async -> [CacheEntry?] {
        guard readsCache || embedsAvatars, !hasCacheError else { return [] }
        do {
            return try await session.loader.cachedAvatars(for: suppliers)
        } catch {
            addReadError(error)
            hasCacheError = true
            return []
        }
    }

    private func addReadError(_ error: any Error) {
        if let error = error as? CacheError { session.cacheWarnings.add(readError: error) }
    }
}
