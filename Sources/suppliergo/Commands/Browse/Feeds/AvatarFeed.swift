import SupplierGoKit

/// Fetches avatars for the browser: those on the screen before all others, then those of the catalog's first suppliers.
///
/// Nothing here is waited for by the browser's loop: it says what is on the screen, and outcomes come as events.
final class AvatarFeed: Sendable {
    /// A supplier whose avatar is on the screen.
    struct Wanted: Sendable {
        let supplier: Supplier
        let endpoint: String
        let place: FaceRequest.Place

        /// Takes a supplier; `nil` if it has no avatar.
        init?(_ supplier: Supplier, at place: FaceRequest.Place) {
            guard let avatar = supplier.avatar else { return nil }
            (self.supplier, endpoint, self.place) = (supplier, avatar.endpoint, place)
        }
    }

    private struct State {
        /// The avatars on the screen, as they were given last, and those already looked at by their endpoints.
        var shown: [Wanted] = []
        var wanted: [String: Supplier] = [:]

        /// The results for avatars.
        var notes: [String: AvatarNote] = [:]

        /// The avatars that were on the screen and have no outcome yet, and the streams that they are in.
        var pending: [String: AvatarStream<Never>] = [:]

        /// The number of the catalog's first avatars that have no outcome yet.
        var otherCount = 0

        /// Those on the screen may be among the others.
        var pendingCount: Int { max(pending.count, otherCount) }
    }

    /// The most avatars of a catalog to fetch that were never on the screen.
    static let otherLimit = 10_000

    /// The number of those that are made into suppliers at once.
    private static let batchSize = 256

    /// The number of notes to keep before those of avatars that are not on the screen are dropped.
    private static let noteLimit = 4096

    private let usedLoader: Lock<SupplierLoader>
    private let mailbox: Mailbox
    private let faces: FaceFeed
    private let cacheWarnings: CacheWarnings
    private let requests = AsyncStream.makeStream(of: [Wanted].self, bufferingPolicy: .bufferingNewest(1))
    private let tables = AsyncStream.makeStream(of: SupplierTable.self, bufferingPolicy: .bufferingNewest(1))
    private let state = Lock(State())

    /// Creates a feed.
    ///
    /// - Parameters:
    ///   - faces: paints what was fetched.
    ///   - cacheWarnings: says that avatars are not kept.
    init(by loader: SupplierLoader, into mailbox: Mailbox, faces: FaceFeed, cacheWarnings: CacheWarnings) {
        usedLoader = Lock(loader)
        self.mailbox = mailbox
        self.faces = faces
        self.cacheWarnings = cacheWarnings
    }

    private var loader: SupplierLoader { usedLoader.withLock { $0 } }

    /// Takes the edits of the catalog, which may name files.
    func use(_ edits: SupplierEdits) { usedLoader.withLock { $0.edits = edits } }

    /// Says what is on the screen, the most important first; what was there before may wait.
    func show(_ wanted: [Wanted]) {
        state.withLock { $0.shown = wanted }
        requests.continuation.yield(wanted)
    }

    /// Fetches the avatars of a catalog's first suppliers as well, after those on the screen.
    func fetchOthers(of table: SupplierTable) {
        tables.continuation.yield(table)
    }

    /// Tries avatars again that failed: those on the screen now, others when they are there next.
    ///
    /// Until now their servers may have asked for a wait, or said that they are gone.
    func retryFailures() {
        usedLoader.withLock { $0 = $0.impatient }
        let shown = state.withLock { state in
            let failed = state.notes.filter { if case .failed = $0.value { true } else { false } }
            for endpoint in failed.keys { (state.notes[endpoint], state.wanted[endpoint]) = (nil, nil) }
            return state.shown
        }
        requests.continuation.yield(shown)
    }

    /// Fetches until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.fetchOthers() }
            for await wanted in requests.stream {
                faces.show(wanted.map { FaceRequest(endpoint: $0.endpoint, place: $0.place) })
                let (new, urgent, lesser) = take(wanted)
                prioritize(urgent, as: .high)
                prioritize(lesser, as: .normal)
                guard !new.isEmpty else { continue }
                let stream = loader.avatars(for: new, priority: .high)
                state.withLock { state in
                    for supplier in new { state.pending[supplier.avatar?.endpoint ?? ""] = stream }
                }
                postCount()
                group.addTask { await self.follow(stream) }
            }
        }
    }

    // MARK: What is on the screen

    /// Takes what is on the screen now, and says again what is known of it.
    ///
    /// - Returns: the suppliers to fetch, those that came to the screen, and those that left it before their outcome.
    private func take(_ wanted: [Wanted]) -> (new: [Supplier], urgent: [Supplier], lesser: [Supplier]) {
        let (known, lists) = state.withLock { state in
            let former = state.wanted
            state.wanted = Dictionary(wanted.map { ($0.endpoint, $0.supplier) }) { first, _ in first }
            var known: [(String, AvatarNote)] = []
            var new: [Supplier] = [], urgent: [Supplier] = []
            var seen: Set<String> = []
            for item in wanted where seen.insert(item.endpoint).inserted && former[item.endpoint] == nil {
                if let note = state.notes[item.endpoint], faces.canPaint(item.endpoint, note) {
                    known.append((item.endpoint, note))
                    continue
                }
                urgent.append(item.supplier)
                if state.pending[item.endpoint] == nil { new.append(item.supplier) }
            }
            let lesser = former.filter { state.wanted[$0.key] == nil && state.pending[$0.key] != nil }
            if state.notes.count > Self.noteLimit {
                state.notes = state.notes.filter { state.wanted[$0.key] != nil }
            }
            return (known, (new, urgent, Array(lesser.values)))
        }
        for (endpoint, note) in known { mailbox.post(.avatar(endpoint: endpoint, note)) }
        return lists
    }

    private func prioritize(_ suppliers: [Supplier], as priority: DataRequest.Priority) {
        guard !suppliers.isEmpty else { return }
        let pairs = state.withLock { state in
            suppliers.compactMap { supplier in
                supplier.avatar.flatMap { state.pending[$0.endpoint] }.map { (supplier, $0) }
            }
        }
        for (supplier, stream) in pairs { stream.prioritize([supplier], as: priority) }
    }

    private func follow(_ stream: AvatarStream<Never>) async {
        var batches = stream.makeAsyncIterator()
        while let outcomes = await batches.nextBatch() {
            for outcome in outcomes { take(outcome) }
            postCount()
        }
    }

    private func take(_ outcome: AvatarOutcome) {
        guard let endpoint = outcome.supplier.avatar?.endpoint else { return }
        if let error = outcome.result.cacheFailure { cacheWarnings.say("the avatars are not kept", error) }
        let note = AvatarNote(outcome)
        state.withLock { state in
            state.notes[endpoint] = note
            state.pending[endpoint] = nil
        }
        mailbox.post(.avatar(endpoint: endpoint, note))
        if case .loaded(let avatar) = outcome.result, let bytes = outcome.supplier.avatar?.bytes {
            faces.take(bytes, in: avatar.file, of: endpoint)
        }
    }

    // MARK: The others

    private func fetchOthers() async {
        var last: SupplierTable.Version?
        for await table in tables.stream where table.version != last {
            last = table.version
            let count = min(table.count, Self.otherLimit)
            let stream = loader.avatars(for: Self.batches(of: table, count), delivering: .files, priority: .low)
            state.withLock { $0.otherCount = count }
            var batches = stream.makeAsyncIterator()
            while let outcomes = await batches.nextBatch() {
                state.withLock { $0.otherCount -= outcomes.count }
                postCount()
            }
            state.withLock { $0.otherCount = 0 }
            postCount()
        }
    }

    /// A table's first suppliers, in batches that are made as they are asked for.
    private static func batches(of table: SupplierTable, _ count: Int) -> AsyncStream<[Supplier]> {
        let next = Lock(0)
        return AsyncStream {
            let rows = next.withLock { next in
                let rows = next..<min(next + batchSize, count)
                next = rows.upperBound
                return rows
            }
            return rows.isEmpty ? nil : rows.map { table.supplier(at: $0) }
        }
    }

    private func postCount() {
        mailbox.post(.avatarsPending(state.withLock { $0.pendingCount }))
    }
}
