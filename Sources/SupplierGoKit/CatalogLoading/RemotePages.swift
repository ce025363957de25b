/// A catalog's pages at its server, linked by `Link: <…>; rel="next"` (RFC 8288), by their bodies
/// (``CatalogEnvelope``), or by a shape that counts them (``CatalogDelivery/PageTally``).
///
/// First the server is asked, page by page, whether the snapshot's pages have changed (RFC 9111, section 4.3). Once one
/// has, all of them are read. Then a page of a header field is requested as soon as the head of the one before is
/// there, so that it arrives while that one is decoded.
struct RemotePages {
    /// A request for a page, in progress.
    private struct PendingRequest {
        let request: DataRequest
        let requestedAt = Date.now
        let stream: Task<DataStream, any Error>

        var url: URL { request.url }
    }

    private let loader: SupplierLoader
    private let dataLoader: any DataLoading
    private let firstURL: URL

    /// The snapshot's pages, if each can be asked about.
    private let held: [Snapshot.Page]

    /// The longest wait that a server may ask for while a snapshot can stand in for its catalog; `nil` for any.
    private let longestWait: Duration?

    /// The request for the next page, which fails at once if that may not be read.
    private var pending: PendingRequest?
    private var visited: Set<String> = []

    /// The URL of the last page's response.
    private var lastURL: URL?

    /// The catalog's origin: that of the first page's response, since its URL may have redirected.
    private var origin: Origin?

    /// Requests the first page.
    ///
    /// - Parameter held: the snapshot's pages; none if it is of no use.
    init(of loader: SupplierLoader, at url: URL, holding held: [Snapshot.Page]) {
        (self.loader, dataLoader, firstURL) = (loader, loader.patientLoader, url)
        let canBeAsked = held.allSatisfy { !Self.conditions(of: $0, in: loader).isEmpty }
        longestWait = held.isEmpty || !loader.configuration.allowsStandIns ? nil : .seconds(3)
        self.held = canBeAsked && (held.count == 1 || !loader.configuration.shape.readsOnePage) ? held : []
        request(url, validating: self.held.first)
    }

    /// A header field names a next page.
    var hasNext: Bool { pending != nil }

    /// Cancels the request for the next page.
    func cancel() { pending?.stream.cancel() }

    /// Begins with the first page again, without conditions.
    mutating func startOver() {
        cancel()
        visited = []
        request(firstURL, validating: nil)
    }

    /// The snapshot's pages with what the server says of them now, if all of them are as they were.
    ///
    /// - Returns: `nil` if a page has changed. ``next(after:)`` then returns the first one.
    /// - Throws: ``CatalogError``, or `CancellationError`.
    mutating func unchangedPages() async throws -> [Snapshot.Page]? {
        var unchanged: [Snapshot.Page] = []
        for (index, page) in held.enumerated() {
            if index > 0, let url = URL(string: page.address) { request(url, validating: page) }
            guard let asked = pending else { break }
            let head: DataResponse.Head
            do {
                head = try await stream(of: asked).head
            } catch CatalogError.page(_, .status(_, let status, _, _))
                where loader.configuration.shape.nextTemplate?.hasCursor == true && status.code < 500
                && !status.isRefusal
            {
                // The cursor of a page in the snapshot may have expired.
                break
            }
            // A first page that has changed is read from this response.
            if index == 0, head.status.code != 304 { return nil }
            let answer = Self.response(head, for: asked)
            visit(asked.url, answeredBy: head, answer)
            guard head.status.code == 304, let response = page.response.updated(by: answer),
                links(head, to: held.dropFirst(index + 1).first)
            else { break }
            unchanged.append(Snapshot.Page(address: page.address, response: response))
        }
        guard unchanged.count < held.count else { return held.isEmpty ? nil : unchanged }
        startOver()
        return nil
    }

    /// The next page, as soon as its head is there; `nil` after the last one.
    ///
    /// - Parameter envelope: the members beside the array of the page before, for a page without a link in its header.
    /// - Throws: ``CatalogError``, or `CancellationError`.
    mutating func next(after envelope: CatalogEnvelope) async throws -> CatalogLoad.Body? {
        // The body may say that the page which its header fields name is none.
        if envelope.signs.sayNoMore {
            cancel()
            return nil
        }
        // The output of a command has no origin, and no other page.
        if pending == nil, origin != nil, let lastURL, case .page(let target) = envelope.next {
            follow(target, from: lastURL)
        }
        guard let asked = pending.take() else { return nil }
        let stream = try await stream(of: asked)
        let response = Self.response(stream.head, for: asked)
        visit(asked.url, answeredBy: stream.head, response)
        if let target = stream.head.fields.nextPage, !loader.configuration.shape.readsOnePage {
            follow(target, from: stream.head.url)
        }
        let page = Snapshot.Page(address: asked.url.address, response: response)
        return CatalogLoad.Body(chunks: stream.chunks, page: page)
    }

    // MARK: Requests

    /// Requests a page, under the conditions that the snapshot's page gives.
    private mutating func request(_ url: URL, validating page: Snapshot.Page?) {
        var request = DataRequest(url: url, originFields: loader.originFields(for: url), reach: reach)
        request.ignoresWaitsBefore = loader.configuration.waitsSince
        if visited.isEmpty || page != nil { request.longestWait = longestWait }
        if let page, page.address == request.url.address { request.fields = Self.conditions(of: page, in: loader) }
        let stream = Task { [request, dataLoader] in
            if url.isFileURL { throw DataLoadError(.failed(code: 0, reason: "a file is not a catalog at a URL"), url) }
            return try await dataLoader.stream(for: request)
        }
        pending = PendingRequest(request: request, stream: stream)
    }

    /// The conditions of a request for a page of the snapshot; none if its server gave no validator.
    private static func conditions(of page: Snapshot.Page, in loader: SupplierLoader) -> HeaderFields {
        guard let url = URL(string: page.address) else { return HeaderFields() }
        let isAnswer = page.response.answers(loader.originFields(for: url))
        return isAnswer ? page.response.conditions : page.response.entityTagCondition
    }

    /// The addresses that the next page may be loaded from. The first page's address decides for all: its name may
    /// have another address, or get one.
    private var reach: DataRequest.Reach {
        if loader.configuration.allowsPrivateHosts { return .anywhere }
        return visited.isEmpty || loader.avatarReach == .anywhere ? .stayingPublic : .publicOnly
    }

    /// The response for a page, once its head is there. A part that was not asked for (206) is not a catalog.
    private func stream(of asked: PendingRequest) async throws -> DataStream {
        do {
            let stream = try await withTaskCancellationHandler {
                try await asked.stream.value
            } onCancel: {
                asked.stream.cancel()
            }
            let status = stream.head.status
            guard status.isSuccess && status.code != 206 || status.code == 304 && !asked.request.fields.isEmpty else {
                let (fields, reason) = (stream.head.fields, try await Self.reason(of: stream))
                let wait = fields.retryAfter() ?? (fields["X-RateLimit-Remaining"] == "0" ? .zero : nil)
                // Its origin decides what was sent to it.
                let isElsewhere = Origin(stream.head.url) != Origin(asked.url)
                throw CatalogError.status(
                    isElsewhere ? stream.head.url : asked.url, status, retryAfter: wait, reason: reason)
            }
            return stream
        } catch {
            throw try CatalogError(error, onPage: visited.count + 1)
        }
    }

    /// The reason that a response gives in its body, if that arrives within two seconds.
    private static func reason(of stream: DataStream) async throws -> String? {
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            group.addTask { try await stream.response(upTo: 1 << 16).body }
            group.addTask {
                try await Task.sleep(for: .seconds(2))
                return []
            }
            defer { group.cancelAll() }
            do {
                return CatalogSyntaxError.reason(in: try await group.next() ?? [])
            } catch {
                // Without a body the status alone says what happened.
                try Task.checkCancellation()
                return nil
            }
        }
    }

    /// The part of a response that is kept, with the fields that count pages or suppliers.
    private static func response(_ head: DataResponse.Head, for asked: PendingRequest) -> StoredResponse {
        var response = StoredResponse(
            url: head.url.absoluteString, status: head.status, fields: head.fields,
            redirects: head.redirects.map { ($0.status, $0.fields) }, requestFields: asked.request.originFields,
            requestedAt: asked.requestedAt, receivedAt: .now)
        response.isFromPublicAddress = HostPolicy.isPublic(numericAddress: head.remoteAddress)
        response.countFields = HeaderFields(
            PageNames.counts(in: head.fields).compactMap { HeaderFields.Field(name: $0.name, value: "\($0.number)") })
        return response
    }

    // MARK: Links

    /// Remembers a page that was requested, and where it came from.
    private mutating func visit(_ url: URL, answeredBy head: DataResponse.Head, _ response: StoredResponse) {
        loader.provenance.add(response)
        if visited.isEmpty { origin = Origin(head.url) }
        visited.insert(url.address)
        lastURL = head.url
    }

    /// The unchanged page leads to the snapshot's next page, or to none after the last one. A 304 need not repeat
    /// the link.
    private func links(_ head: DataResponse.Head, to page: Snapshot.Page?) -> Bool {
        guard let target = head.fields.nextPage, !loader.configuration.shape.readsOnePage else { return true }
        let url = URL(written: target, relativeTo: head.url)?.withHostName
        return url?.address == page?.address || url?.secured.address == page?.address
    }

    /// Requests the next page.
    private mutating func follow(_ target: String, from base: URL) {
        do throws(CatalogError.Paging) {
            request(try nextPage(at: target, from: base), validating: nil)
        } catch {
            pending = PendingRequest(request: DataRequest(url: base), stream: Task { throw CatalogError.paging(error) })
        }
    }

    /// The URL of a page that another one links to by a URL reference (RFC 3986, section 4.1).
    ///
    /// Pages may come from the catalog's origin only. One with `http` in place of its `https` is requested by `https`:
    /// some servers do not know that a proxy before them speaks it.
    private func nextPage(at target: String, from base: URL) throws(CatalogError.Paging) -> URL {
        // An empty reference is the page itself.
        guard !target.isEmpty else { throw .loop(base) }
        guard let given = URL(written: target, relativeTo: base)?.withHostName else { throw .malformedLink(target) }
        let url = origin?.isEncrypted == true ? given.secured : given
        guard let origin, Origin(url) == origin else { throw .elsewhere(given) }
        guard !visited.contains(url.address) else { throw .loop(url) }
        let limit = loader.configuration.pageLimit
        guard visited.count < limit else { throw .tooManyPages(limit: limit) }
        return url
    }
}

extension URL {
    /// The URL with `https` in place of `http`.
    fileprivate var secured: URL {
        scheme?.lowercased() == "http" ? URL(string: "https" + absoluteString.dropFirst(4)) ?? self : self
    }
}
