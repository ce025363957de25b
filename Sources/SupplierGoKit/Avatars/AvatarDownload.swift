import FoundationEssentials

/// Brings the avatar of one URL: claim, decide, fetch, judge, store.
struct AvatarDownload: Sendable {
    /// The avatar's key in the cache, whose text is its URL.
    let key: CacheKey

    /// What the cache holds, or why the last request failed.
    private var entry: CacheEntry?
    private var failure: StoredFailure?
    private let pipeline: AvatarPipeline

    private var loader: SupplierLoader { pipeline.loader }
    private var url: URL? { URL(string: key.text) }
    private var isLocal: Bool { key.text.hasPrefix("file:") }

    init(of key: CacheKey, entry: CacheEntry?, failure: StoredFailure?, in pipeline: AvatarPipeline) {
        self.key = key
        self.entry = entry
        self.failure = failure
        self.pipeline = pipeline
    }

    /// Brings the avatar.
    ///
    /// - Parameter show: receives a stale avatar that may be shown before its server is asked.
    /// - Throws: `CancellationError`.
    func run(
        showing show: (AvatarOutcome.Result) -> Void
    ) async throws -> (AvatarOutcome.Result, TransferMetrics?) {
        guard let url else { return (.failed(.endpoint(.malformed(endpoint: key.text))), nil) }
        var download = self
        // Released before the outcome is delivered: no claim waits for a reader.
        let claim = try await download.claim()
        defer { claim?.release() }
        let decision = download.decision()
        if let result = await download.result(of: decision) { return (result, nil) }
        return try await download.ask(url, after: decision, showing: show)
    }

    /// Claims the URL, after another process that is downloading it, and then looks it up again.
    ///
    /// - Returns: `nil` where there is nothing to claim, the cache cannot, or the other process takes too long: downloading
    ///   twice is better than not at all.
    private mutating func claim() async throws -> CacheClaim? {
        guard let cache = loader.cache, !isLocal else { return nil }
        var (pause, hasWaited) = (Duration.milliseconds(2), false)
        let deadline = ContinuousClock.now + loader.configuration.claimPatience
        do {
            while .now < deadline {
                if let claim = try await cache.claim(key) {
                    entry = await loader.entries(for: [key])[0]
                    // Another process may have stored an image meanwhile; only one that was waited for may have failed.
                    if entry == nil, hasWaited { failure = await loader.failures(for: [key])[key] }
                    return claim
                }
                try await Task.sleep(for: pause)
                (pause, hasWaited) = (min(pause * 2, .milliseconds(100)), true)
            }
        } catch {
            try Task.checkCancellation()
        }
        return nil
    }

    /// What to do about what is held.
    private func decision() -> CachePolicy.Decision {
        pipeline.policy.decision(for: entry, failure: failure, isLocal: isLocal, at: .now) {
            url.map { loader.originFields(for: $0) } ?? HTTPFields()
        }
    }

    /// The result, where no server has to be asked; otherwise `nil`.
    func resultWithoutServer() async -> AvatarOutcome.Result? { await result(of: decision()) }

    private func result(of decision: CachePolicy.Decision) async -> AvatarOutcome.Result? {
        switch decision {
        case .use(let isStale): return await heldAvatar(isStale ? .stale : .cache).map { .loaded($0) }
        case .skip(let failure):
            guard let url else { return nil }
            let until = failure.retryAt ?? failure.failedAt
            return .failed(.missing(url, failure.status ?? HTTPStatus(404), since: failure.failedAt, until: until))
        case .fail: return url.map { .failed(.offline($0)) }
        case .revalidate, .fetch: return nil
        }
    }

    /// Asks the server, and falls back on a stale entry where that is allowed.
    private func ask(
        _ url: URL, after decision: CachePolicy.Decision, showing show: (AvatarOutcome.Result) -> Void
    ) async throws -> (AvatarOutcome.Result, TransferMetrics?) {
        guard !pipeline.policy.isOffline || isLocal else { return (.failed(.offline(url)), nil) }
        var (conditions, staleUse) = (HTTPFields(), CachePolicy.StaleUse.never)
        if case .revalidate(let fields, let use) = decision { (conditions, staleUse) = (fields, use) }
        if staleUse == .meanwhile, let stale = await heldAvatar(.stale) { show(.loaded(stale)) }
        var metrics: TransferMetrics?
        do {
            var answer = try await fetch(url, under: conditions, &metrics)
            if answer.stored.status.code == 304, !conditions.isEmpty {
                if let avatar = try await revalidated(by: answer) { return (.loaded(avatar), metrics) }
                answer = try await fetch(url, under: HTTPFields(), &metrics)
            }
            return (.loaded(try await judged(answer, from: url)), metrics)
        } catch let failure as AvatarFailure {
            await note(failure, of: url)
            if failure.isOfServer, staleUse != .never, let stale = await heldAvatar(.stale, because: failure) {
                return (.loaded(stale), nil)
            }
            return (.failed(failure), metrics)
        }
    }
}

extension AvatarDownload {
    private struct Answer {
        let head: ResponseHead
        let body: [UInt8]
        let stored: StoredResponse
    }

    /// Asks the server.
    ///
    /// The limits are held here too: another program's loader may not hold them, or may throw errors of its own.
    ///
    /// - Throws: ``AvatarFailure``, or `CancellationError` where the task was cancelled.
    private func fetch(
        _ url: URL, under conditions: HTTPFields, _ metrics: inout TransferMetrics?
    ) async throws -> Answer {
        let limit = loader.configuration.avatarByteLimit
        var request = DataRequest(
            url: url, fields: conditions, originFields: loader.originFields(for: url), byteLimit: limit,
            reach: loader.avatarReach)
        guard request.admits(url) else { throw AvatarFailure.transfer(DataLoadError(.innerAddress, url)) }
        request = pipeline.pending.start(request, for: key)
        let askedAt = Date.now
        let response = try await response(to: request, &metrics)
        guard request.admits(response.head) else { throw AvatarFailure.transfer(DataLoadError(.innerAddress, url)) }
        guard response.body.count <= limit else {
            throw AvatarFailure.transfer(DataLoadError(.bodyTooLarge(limit: limit), url))
        }
        let stored = StoredResponse(of: response, to: request, askedAt: askedAt)
        return Answer(head: response.head, body: response.body, stored: stored)
    }

    private func response(
        to request: DataRequest, _ metrics: inout TransferMetrics?
    ) async throws -> DataResponse {
        do {
            let response = try await loader.dataLoader.data(for: request)
            metrics = response.metrics
            return response
        } catch let error as DataLoadError {
            metrics = error.metrics
            throw AvatarFailure.transfer(error)
        } catch {
            try Task.checkCancellation()
            let reason = String(describing: error)
            throw AvatarFailure.transfer(DataLoadError(.failed(code: 0, reason: reason), request.url))
        }
    }

    /// What is held, where the server says that it is unchanged; `nil` where the answer means something else, forbids
    /// keeping the image, or the image is gone.
    private func revalidated(by answer: Answer) async throws -> LoadedAvatar? {
        guard let cache = loader.cache, let entry,
            let updated = entry.response?.updated(by: answer.stored),
            !updated.forbidsStoring
        else { return nil }
        do {
            let refreshed = try await cache.refresh(entry, with: updated)
            return await heldAvatar(.revalidated, in: refreshed, status: answer.stored.status)
        } catch CacheError.missing {
            return nil
        } catch {
            try Task.checkCancellation()
            // An image that is unchanged is used, even where that could not be written.
            return await heldAvatar(.revalidated, status: answer.stored.status, error: CacheError(of: error))
        }
    }

    /// The image in an answer, which is stored; or why there is none.
    private func judged(_ answer: Answer, from url: URL) async throws -> LoadedAvatar {
        let status = answer.stored.status
        guard status.code != 304 else {
            let reason = "status 304 to a request without conditions"
            throw AvatarFailure.transfer(DataLoadError(.malformedAnswer(reason: reason), url))
        }
        guard status.code != 206 else { throw AvatarFailure.incomplete(url) }
        guard status.isSuccess else { throw try await refused(by: answer.stored, url) }
        let kind = try ImageKind(of: answer.body, from: url, contentType: answer.head.fields["Content-Type"])
        let (file, error) = try await store(answer, as: kind)
        return LoadedAvatar(
            source: isLocal ? .file : .network, status: isLocal ? nil : status, byteCount: answer.body.count,
            bytes: pipeline.delivery == .bytes ? answer.body : nil, file: file, cacheError: error)
    }

    /// Stores the image, unless its server forbids that; then the entry must go too.
    private func store(_ answer: Answer, as kind: ImageKind) async throws -> (file: String?, CacheError?) {
        guard let cache = loader.cache else { return (nil, nil) }
        do {
            guard !answer.stored.forbidsStoring else {
                if let entry { try await cache.remove(entry) }
                return (nil, nil)
            }
            let entry = try await cache.store(
                answer.body, fileExtension: kind.fileExtension, response: answer.stored, for: key)
            return (entry.file, nil)
        } catch {
            try Task.checkCancellation()
            return (nil, CacheError(of: error))
        }
    }

    /// Why a status brings no image. One that says that the avatar is gone ends its entry, and is believed for a while.
    private func refused(by response: StoredResponse, _ url: URL) async throws -> AvatarFailure {
        guard response.status.isGone, let cache = loader.cache else { return .status(url, response.status) }
        do {
            if let entry { try await cache.remove(entry) }
            guard let until = response.missingUntil else { return .status(url, response.status) }
            let failure = StoredFailure(
                url: url.absoluteString, status: response.status, reason: "status \(response.status)",
                failedAt: response.receivedAt, retryAt: until)
            try await cache.storeFailure(failure, for: key)
            return .missing(url, response.status, since: failure.failedAt, until: until)
        } catch {
            try Task.checkCancellation()
            return .status(url, response.status)
        }
    }

    /// Notes a failure in the cache, for a report; it keeps no one from asking again.
    private func note(_ failure: AvatarFailure, of url: URL) async {
        if case .missing = failure { return }
        let note = StoredFailure(
            url: url.absoluteString, status: failure.status, reason: failure.summary, failedAt: .now, retryAt: nil)
        do {
            try await loader.cache?.storeFailure(note, for: key)
        } catch {
            // The failure itself is reported in any case.
        }
    }

    /// The avatar from the cache; `nil` where it is gone.
    private func heldAvatar(
        _ source: LoadedAvatar.Source, in refreshed: CacheEntry? = nil, status: HTTPStatus? = nil,
        error: CacheError? = nil, because reason: AvatarFailure? = nil
    ) async -> LoadedAvatar? {
        guard let entry = refreshed ?? self.entry else { return nil }
        var bytes: [UInt8]?
        if pipeline.delivery == .bytes {
            do {
                bytes = try await loader.cache?.bytes(of: entry)
            } catch {
                return nil
            }
        }
        return LoadedAvatar(
            source: source, status: status, byteCount: entry.byteCount, bytes: bytes, file: entry.file,
            cacheError: error, staleReason: reason)
    }
}

extension SupplierLoader {
    /// What the cache holds under each key. A cache that cannot be read holds nothing: storing the first avatar will tell
    /// what is wrong with it.
    func entries(for keys: [CacheKey]) async -> [CacheEntry?] {
        do {
            if let entries = try await cache?.entries(for: keys), entries.count == keys.count { return entries }
        } catch {
            // As above.
        }
        return Array(repeating: nil, count: keys.count)
    }

    /// Why the last requests for some of the keys failed.
    func failures(for keys: [CacheKey]) async -> [CacheKey: StoredFailure] {
        guard let cache, !keys.isEmpty else { return [:] }
        do {
            let failures = zip(keys, try await cache.failures(for: keys))
            return Dictionary(failures.compactMap { key, failure in failure.map { (key, $0) } }) { first, _ in first }
        } catch {
            return [:]
        }
    }
}

extension DataRequest {
    /// Whether the request may lead to a host, as far as the URL's text tells.
    fileprivate func admits(_ url: URL) -> Bool {
        reach != .publicOnly || !(url.host().map { HostPolicy.isInner(host: $0) } ?? false)
    }

    /// Whether the request may be answered by this server.
    fileprivate func admits(_ head: ResponseHead) -> Bool {
        guard reach == .publicOnly else { return true }
        return admits(head.url) && head.remoteAddress.flatMap { IPAddress($0) }.map(HostPolicy.isPublic) ?? true
    }
}

extension ImageKind {
    /// The kind of an image that is whole.
    fileprivate init(of bytes: [UInt8], from url: URL, contentType: String?) throws(AvatarFailure) {
        guard !bytes.isEmpty else { throw .empty(url) }
        guard let kind = ImageHeader.kind(of: bytes.span) else { throw .notAnImage(url, contentType: contentType) }
        guard !ImageHeader.isCutShort(bytes.span, as: kind) else { throw .incomplete(url) }
        self = kind
    }
}

extension CacheError {
    /// An error of a cache, which may be another program's.
    fileprivate init(of error: any Error) {
        self = error as? CacheError ?? .refused(path: "", reason: String(describing: error))
    }
}
