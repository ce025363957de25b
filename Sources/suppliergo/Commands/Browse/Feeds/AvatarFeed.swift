import FoundationEssentials
import SupplierGoKit

/// Fetches and paints avatars for the browser: those on the screen before all others, then those of the catalog's first
/// suppliers are fetched.
///
/// The browser's loop never waits for it: it requests the pictures on the screen, and outcomes come as events.
actor AvatarFeed {
    /// Something that the browser asks for.
    private enum Order: Sendable {
        case show([PictureRequest]), useEdits(SupplierEdits), hurry
    }

    /// An image that was fetched: the path of its file, or `nil` and its bytes if it is in none.
    private typealias Image = (file: String?, bytes: [UInt8])

    /// The most avatars of a catalog to fetch that were never on the screen.
    static let otherLimit = 10_000

    /// The number of bytes of images to keep before those that are not on the screen are dropped.
    private static let byteLimit = 16 << 20

    private var loader: SupplierLoader
    private let mailbox: Mailbox
    private let painter: AvatarPainter
    private let warnings: CacheWarnings
    private let orders = AsyncStream.makeStream(of: Order.self)
    private let tables = AsyncStream.makeStream(of: SupplierTable.self, bufferingPolicy: .bufferingNewest(1))

    /// Has an element once there may be something to paint.
    private let images = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// The pictures to paint, the most important first, and the endpoints of those that were on the screen last.
    private var wanted: [PictureRequest] = []
    private var shown: Set<String> = []

    /// The images that were fetched, by their endpoints.
    private var fetched: [String: Image] = [:]
    private var byteCount = 0

    /// The avatars that have no outcome yet, and the streams that they are in.
    private var pending: [String: (supplier: Supplier, stream: AvatarStream<Never>)] = [:]

    /// The number of the catalog's first avatars that have no outcome yet; some of them may be on the screen.
    private var otherCount = 0

    /// Creates a feed.
    ///
    /// - Parameter warnings: says that avatars are not kept.
    init(by loader: SupplierLoader, into mailbox: Mailbox, painter: AvatarPainter, warnings: CacheWarnings) {
        (self.loader, self.mailbox, self.painter, self.warnings) = (loader, mailbox, painter, warnings)
    }

    /// Uses other edits of the catalog, which may name files.
    nonisolated func use(_ edits: SupplierEdits) { orders.continuation.yield(.useEdits(edits)) }

    /// Requests the pictures that the screen lacks, the most important first; earlier requests may wait.
    nonisolated func show(_ requests: [PictureRequest]) { orders.continuation.yield(.show(requests)) }

    /// Fetches the avatars of a catalog's first suppliers as well, after those on the screen.
    nonisolated func fetchOthers(of table: SupplierTable) { tables.continuation.yield(table) }

    /// Fetches from now on also from servers that have asked for a wait, or said that an avatar is gone.
    nonisolated func hurry() { orders.continuation.yield(.hurry) }

    /// Fetches and paints until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.fetchOthers() }
            group.addTask { await self.paint() }
            for await order in orders.stream {
                switch order {
                case .useEdits(let edits): loader.edits = edits
                case .hurry: loader = loader.impatient
                case .show(let requests):
                    if let stream = startFetching(requests) { group.addTask { await self.follow(stream) } }
                }
            }
        }
    }

    // MARK: Fetching

    private func startFetching(_ requests: [PictureRequest]) -> AvatarStream<Never>? {
        let former = shown
        (wanted, shown) = (requests, Set(requests.map(\.endpoint)))
        images.continuation.yield()
        for (endpoint, item) in pending where former.contains(endpoint) != shown.contains(endpoint) {
            item.stream.prioritize([item.supplier], as: shown.contains(endpoint) ? .high : .normal)
        }
        let new = requests.uniqued(on: \.endpoint).filter {
            fetched[$0.endpoint] == nil && pending[$0.endpoint] == nil
        }
        guard !new.isEmpty else { return nil }
        let stream = loader.avatars(for: new.map(\.supplier), priority: .high)
        for request in new { pending[request.endpoint] = (request.supplier, stream) }
        postCount()
        return stream
    }

    private func follow(_ stream: AvatarStream<Never>) async {
        var batches = stream.makeAsyncIterator()
        while let outcomes = await batches.nextBatch() {
            for outcome in outcomes { finish(outcome) }
            postCount()
        }
    }

    private func finish(_ outcome: AvatarOutcome) {
        guard let endpoint = outcome.supplier.avatar?.endpoint else { return }
        pending[endpoint] = nil
        if let error = outcome.result.cacheFailure { warnings.say("the avatars are not kept", error) }
        mailbox.post(.avatar(endpoint: endpoint, AvatarState(outcome, isOffline: loader.configuration.isOffline)))
        guard case .loaded(let avatar) = outcome.result, let bytes = outcome.supplier.avatar?.bytes else { return }
        let kept = avatar.file == nil ? bytes : []
        fetched[endpoint] = (avatar.file, kept)
        byteCount += kept.count
        if byteCount > Self.byteLimit {
            // An image in a file takes no memory here.
            fetched = fetched.filter { $0.value.file != nil || shown.contains($0.key) }
            byteCount = fetched.values.reduce(0) { $0 + $1.bytes.count }
        }
        images.continuation.yield()
    }

    private func postCount() { mailbox.post(.avatarsPending(max(pending.count, otherCount))) }

    // MARK: Painting

    /// Paints what is on the screen and was fetched, one picture at a time.
    private func paint() async {
        for await _ in images.stream {
            while !Task.isCancelled, let index = wanted.firstIndex(where: { fetched[$0.endpoint] != nil }) {
                let request = wanted.remove(at: index)
                guard let image = fetched[request.endpoint] else { break }
                mailbox.post(.painted(endpoint: request.endpoint, request.box, await paint(image, into: request.box)))
            }
        }
    }

    private func paint(_ image: Image, into box: CellSize) async -> Picture? {
        let read = await BlockingThreads.files.run { image.file.flatMap { FileManager.default.contents(atPath: $0) } }
        return await painter.paint(read.map { Array($0) } ?? image.bytes, in: image.file, into: box)
    }

    // MARK: The others

    private func fetchOthers() async {
        var last: SupplierTable.Version?
        for await table in tables.stream where table.version != last {
            last = table.version
            otherCount = min(table.count, Self.otherLimit)
            let suppliers = table.batches(upTo: otherCount)
            var batches = loader.avatars(for: suppliers, delivering: .files, priority: .low).makeAsyncIterator()
            while let outcomes = await batches.nextBatch() {
                otherCount -= outcomes.count
                postCount()
            }
            otherCount = 0
            postCount()
        }
    }
}
