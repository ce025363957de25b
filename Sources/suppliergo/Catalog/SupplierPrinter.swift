import FoundationEssentials
import SupplierGoKit

/// Prints suppliers in a format, with their cached avatars if the format prints them.
///
/// A supplier comes as the format's bytes, which ``renderer`` has made while the catalog was decoded, or is rendered
/// here: as a row of a ``SupplierTable``, or as a value.
struct SupplierPrinter {
    /// The images that were loaded before; `nil` if none were.
    var images: AvatarImages?

    /// The most suppliers that columns are laid out by.
    static let layoutCount = 1000

    /// The number of suppliers that were printed.
    private(set) var count = 0

    private let session: Session
    private var formatter: any SupplierFormatter
    private let embedsAvatars, readsCache: Bool

    /// False until columns are laid out, if the format has some that take their widths from the suppliers.
    private var isLaidOut: Bool

    private var hasCacheError = false

    /// The number of avatars that were in the cache, and were gone when they were to be printed.
    private var lostCount = 0

    /// Renders the suppliers of a batch as they are printed; as rows until the columns of a card's lines are laid out.
    var renderer: any SupplierRendering { formatter.renderer ?? RowRenderer() }

    private var output: StandardOutput { session.console.output }

    /// Creates a printer on a session's console, for the suppliers that match a query.
    init(format: OutputFormat, columns: [ListColumn]? = nil, query: SupplierQuery, session: Session) {
        self.session = session
        let console = session.console
        let isForTerminal = console.outputTraits.isTerminal
        embedsAvatars = format.embedsAvatars
        isLaidOut = format != .card
        readsCache = embedsAvatars || format.readsCache(for: columns)
        formatter = format.makeFormatter(
            style: console.outputStyle, width: console.outputTraits.width, isForTerminal: isForTerminal,
            hasHeading: isForTerminal && console.verbosity > .quiet, columns: columns,
            catalog: session.loader.location, query: query)
    }

    /// True if suppliers are printed with what the cache has of their avatars, so that none is rendered before.
    var printsCachedAvatars: Bool {
        // Without this directory no avatar is in the cache: there is nothing to look up.
        embedsAvatars || readsCache && FileManager.default.fileExists(atPath: session.cache.directory + "/avatars")
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
        try output.write(formatter.begin(asOf: date))
    }

    /// Lays columns out by the first suppliers, which may be more than the first call prints.
    mutating func layOut(for suppliers: @autoclosure () -> [Supplier]) async throws(OutputError) {
        guard !exchange(&isLaidOut, with: true) else { return }
        let first = suppliers()
        let files = await cachedAvatars(of: first).map { $0.entry?.file }
        try output.write(formatter.layOut(for: Array(zip(first, files))))
    }

    /// Prints the heading of a group, before its suppliers.
    mutating func printHeading(of company: String, count: Int) throws(OutputError) {
        let isFirst = self.count == 0
        try output.write(formatter.heading(of: Self.heading(of: company), count: count, isFirst: isFirst))
    }

    /// The heading of the group of a company, which may be empty.
    static func heading(of company: String) -> String { company.isEmpty ? "no company" : company }

    /// Prints suppliers that the ``renderer`` has rendered as they are printed.
    mutating func print(_ rendered: RenderedSuppliers) throws(OutputError) {
        guard rendered.count > 0 else { return }
        try output.write(formatter.joining(rendered.bytes, isFirst: count == 0))
        count += rendered.count
    }

    /// Prints suppliers, with their cached avatars if the format prints those; a cache that cannot be read counts as
    /// empty. The first call lays columns out, if nothing has.
    ///
    /// - Throws: ``OutputError``, and `CancellationError`.
    mutating func print(_ suppliers: [Supplier]) async throws {
        guard !suppliers.isEmpty else { return }
        try await layOut(for: Array(suppliers.prefix(Self.layoutCount)))
        var bytes: [UInt8] = []
        let isFirst = count == 0
        for (supplier, cached) in zip(suppliers, await cachedAvatars(of: suppliers)) {
            var avatar = cached
            if embedsAvatars { avatar.image = await image(of: supplier, avatar.entry) }
            supplier.withFields { formatter.add($0, in: $1, avatar, into: &bytes) }
            count += 1
            guard embedsAvatars else { continue }
            // Of images no more than one is in memory.
            try output.write(bytes)
            bytes = []
            try Task.checkCancellation()
        }
        try output.write(formatter.joining(bytes, isFirst: isFirst))
    }

    /// Prints rows of a table. The first call lays columns out, if nothing has.
    ///
    /// - Throws: ``OutputError``, and `CancellationError`.
    mutating func print(_ rows: ArraySlice<UInt32>, of table: SupplierTable) async throws {
        guard !rows.isEmpty else { return }
        try await layOut(for: rows.prefix(Self.layoutCount).map { table.supplier(at: Int($0)) })
        var rest = rows
        func slice() -> ArraySlice<UInt32> {
            defer { rest = rest.dropFirst(SupplierPrinter.layoutCount) }
            return rest.prefix(SupplierPrinter.layoutCount)
        }
        let renderer = printsCachedAvatars ? nil : formatter.renderer
        while !rest.isEmpty {
            if let renderer {
                // The rows are anywhere in memory, and two tasks wait for it side by side.
                let (first, second) = (slice(), slice())
                async let later = Self.rendered(second, of: table, by: renderer)
                try print(await Self.rendered(first, of: table, by: renderer))
                try print(await later)
            } else {
                try await print(slice().map { table.supplier(at: Int($0)) })
            }
            try Task.checkCancellation()
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

    /// Prints the text after the last supplier, and warns of avatars that were left out.
    mutating func end() throws(OutputError) {
        try output.write(formatter.end(isEmpty: count == 0))
        try output.flush()
        guard lostCount > 0 else { return }
        session.console.warn("\(Count.subject(lostCount, "avatar")) left out: the cache no longer has them")
    }

    /// An avatar's bytes, as loaded for the supplier or from the cache.
    private mutating func image(of supplier: Supplier, _ entry: CacheEntry?) async -> [UInt8]? {
        guard let avatar = supplier.avatar else { return nil }
        if let bytes = images?.unkept[avatar.endpoint] { return bytes }
        do {
            if let entry { return try await session.cache.bytes(of: entry) }
        } catch CacheError.missing {
            // Another process has taken it away.
        } catch {
            addReadError(error)
            return nil
        }
        if images?.isKept(of: supplier) == true, !hasCacheError { lostCount += 1 }
        return nil
    }

    /// The avatars of suppliers in the cache, if the format prints them.
    private mutating func cachedAvatars(of suppliers: [Supplier]) async -> [ListedAvatar] {
        let none = suppliers.map { _ in ListedAvatar() }
        guard readsCache, !hasCacheError else { return none }
        do {
            let now = Date.now
            return try await session.loader.cachedAvatars(for: suppliers).map { entry in
                let isStale = entry.map { !Freshness(of: $0, assuming: .avatars).isFresh(at: now) } ?? false
                return ListedAvatar(entry: entry, isStale: isStale)
            }
        } catch {
            addReadError(error)
            hasCacheError = true
            return none
        }
    }

    private func addReadError(_ error: any Error) {
        if let error = error as? CacheError { session.cacheWarnings.add(readError: error) }
    }
}
