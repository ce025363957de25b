import FoundationEssentials

/// A catalog's pages at its server, linked by `Link: <…>; rel="next"` (RFC 8288).
///
/// The next page is requested as soon as the head of this one is there, so that it arrives while this one is decoded. What
/// the snapshot holds of a page makes the request conditional (RFC 9111, section 4.3).
struct RemotePages {
    /// A page that the server has answered for.
    struct Page {
        /// Its URL, as ``PagingPolicy/address(of:)`` writes it.
        let address: String

        /// What the server said of it.
        let response: StoredResponse

        /// Where it is.
        let body: Body

        /// The index of the snapshot's page that has not changed.
        var unchangedIndex: Int? {
            if case .unchanged(let index) = body { index } else { nil }
        }
    }

    /// Where a page's bytes are.
    enum Body {
        /// The server sends them.
        case sent(ByteChunks)

        /// The server says that the snapshot's page with this index has not changed.
        case unchanged(Int)
    }

    /// A page that was requested.
    private struct Request {
        let url: URL
        let request: DataRequest
        let requestedAt: Date

        /// The index of the snapshot's page that the conditions are about.
        let heldIndex: Int?
        let stream: Task<DataStream, any Error>
    }

    private let loader: SupplierLoader
    private let snapshot: Snapshot?

    /// The indices of the snapshot's pages, by their addresses.
    private let indices: [String: Int]
    private let policy: PagingPolicy

    /// The page that comes next, or why it may not be read.
    private var pending: Result<Request, CatalogError.Paging>?
    private var visited: Set<String> = []

    /// The catalog's origin: that of the first page's response, since its URL may have redirected.
    private var origin: Origin?

    /// Requests the first page.
    init(of loader: SupplierLoader, at url: URL, snapshot: Snapshot?) {
        self.loader = loader
        self.snapshot = snapshot
        let addresses = (snapshot?.pages ?? []).enumerated().map { ($0.element.address, $0.offset) }
        indices = Dictionary(addresses) { first, _ in first }
        policy = PagingPolicy(limit: loader.configuration.pageLimit)
        pending = .success(request(url, isConditional: true))
    }

    /// Cancels the request for the next page.
    func cancel() {
        if case .success(let request) = pending { request.stream.cancel() }
    }

    /// The next page, as soon as its head is there; `nil` after the last one.
    ///
    /// - Throws: ``CatalogError``, or `CancellationError`.
    mutating func next() async throws -> Page? {
        guard let pending else { return nil }
        self.pending = nil
        do {
            return try await page(pending.get())
        } catch let error as CatalogError.Paging {
            throw CatalogError.paging(error)
        } catch {
            throw try CatalogError(error, onPage: visited.count + 1)
        }
    }

    private mutating func page(_ pending: Request) async throws -> Page {
        var request = pending
        var stream = try await Self.answer(to: request)
        if stream.head.status.code == 304, request.heldIndex != nil {
            if let page = unchangedPage(request, stream.head) { return page }
            // The 304 is about something other than the snapshot's page.
            request = self.request(request.url, isConditional: false)
            stream = try await Self.answer(to: request)
        }
        // A part that was not asked for (206) is not a catalog.
        guard stream.head.status.isSuccess, stream.head.status.code != 206 else {
            let wait = stream.head.fields["Retry-After"].flatMap { RetryAfter.wait($0, at: .now) }
            throw CatalogError.status(request.url, stream.head.status, retryAfter: wait)
        }
        begin(request.url, stream.head)
        return Page(
            address: PagingPolicy.address(of: request.url),
            response: StoredResponse(
                of: stream.head, to: request.request, askedAt: request.requestedAt, receivedAt: .now),
            body: .sent(stream.chunks))
    }

    /// The page of the snapshot that has not changed; `nil` where the response is about another one.
    private mutating func unchangedPage(_ request: Request, _ head: ResponseHead) -> Page? {
        guard let snapshot, let index = request.heldIndex else { return nil }
        let answer = StoredResponse(
            of: head, to: request.request, askedAt: request.requestedAt, receivedAt: .now)
        guard let updated = snapshot.pages[index].response.updated(by: answer) else { return nil }
        begin(request.url, Self.head(head, linkingTo: snapshot.pages.dropFirst(index + 1).first?.address))
        return Page(address: snapshot.pages[index].address, response: updated, body: .unchanged(index))
    }

    /// A 304 need not repeat the link to the next page.
    private static func head(_ head: ResponseHead, linkingTo address: String?) -> ResponseHead {
        guard head.fields.nextPage == nil, let address,
            let link = HTTPFields.Field(name: "Link", value: "<\(address)>; rel=\"next\"")
        else { return head }
        return ResponseHead(
            url: head.url, status: head.status, fields: HTTPFields(head.fields.fields + [link]),
            remoteAddress: head.remoteAddress)
    }

    /// Notes where a page came from, and requests the next one.
    private mutating func begin(_ url: URL, _ head: ResponseHead) {
        loader.provenance.note(head)
        if visited.isEmpty { origin = Origin(head.url) }
        visited.insert(PagingPolicy.address(of: url))
        do throws(CatalogError.Paging) {
            guard let next = try policy.page(after: head, within: origin, visited: visited) else { return }
            pending = .success(request(next, isConditional: true))
        } catch {
            pending = .failure(error)
        }
    }

    private static func answer(to request: Request) async throws -> DataStream {
        try await withTaskCancellationHandler {
            try await request.stream.value
        } onCancel: {
            request.stream.cancel()
        }
    }

    private func request(_ url: URL, isConditional: Bool) -> Request {
        var request = DataRequest(
            url: url, originFields: loader.originFields(for: url),
            reach: loader.configuration.allowsPrivateHosts ? .anywhere : .outward)
        let index = isConditional ? indices[PagingPolicy.address(of: url)] : nil
        if let response = index.flatMap({ snapshot?.pages[$0].response }) {
            let isAnswer = response.answers(request.originFields)
            request.fields = isAnswer ? response.conditions : response.entityTagCondition
        }
        let dataLoader = loader.dataLoader
        let stream = Task { [request] in try await dataLoader.stream(for: request) }
        return Request(
            url: url, request: request, requestedAt: .now, heldIndex: request.fields.isEmpty ? nil : index,
            stream: stream)
    }
}

/// Decides which page of a catalog comes next, from the `Link` fields of the last response.
struct PagingPolicy: Sendable {
    /// The maximum number of pages of one catalog.
    let limit: Int

    /// The next page's URL; `nil` after the last page.
    ///
    /// - Parameters:
    ///   - head: the last page's response.
    ///   - origin: the only origin that pages may come from.
    ///   - visited: the pages so far, as ``address(of:)`` writes them.
    func page(
        after head: ResponseHead, within origin: Origin?, visited: Set<String>
    ) throws(CatalogError.Paging) -> URL? {
        guard let target = head.fields.nextPage else { return nil }
        guard let url = URL(string: target, relativeTo: head.url)?.absoluteURL else { throw .malformedLink(target) }
        guard let origin, Origin(url) == origin else { throw .elsewhere(url) }
        guard !visited.contains(Self.address(of: url)) else { throw .loop(url) }
        guard visited.count < limit else { throw .tooManyPages(limit: limit) }
        return url
    }

    /// A page's URL without its fragment, which no server sees (RFC 9110, section 4.2.5).
    static func address(of url: URL) -> String {
        PlainURL.withoutFragment(url.absoluteString)
    }
}
