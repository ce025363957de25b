/// The avatar of one URL: look up, claim, decide, look into the further tier, fetch, judge, keep.
///
/// It is the one object of an avatar on its way. One task uses it at a time, the pipeline's until it is started and
/// then the download's own; tasks share ``place`` only, under the list's lock (``PendingDownloads/join(_:)``).
final class AvatarDownload: @unchecked Sendable {
    /// The avatar's key in the cache, whose text is its URL.
    let key: CacheKey

    let context: AvatarContext

    /// Its place in the list of URLs in flight.
    var place: PendingDownloads.Place

    /// The entry of the nearest tier that has the avatar.
    var entry: CacheEntry?

    /// The last failure, if there is no entry, or its server is asked.
    var failure: StoredResponse.Failure?

    /// The end of an earlier download in this run that has given the entry; `nil` if there was none.
    var ended: PendingDownloads.Ended?

    /// The entry's bytes, if the further tier gave them and the cache does not have them.
    var bytes: [UInt8]?

    /// Whether the entry came from the further tier.
    var isOfTier = false

    /// Whether the cache had the avatar once it was claimed.
    private(set) var wasFound = false

    /// The error because of which the cache did not store the image.
    var cacheError: CacheError?

    /// The avatar in the further tier. A file's avatar, which another machine may not have, is not in there.
    private(set) lazy var shared: SharedAvatar? = {
        guard let tier = context.tier, !key.isLocalAvatar else { return nil }
        return SharedAvatar(key, in: tier, byteLimit: context.byteLimit)
    }()

    private var isLocal: Bool { key.isLocalAvatar }

    /// - Parameter waiter: the supplier that waits for it.
    init(of key: CacheKey, for waiter: PendingDownloads.Waiter, in context: AvatarContext) {
        self.key = key
        self.context = context
        place = PendingDownloads.Place(for: waiter)
    }

    /// The result that needs no server and no further tier, or `nil` if there is none.
    func settledResult() async -> AvatarOutcome.Result? {
        context.fillsTier && ended == nil ? nil : await result(of: decision)
    }

    /// Loads the avatar.
    ///
    /// - Parameter show: receives a stale avatar that may be shown before its server is asked.
    /// - Throws: `CancellationError`.
    func run(
        showing show: (AvatarOutcome.Result) -> Void
    ) async throws -> (AvatarOutcome.Result, DataLoader.Metrics?) {
        // An entry that this run has stored may be gone by now.
        if ended != nil { (ended, entry, isOfTier) = (nil, nil, false) }
        guard let url = URL(string: key.text) else { return (.failed(.endpoint(.malformed(endpoint: key.text))), nil) }
        // Released before the outcome is delivered: no claim waits for a reader.
        let claim = try await claim()
        defer { claim?.release() }
        var decision = CachePolicy.Decision.fetch
        let isUnknown = entry == nil && failure == nil && context.tier == nil
        if !isUnknown || context.policy.isOffline, let result = try await settle(url, &decision, show) {
            return (result, nil)
        }
        return try await ask(url, after: decision)
    }

    /// Decides by what is known of the avatar.
    ///
    /// - Returns: the result, or `nil` if its server has to be asked.
    private func settle(
        _ url: URL, _ decision: inout CachePolicy.Decision, _ show: (AvatarOutcome.Result) -> Void
    ) async throws -> AvatarOutcome.Result? {
        decision = self.decision
        if let result = await result(of: decision) {
            if context.fillsTier { try await fill() }
            return result
        }
        guard !context.policy.isOffline || isLocal else { return .failed(.offline(url)) }
        // Its bytes turned out to be gone.
        if case .use = decision { entry = nil }
        await showStale(decision, show)
        guard try await adopt() else { return nil }
        decision = self.decision
        if let result = await result(of: decision) { return result }
        await showStale(decision, show)
        return nil
    }

    /// Claims the URL, after another process that is downloading it, and then looks it up, unless it was found before and
    /// nobody else had the claim: another process may have stored it.
    ///
    /// - Returns: `nil` if the cache cannot be claimed, or the other process takes too long: downloading twice is better
    ///   than not at all.
    private func claim() async throws -> CacheClaim? {
        guard let cache = context.cache else { return nil }
        let (claim, hasWaited) = await cache.claim(key, waitingUpTo: context.claimTimeout) { await raiseEqualRequest() }
        if claim == nil { try Task.checkCancellation() }
        guard hasWaited || entry == nil else { return claim }
        entry = await context.entries(for: [key])[0]
        wasFound = entry != nil
        // Only another process that was waited for may have failed meanwhile.
        if hasWaited { failure = await context.failures(for: [key])[0] }
        return claim
    }

    /// Raises the request of another stream that has the claim, and whose request may wait for many others.
    private func raiseEqualRequest() async {
        guard context.pending.priority(of: self) == .high, let url = URL(string: key.text) else { return }
        var request = context.request(url)
        if case .revalidate(let fields, _) = decision { request.fields = fields }
        request.priority = .high
        await context.dataLoader.prioritize(request)
    }

    /// Asks the server, and falls back on a stale entry if that is allowed.
    private func ask(
        _ url: URL, after decision: CachePolicy.Decision
    ) async throws -> (AvatarOutcome.Result, DataLoader.Metrics?) {
        var (conditions, staleUse) = (HeaderFields(), CachePolicy.StaleUse.never)
        if case .revalidate(let fields, let use) = decision { (conditions, staleUse) = (fields, use) }
        var metrics: DataLoader.Metrics?
        do {
            if let end = context.policy.silenceEnd(after: failure, of: entry, at: .now) {
                throw AvatarOutcome.Error.transfer(DataLoadError(.suspended(until: end, after: nil), url))
            }
            var answer = try await fetch(url, under: conditions, &metrics)
            if answer.stored.status.code == 304, !conditions.isEmpty {
                if let avatar = try await revalidated(by: answer) { return (.loaded(avatar), metrics) }
                answer = try await fetch(url, under: HeaderFields(), &metrics)
            }
            if answer.stored.status.isGone { throw try await gone(answer.stored, url) }
            let kind = try judge(answer, from: url)
            try await keep(answer.body, of: kind, answer.stored, answer.head.fields)
            let avatar = AvatarOutcome.Loaded(
                source: isLocal ? .file : .network, status: isLocal ? nil : answer.stored.status,
                byteCount: answer.body.count, bytes: context.delivery == .bytes ? answer.body : nil,
                file: entry?.file, cacheError: cacheError)
            return (.loaded(avatar), metrics)
        } catch let failure as AvatarOutcome.Error {
            await note(failure, of: url)
            if failure.isOfServer, staleUse != .never, let stale = await avatar(.stale, because: failure) {
                return (.loaded(stale), metrics)
            }
            return (.failed(failure), metrics)
        }
    }
}

// MARK: - What is kept

extension AvatarDownload {
    private var decision: CachePolicy.Decision {
        context.policy.decision(for: entry, failure: failure, isLocal: isLocal, at: .now) {
            URL(string: key.text).map { context.request($0).originFields } ?? HeaderFields()
        }
    }

    /// The result, or `nil` if a server has to be asked.
    private func result(of decision: CachePolicy.Decision) async -> AvatarOutcome.Result? {
        switch decision {
        case .use(let isStale): return await avatar(isStale ? .stale : isOfTier ? .store : .cache).map { .loaded($0) }
        case .skip(let failure):
            guard let url = URL(string: key.text) else { return nil }
            let until = failure.retryAt ?? failure.failedAt
            return .failed(.missing(url, failure.status ?? HTTPStatus(404), since: failure.failedAt, until: until))
        case .fail: return URL(string: key.text).map { .failed(.offline($0)) }
        case .revalidate, .fetch: return nil
        }
    }

    /// Shows a stale avatar, if that is allowed before its server is asked.
    private func showStale(_ decision: CachePolicy.Decision, _ show: (AvatarOutcome.Result) -> Void) async {
        if case .revalidate(_, .meanwhile) = decision, let stale = await avatar(.stale) { show(.loaded(stale)) }
    }

    /// The avatar in the entry; `nil` if there is none, or it is gone.
    private func avatar(
        _ source: AvatarOutcome.Loaded.Source, status: HTTPStatus? = nil, because reason: AvatarOutcome.Error? = nil
    ) async -> AvatarOutcome.Loaded? {
        guard let entry else { return nil }
        var image: [UInt8]?
        if context.delivery == .bytes {
            image = await entryBytes()
            guard image != nil else { return nil }
        }
        return AvatarOutcome.Loaded(
            source: source, status: status, byteCount: entry.byteCount, bytes: image, file: entry.file,
            cacheError: cacheError, staleReason: reason)
    }
}

// MARK: - What the server says

extension AvatarDownload {
    private struct Answer {
        let head: DataResponse.Head
        let body: [UInt8]
        let stored: StoredResponse
    }

    /// Asks the server.
    ///
    /// - Throws: ``AvatarOutcome/Error``, or `CancellationError` if the task was cancelled.
    private func fetch(
        _ url: URL, under conditions: HeaderFields, _ metrics: inout DataLoader.Metrics?
    ) async throws -> Answer {
        if isLocal, try await !isRegularFile(url) { throw AvatarOutcome.Error.notAnImage(url, contentType: nil) }
        var request = context.request(url)
        request.fields = conditions
        context.pending.start(&request, of: self)
        let askedAt = Date.now
        let response: DataResponse
        do {
            response = try await context.dataLoader.data(for: request)
        } catch let error as DataLoadError {
            metrics = error.metrics
            throw AvatarOutcome.Error.transfer(error)
        }
        metrics = response.metrics
        let stored = StoredResponse(of: response, to: request, askedAt: askedAt)
        return Answer(head: response.head, body: response.body, stored: stored)
    }

    /// Tests if a file may be opened to look for an image: a pipe or a terminal would not end. An absent one may.
    private func isRegularFile(_ url: URL) async throws(AvatarOutcome.Error) -> Bool {
        do throws(FileError) {
            return try await BlockingThreads.files.run { () throws(FileError) in
                try FileSystem.status(of: url.path(percentEncoded: false)).map { $0.kind == .regular } ?? true
            }
        } catch {
            throw .transfer(DataLoadError(error, url))
        }
    }

    /// The entry, if the server says that it is unchanged; `nil` if the answer means something else or forbids keeping the
    /// image, or the image is gone.
    private func revalidated(by answer: Answer) async throws -> AvatarOutcome.Loaded? {
        guard let updated = entry?.response?.updated(by: answer.stored), !updated.forbidsStoring,
            try await renew(updated, answer.head.fields)
        else { return nil }
        return await avatar(.revalidated, status: answer.stored.status)
    }

    /// The kind of the image in an answer; throws an error if there is none.
    private func judge(_ answer: Answer, from url: URL) throws(AvatarOutcome.Error) -> ImageHeader.Kind {
        let status = answer.stored.status
        guard status.code != 304 else {
            let reason = "status 304 to a request without conditions"
            throw .transfer(DataLoadError(.malformedResponse(reason: reason), url))
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

    /// Drops an avatar that is gone, and notes until when it counts as missing.
    private func gone(_ response: StoredResponse, _ url: URL) async throws -> AvatarOutcome.Error {
        let until = response.missingUntil
        let isPersonal = response.hasUserFields && response.isPersonal
        let failure = until.map { until in
            var failure = StoredResponse.Failure(
                url: url.absoluteString, status: response.status, reason: "status \(response.status)",
                failedAt: response.receivedAt, retryAt: until)
            failure.isPersonal = isPersonal
            return failure
        }
        guard try await drop(noting: failure, isForAll: !isPersonal), let failure, let until else {
            return .status(url, response.status)
        }
        return .missing(url, response.status, since: failure.failedAt, until: until)
    }

    /// Stores a failure. Only a silence keeps the avatar from being requested, for ten minutes.
    private func note(_ failure: AvatarOutcome.Error, of url: URL) async {
        if case .missing = failure { return }
        if case .transfer(let error) = failure, case .suspended = error.reason { return }
        var retryAt: Date?
        if case .transfer(let error) = failure, error.metrics?.isSilent == true {
            retryAt = Date.now + RetryPolicy.waitAfterSilence
        }
        let failure = StoredResponse.Failure(
            url: url.absoluteString, status: failure.status, reason: failure.summary, failedAt: .now, retryAt: retryAt)
        do {
            try await context.cache?.storeFailure(failure, for: key)
        } catch {
            // The failure itself is reported in any case.
        }
    }
}
