import FoundationEssentials

/// A catalog's pages at its server, linked by `Link: <…>; rel="next"` (RFC 8288).
///
/// As soon as a page's head is there the next page is asked for, so that it is on its way while this one is decoded. What is
/// held of a page makes the request a conditional one: a page that has not changed costs no body (RFC 9111, section 4.3).
actor RemotePages: PageSource {
    /// A page that is asked for.
    private struct Request {
        let url: URL
        let request: DataRequest
        let askedAt: Date

        /// What is held of it, where the request says so.
        let held: HeldCatalog.Page?
        let response: Task<DataStream, any Error>
    }

    private let loader: SupplierLoader
    private let keeping: SnapshotKeeping?
    private let policy: PagingPolicy
    private var next: Result<Request, PagingError>?
    private var visited: Set<String> = []
    private var origin: Origin?

    /// Reads from the catalog's URL on; what passes is kept as the catalog's snapshot.
    init(of loader: SupplierLoader, at url: URL, keeping: SnapshotKeeping?) async {
        self.loader = loader
        self.keeping = keeping
        policy = PagingPolicy(limit: loader.configuration.pageLimit)
        next = .success(await Self.request(url, by: loader, keeping))
    }

    deinit {
        if case .success(let page) = next { page.response.cancel() }
    }

    var pageOffset: Int {
        get async { await keeping?.pageOffset ?? 0 }
    }

    func nextPage() async throws -> ByteChunks? {
        guard let next else { return nil }
        self.next = nil
        var page: Request
        do {
            page = try next.get()
        } catch {
            throw CatalogError.paging(error)
        }
        var stream = try await Self.answer(to: page)
        if stream.head.status.code == 304, let held = page.held {
            if let chunks = try await unchanged(held, page, stream.head) { return chunks }
            // The answer means something else than what is held, or that is gone.
            page = await Self.request(page.url, by: loader, nil)
            stream = try await Self.answer(to: page)
        }
        guard stream.head.status.isSuccess else { throw CatalogError.status(page.url, stream.head.status) }
        let isMarked = await begin(page.url, stream.head)
        guard let keeping else { return stream.chunks }
        let response = StoredResponse(
            of: stream.head, to: page.request, askedAt: page.askedAt, receivedAt: .now)
        return await keeping.chunks(of: page.url, response, isMarked: isMarked, stream.chunks)
    }

    /// The bytes of a page that has not changed; `nil` where the answer means another one, or they are gone.
    private func unchanged(
        _ held: HeldCatalog.Page, _ page: Request, _ head: ResponseHead
    ) async throws -> ByteChunks? {
        let answer = StoredResponse(of: head, to: page.request, askedAt: page.askedAt, receivedAt: .now)
        let updated = held.response.updated(
            by: head.fields, from: answer.url, requestFields: answer.requestFields, requestedAt: answer.requestedAt,
            receivedAt: answer.receivedAt)
        guard let keeping, let updated else { return nil }
        // Opened before the page counts as read: where it is gone, it is asked for anew.
        do {
            try await keeping.open(held)
        } catch is CacheError {
            return nil
        }
        let isMarked = await begin(page.url, await linked(head, behind: held))
        return try await keeping.chunks(of: held, now: updated, isMarked: isMarked)
    }

    /// A 304 need not repeat the link to the next page.
    private func linked(_ head: ResponseHead, behind page: HeldCatalog.Page) async -> ResponseHead {
        guard head.fields.nextPage == nil, let address = await keeping?.address(behind: page),
            let link = HTTPFields.Field(name: "Link", value: "<\(address)>; rel=\"next\"")
        else { return head }
        return ResponseHead(
            url: head.url, status: head.status, fields: HTTPFields(head.fields.fields + [link]),
            remoteAddress: head.remoteAddress)
    }

    /// Takes notice of a page's head, and asks for the next page.
    ///
    /// - Returns: whether the page stands behind a mark in the snapshot: it is one of several.
    private func begin(_ url: URL, _ head: ResponseHead) async -> Bool {
        loader.provenance.note(head)
        let isFirst = visited.isEmpty
        visited.insert(PagingPolicy.address(of: url))
        do {
            // The first page says where the catalog is: its URL may have led elsewhere.
            if isFirst { origin = Origin(head.url) }
            if let url = try policy.page(after: head, within: origin, visited: visited) {
                next = .success(await Self.request(url, by: loader, keeping))
            }
        } catch {
            next = .failure(error)
        }
        return !isFirst || next != nil
    }

    private static func answer(to page: Request) async throws -> DataStream {
        try await withTaskCancellationHandler {
            try await page.response.value
        } onCancel: {
            page.response.cancel()
        }
    }

    private static func request(_ url: URL, by loader: SupplierLoader, _ keeping: SnapshotKeeping?) async -> Request {
        let held = await keeping?.heldPage(url)
        var request = DataRequest(
            url: url, originFields: loader.originFields(for: url),
            reach: loader.configuration.allowsPrivateHosts ? .anywhere : .outward)
        if let response = held?.response {
            let isAnswer = response.answers(request.originFields)
            request.fields = isAnswer ? response.conditions : response.entityTagCondition
        }
        let isConditional = !request.fields.isEmpty
        let task = Task { [request] in try await loader.dataLoader.stream(for: request) }
        return Request(
            url: url, request: request, askedAt: .now, held: isConditional ? held : nil, response: task)
    }
}
