/// A catalog's pages at its server, linked by `Link: <…>; rel="next"` (RFC 8288) or by their bodies (``CatalogEnvelope``).
///
/// A page of a header field is requested as soon as the head of the one before is there, so that it arrives while that one
/// is decoded. The snapshot's validators of a page make the request conditional (RFC 9111, section 4.3).
struct RemotePages {
    /// A page that the server has answered for.
    struct Page {
        /// Its URL without its fragment.
        let address: String

        /// The server's response.
        let response: StoredResponse

        /// Its bytes.
        let body: Body

        /// The index of the snapshot's page that has not changed.
        var unchangedIndex: Int? {
            if case .unchanged(let index) = body { index } else { nil }
        }
    }

    /// The place of a page's bytes.
    enum Body {
        /// The server sends them.
        case sent(ByteChunks)

        /// The server says that the snapshot's page with this index has not changed.
        case unchanged(Int)
    }

    /// A page that was requested.
    private struct Request {
        let request: DataRequest
        let requestedAt: Date

        /// The index of the snapshot's page that the conditions are about.
        let heldIndex: Int?
        let stream: Task<DataStream, any Error>

        var url: URL { request.url }
    }

    private let loader: SupplierLoader
    private let dataLoader: any DataLoading
    private let snapshot: Snapshot?

    /// The indices of the snapshot's pages, by their addresses.
    private let indices: [String: Int]

    /// Unchanged pages that the server has answered for and nothing has read yet, and perhaps a changed one after them.
    private(set) var pulled: [Page] = []

    /// The page that comes next, or why it may not be read.
    private var pending: Result<Request, CatalogError.Paging>?
    private var visited: Set<String> = []

    /// The URL of the last page's response.
    private var lastURL: URL?

    /// The catalog's origin: that of the first page's response, since its URL may have redirected.
    private var origin: Origin?

    /// Requests the first page.
    init(of loader: SupplierLoader, at url: URL, snapshot: Snapshot?) {
        self.loader = loader
        dataLoader = loader.patientLoader
        self.snapshot = snapshot
        let addresses = (snapshot?.pages ?? []).enumerated().map { ($0.element.address, $0.offset) }
        indices = Dictionary(addresses) { first, _ in first }
        pending = .success(request(url, isConditional: true))
    }

    /// Whether a header field names a next page.
    var hasNext: Bool { pending != nil }

    /// Cancels the request for the next page.
    func cancel() {
        if case .success(let request) = pending { request.stream.cancel() }
    }

    /// The next page, as soon as its head is there; `nil` after the last one.
    ///
    /// - Parameter envelope: the members beside the array of the page before, for a page without a link in its header.
    /// - Throws: ``CatalogError``, or `CancellationError`.
    mutating func next(after envelope: CatalogEnvelope) async throws -> Page? {
        if !pulled.isEmpty { return pulled.removeFirst() }
        // The output of a command has no origin, and no other page.
        if pending == nil, origin != nil, let lastURL, case .page(let target) = envelope.next {
            follow(target, from: lastURL)
        }
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

    /// Whether the server says that all pages of the snapshot are as they were. None of them is read for that.
    mutating func areUnchanged() async throws -> Bool {
        var pages: [Page] = []
        defer { pulled = pages }
        while let page = try await next(after: CatalogEnvelope()) {
            pages.append(page)
            if page.unchangedIndex == nil { return false }
        }
        return pages.map(\.unchangedIndex) == Array((snapshot?.pages ?? []).indices)
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
            address: request.url.address,
            response: Self.response(stream.head, to: request),
            body: .sent(stream.chunks))
    }

    /// The page of the snapshot that has not changed; `nil` if the response is about another one.
    private mutating func unchangedPage(_ request: Request, _ head: DataResponse.Head) -> Page? {
        guard let snapshot, let index = request.heldIndex else { return nil }
        let answer = Self.response(head, to: request)
        guard let updated = snapshot.pages[index].response.updated(by: answer) else { return nil }
        begin(request.url, Self.head(head, linkingTo: snapshot.pages.dropFirst(index + 1).first?.address))
        return Page(address: snapshot.pages[index].address, response: updated, body: .unchanged(index))
    }

    /// The part of a response that is kept, with the fields that count pages or suppliers.
    private static func response(_ head: DataResponse.Head, to request: Request) -> StoredResponse {
        var response = StoredResponse(
            of: head, to: request.request, askedAt: request.requestedAt, receivedAt: .now)
        response.countFields = HeaderFields(
            PageNames.fields.compactMap { name, _ in
                head.fields[name].flatMap { Int($0) }.flatMap { HeaderFields.Field(name: name, value: "\($0)") }
            })
        return response
    }

    /// A 304 need not repeat the link to the next page.
    private static func head(_ head: DataResponse.Head, linkingTo address: String?) -> DataResponse.Head {
        guard head.fields.nextPage == nil, let address,
            let link = HeaderFields.Field(name: "Link", value: "<\(address)>; rel=\"next\"")
        else { return head }
        return DataResponse.Head(
            url: head.url, status: head.status, fields: HeaderFields(head.fields.fields + [link]),
            remoteAddress: head.remoteAddress)
    }

    /// Notes the origin of a page, and requests the next one.
    private mutating func begin(_ url: URL, _ head: DataResponse.Head) {
        loader.provenance.note(head)
        if visited.isEmpty { origin = Origin(head.url) }
        visited.insert(url.address)
        lastURL = head.url
        if let target = head.fields.nextPage, !loader.configuration.shape.readsOnePage {
            follow(target, from: head.url)
        }
    }

    /// Requests the next page.
    private mutating func follow(_ target: String, from url: URL) {
        do throws(CatalogError.Paging) {
            let next = try Self.page(
                at: target, from: url, within: origin, visited: visited, limit: loader.configuration.pageLimit)
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

    /// Where the next page may be loaded from. The first one's address decides for the others: its name may have
    /// another one, or get one.
    private var reach: DataRequest.Reach {
        if loader.configuration.allowsPrivateHosts { return .anywhere }
        return visited.isEmpty || loader.avatarReach == .anywhere ? .stayingPublic : .publicOnly
    }

    private func request(_ url: URL, isConditional: Bool) -> Request {
        var request = DataRequest(url: url, originFields: loader.originFields(for: url), reach: reach)
        let index = isConditional ? indices[request.url.address] : nil
        if let response = index.flatMap({ snapshot?.pages[$0].response }) {
            let isAnswer = response.answers(request.originFields)
            request.fields = isAnswer ? response.conditions : response.entityTagCondition
        }
        let stream = Task { [request, dataLoader] in
            guard !url.isFileURL else {
                throw DataLoadError(.failed(code: 0, reason: "a file is not a catalog at a URL"), url)
            }
            return try await dataLoader.stream(for: request)
        }
        return Request(
            request: request, requestedAt: .now, heldIndex: request.fields.isEmpty ? nil : index, stream: stream)
    }
}

extension RemotePages {
    /// The next page's URL.
    ///
    /// - Parameters:
    ///   - target: the link to it, a URL reference (RFC 3986, section 4.1).
    ///   - base: the URL of the page that has the link.
    ///   - origin: the only origin that pages may come from. A target that has `http` in place of its `https` is requested
    ///     by `https`: some servers do not know that a proxy before them speaks it.
    ///   - visited: the pages so far, without fragments.
    ///   - limit: the maximum number of pages of one catalog.
    static func page(
        at target: String, from base: URL, within origin: Origin?, visited: Set<String>, limit: Int
    ) throws(CatalogError.Paging) -> URL {
        guard !target.isEmpty else { throw .loop(base) }
        guard let given = URL(written: target, relativeTo: base)?.withHostName else { throw .malformedLink(target) }
        let url = origin?.scheme == "https" ? given.secured : given
        guard let origin, Origin(url) == origin else { throw .elsewhere(given) }
        guard !visited.contains(url.address) else { throw .loop(url) }
        guard visited.count < limit else { throw .tooManyPages(limit: limit) }
        return url
    }
}

extension URL {
    /// The URL with `https` in place of `http`.
    fileprivate var secured: URL {
        guard scheme?.lowercased() == "http", var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return self
        }
        parts.scheme = "https"
        return parts.url ?? self
    }
}
