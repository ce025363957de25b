import FoundationEssentials

/// A catalog's pages at its server, linked by `Link: <…>; rel="next"` (RFC 8288).
///
/// As soon as a page's head is there the next page is asked for, so that it is on its way while this one is decoded.
actor RemotePages: PageSource {
    private let loader: SupplierLoader
    private let recording: SnapshotRecording?
    private let policy: PagingPolicy
    private var next: Result<(url: URL, response: Task<DataStream, any Error>), PagingError>?
    private var visited: Set<String> = []
    private var origin: Origin?

    /// Until when the pages so far may be used without asking their server; `nil` for not at all.
    private(set) var freshUntil: Date?

    /// Reads from the catalog's URL on; what passes is recorded as the catalog's snapshot.
    init(of loader: SupplierLoader, at url: URL, recording: SnapshotRecording?) {
        self.loader = loader
        self.recording = recording
        policy = PagingPolicy(limit: loader.configuration.pageLimit)
        next = .success((url, Self.request(url, by: loader)))
    }

    deinit {
        if case .success(let page) = next { page.response.cancel() }
    }

    var pageOffset: Int {
        get async { await recording?.pageOffset ?? 0 }
    }

    func nextPage() async throws -> ByteChunks? {
        guard let next else { return nil }
        self.next = nil
        let (url, response): (URL, Task<DataStream, any Error>)
        do {
            (url, response) = try next.get()
        } catch {
            throw CatalogError.paging(error)
        }
        let stream = try await withTaskCancellationHandler {
            try await response.value
        } onCancel: {
            response.cancel()
        }
        guard stream.head.status.isSuccess else { throw CatalogError.status(url, stream.head.status) }
        loader.provenance.note(stream.head)
        let isFirst = visited.isEmpty
        visited.insert(PagingPolicy.address(of: url))
        noteLifetime(of: stream.head, isFirst: isFirst)
        plan(after: stream.head)
        guard let recording else { return stream.chunks }
        await recording.beginPage(isMarked: !isFirst || self.next != nil)
        return recording.passingOn(stream.chunks)
    }

    private func noteLifetime(of head: ResponseHead, isFirst: Bool) {
        let lifetime = head.fields.lifetime
        let end = lifetime > 0 ? Date.now.addingTimeInterval(TimeInterval(lifetime)) : nil
        if isFirst {
            freshUntil = end
        } else {
            freshUntil = freshUntil.flatMap { known in end.map { min(known, $0) } }
        }
    }

    private func plan(after head: ResponseHead) {
        do {
            // The first page says where the catalog is: its URL may have led elsewhere.
            if visited.count == 1 { origin = Origin(head.url) }
            guard let url = try policy.page(after: head, within: origin, visited: visited) else { return }
            next = .success((url, Self.request(url, by: loader)))
        } catch {
            next = .failure(error)
        }
    }

    private static func request(_ url: URL, by loader: SupplierLoader) -> Task<DataStream, any Error> {
        let request = DataRequest(
            url: url, originFields: loader.originFields(for: url),
            reach: loader.configuration.allowsPrivateHosts ? .anywhere : .outward)
        return Task { try await loader.dataLoader.stream(for: request) }
    }
}
