import FoundationEssentials
import Synchronization

/// Loads the avatar of one URL: claim, decide, fetch, judge, store.
struct AvatarDownload: Sendable {
    /// The avatar's key in the cache, whose text is its URL.
    let key: CacheKey

    /// What the cache holds.
    private(set) var entry: CacheEntry?

    /// Why the last request failed.
    private var failure: StoredFailure?

    private let isLocal: Bool
    private let pipeline: AvatarPipeline
    private var loader: SupplierLoader { pipeline.loader }

    init(of key: CacheKey, entry: CacheEntry?, failure: StoredFailure?, in pipeline: AvatarPipeline) {
        self.key = key
        self.entry = entry
        self.failure = failure
        self.pipeline = pipeline
        isLocal = key.isLocalAvatar
    }

    /// Loads the avatar.
    ///
    /// - Parameter show: receives a stale avatar that may be shown before its server is asked.
    /// - Throws: `CancellationError`.
    mutating func run(
        showing show: (AvatarOutcome.Result) -> Void
    ) async throws -> (AvatarOutcome.Result, TransferMetrics?) {
        guard let url = URL(string: key.text) else { return (.failed(.endpoint(.malformed(endpoint: key.text))), nil) }
        // Released before the outcome is delivered: no claim waits for a reader.
        let claim = try await claim()
        defer { claim?.release() }
        let decision = pipeline.decision(for: key, entry, failure)
        if let result = await pipeline.result(of: decision, for: key, entry) { return (result, nil) }
        guard !pipeline.policy.isOffline || isLocal else { return (.failed(.offline(url)), nil) }
        return try await ask(url, after: decision, showing: show)
    }

    /// Claims the URL, after another process that is downloading it, and then looks it up: that one may have stored it.
    ///
    /// - Returns: `nil` where the cache cannot be claimed, or the other process takes too long: downloading twice is better
    ///   than not at all.
    private mutating func claim() async throws -> CacheClaim? {
        guard let cache = loader.cache else { return nil }
        let (claim, hasWaited) = await cache.claim(key, waitingUpTo: loader.configuration.avatarClaimTimeout)
        if claim == nil { try Task.checkCancellation() }
        entry = await loader.entries(for: [key])[0]
        if entry != nil {
            pipeline.findsEntries.store(true, ordering: .relaxed)
        } else if hasWaited {
            // Only a process that was waited for may have failed meanwhile.
            failure = await loader.failures(for: [key])[key]
        }
        return claim
    }

    /// Asks the server, and falls back on a stale entry where that is allowed.
    private mutating func ask(
        _ url: URL, after decision: CachePolicy.Decision, showing show: (AvatarOutcome.Result) -> Void
    ) async throws -> (AvatarOutcome.Result, TransferMetrics?) {
        var (conditions, staleUse) = (HTTPFields(), CachePolicy.StaleUse.never)
        if case .revalidate(let fields, let use) = decision { (conditions, staleUse) = (fields, use) }
        if staleUse == .meanwhile, let stale = await pipeline.avatar(in: entry, .stale) { show(.loaded(stale)) }
        var metrics: TransferMetrics?
        do {
            var answer = try await fetch(url, under: conditions, &metrics)
            if answer.stored.status.code == 304, !conditions.isEmpty {
                if let avatar = try await revalidated(by: answer) { return (.loaded(avatar), metrics) }
                answer = try await fetch(url, under: HTTPFields(), &metrics)
            }
            if answer.stored.status.isGone { throw try await gone(answer.stored, url) }
            let kind = try judge(answer, from: url)
            let cacheError = try await store(answer, as: kind)
            let avatar = LoadedAvatar(
                source: isLocal ? .file : .network, status: isLocal ? nil : answer.stored.status,
                byteCount: answer.body.count, bytes: pipeline.delivery == .bytes ? answer.body : nil, file: entry?.file,
                cacheError: cacheError)
            return (.loaded(avatar), metrics)
        } catch let failure as AvatarFailure {
            await note(failure, of: url)
            if failure.isOfServer, staleUse != .never,
                let stale = await pipeline.avatar(in: entry, .stale, because: failure)
            {
                return (.loaded(stale), metrics)
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
        let response: DataResponse
        do {
            response = try await loader.dataLoader.data(for: request)
        } catch {
            if !(error is DataLoadError) { try Task.checkCancellation() }
            let error =
                error as? DataLoadError
                ?? DataLoadError(.failed(code: 0, reason: String(describing: error)), url)
            metrics = error.metrics
            throw AvatarFailure.transfer(error)
        }
        metrics = response.metrics
        guard request.admits(response.head) else { throw AvatarFailure.transfer(DataLoadError(.innerAddress, url)) }
        guard response.body.count <= limit else {
            throw AvatarFailure.transfer(DataLoadError(.bodyTooLarge(limit: limit), url))
        }
        let stored = StoredResponse(of: response, to: request, askedAt: askedAt)
        return Answer(head: response.head, body: response.body, stored: stored)
    }

    /// The entry, where the server says that it is unchanged; `nil` where the answer means something else, forbids keeping
    /// the image, or the image is gone.
    private mutating func revalidated(by answer: Answer) async throws -> LoadedAvatar? {
        guard let cache = loader.cache, let held = entry,
            let updated = held.response?.updated(by: answer.stored), !updated.forbidsStoring
        else { return nil }
        var cacheError: CacheError?
        do {
            entry = try await cache.refresh(held, with: updated)
        } catch CacheError.missing {
            return nil
        } catch {
            try Task.checkCancellation()
            // An image that is unchanged is used, even where that could not be written.
            cacheError = CacheError(of: error)
        }
        return await pipeline.avatar(in: entry, .revalidated, status: answer.stored.status, error: cacheError)
    }

    /// The kind of the image in an answer; throws why there is none.
    private func judge(_ answer: Answer, from url: URL) throws(AvatarFailure) -> ImageKind {
        let status = answer.stored.status
        guard status.code != 304 else {
            let reason = "status 304 to a request without conditions"
            throw .transfer(DataLoadError(.malformedAnswer(reason: reason), url))
        }
        guard status.code != 206 else { throw .incomplete(url) }
        guard status.isSuccess else { throw .status(url, status) }
        guard !answer.body.isEmpty else { throw .empty(url) }
        let bytes = answer.body.span
        guard let kind = ImageHeader.kind(of: bytes) else {
            throw .notAnImage(url, contentType: answer.head.fields["Content-Type"])
        }
        guard !ImageHeader.isCutShort(bytes, as: kind) else { throw .incomplete(url) }
        return kind
    }

    /// Stores the image, unless its server forbids that; then the entry must go too.
    ///
    /// - Returns: why it was not kept.
    private mutating func store(_ answer: Answer, as kind: ImageKind) async throws -> CacheError? {
        guard let cache = loader.cache else { return nil }
        let held = entry.take()
        do {
            if !answer.stored.forbidsStoring {
                entry = try await cache.store(
                    answer.body, fileExtension: kind.fileExtension, response: answer.stored, for: key)
            } else if let held {
                try await cache.remove(held)
            }
            return nil
        } catch {
            try Task.checkCancellation()
            return CacheError(of: error)
        }
    }

    /// Removes the entry of an avatar that is gone, and notes for how long that is believed.
    private func gone(_ response: StoredResponse, _ url: URL) async throws -> AvatarFailure {
        guard let cache = loader.cache else { return .status(url, response.status) }
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

extension CacheError {
    /// An error of a cache, which may be another program's.
    fileprivate init(of error: any Error) {
        self = error as? CacheError ?? .refused(path: "", reason: String(describing: error))
    }
}
