import FoundationEssentials

/// What came from an avatar's server: judged, and kept in the cache where it is good.
struct AvatarArrival: Sendable {
    /// What there is in the end.
    struct Answer: Sendable {
        let avatar: LoadedAvatar

        /// The image, where bytes are wanted.
        let bytes: [UInt8]?
    }

    private let flight: AvatarFlight
    private let run: AvatarRun
    private var cache: (any DataCaching)? { run.loader.cache }
    private var url: URL { flight.url }
    private var wantsBytes: Bool { run.delivery == .bytes }

    init(of flight: AvatarFlight, in run: AvatarRun) {
        self.flight = flight
        self.run = run
    }

    /// Judges what came; what is good is kept, and so is why nothing came.
    ///
    /// - Returns: `nil` where the server is to be asked without conditions: its answer to them means something else than
    ///   what is held, or that is gone.
    nonisolated(nonsending) func result(of outcome: DataOutcome) async throws -> Result<Answer, AvatarFailure>? {
        do {
            return try await answer(by: try outcome.response()).map { .success($0) }
        } catch let error as DataLoadError {
            return .failure(await noting(.transfer(error)))
        } catch let failure as AvatarFailure {
            return .failure(await noting(failure))
        }
    }

    nonisolated(nonsending) private func answer(by response: DataResponse) async throws -> Answer? {
        let stored = StoredResponse(of: response, to: flight.request, askedAt: flight.askedAt)
        if stored.status.code == 304, let entry = flight.entry, !flight.request.fields.isEmpty {
            return try await revalidated(entry, by: response.head, stored)
        }
        guard stored.status.isSuccess else {
            throw try await refused(by: stored)
        }
        let kind = try kind(of: response)
        let (place, error) = try await keep(response.body, as: kind, stored)
        let avatar = LoadedAvatar(
            source: flight.isFile ? .file : .network, status: flight.isFile ? nil : stored.status,
            byteCount: response.body.count, at: place, cacheError: error)
        return Answer(avatar: avatar, bytes: wantsBytes ? response.body : nil)
    }

    /// What is held, where the answer says that it is still right; `nil` where it is not that, or gone.
    private func revalidated(
        _ entry: CacheEntry, by head: ResponseHead, _ answer: StoredResponse
    ) async throws -> Answer? {
        guard let cache,
            let updated = entry.response?.updated(
                by: head.fields, from: answer.url, requestFields: answer.requestFields,
                requestedAt: answer.requestedAt, receivedAt: answer.receivedAt)
        else { return nil }
        do {
            let bytes = wantsBytes ? try await cache.bytes(of: entry) : nil
            var (kept, keepingError): (CacheEntry?, CacheError?) = (nil, nil)
            if updated.forbidsStoring {
                keepingError = try await removing(entry)
            } else {
                (kept, keepingError) = try await refreshed(entry, with: updated)
            }
            let avatar = LoadedAvatar(
                source: .revalidated, status: answer.status, byteCount: entry.byteCount, at: kept?.place,
                cacheError: keepingError)
            return Answer(avatar: avatar, bytes: bytes)
        } catch is CacheError {
            return nil
        }
    }

    /// The entry with what its server says now; that it cannot be written is no reason not to use it.
    private func refreshed(
        _ entry: CacheEntry, with response: StoredResponse
    ) async throws -> (CacheEntry?, CacheError?) {
        do {
            return (try await cache?.refresh(entry, with: response), nil)
        } catch let error as CacheError {
            if case .missing = error { throw error }
            return (entry, error)
        }
    }

    /// The image's kind, where the body is a whole one.
    private func kind(of response: DataResponse) throws -> ImageKind {
        guard !response.body.isEmpty else { throw AvatarFailure.empty(url) }
        guard let kind = ImageHeader.kind(of: response.body.span) else {
            throw AvatarFailure.notAnImage(url, contentType: response.head.fields["Content-Type"])
        }
        guard !ImageHeader.isCutShort(response.body.span, as: kind) else { throw AvatarFailure.incomplete(url) }
        return kind
    }

    /// Stores the image, unless its server forbids that; then what was held is no longer right either.
    ///
    /// - Returns: where it is kept, or why it is not.
    nonisolated(nonsending) private func keep(
        _ bytes: [UInt8], as kind: ImageKind, _ response: StoredResponse
    ) async throws -> (EntryPlace?, CacheError?) {
        guard !response.forbidsStoring else {
            if let entry = flight.entry { return (nil, try await removing(entry)) }
            return (nil, nil)
        }
        do {
            return (
                try await cache?.store(
                    bytes, fileExtension: kind.fileExtension, response: response, for: flight.key
                ).place, nil
            )
        } catch let error as CacheError {
            return (nil, error)
        }
    }

    private func removing(_ entry: CacheEntry) async throws -> CacheError? {
        do {
            try await cache?.remove(entry)
            return nil
        } catch let error as CacheError {
            return error
        }
    }

    /// Why there is none, from a status; one that says that it is gone is the end of what is held.
    private func refused(by response: StoredResponse) async throws -> AvatarFailure {
        if response.status.isGone, let entry = flight.entry { _ = try await removing(entry) }
        guard let until = response.missingUntil, let cache else { return .status(url, response.status) }
        let failure = StoredFailure(
            url: url.absoluteString, status: response.status, reason: "status \(response.status)",
            failedAt: response.receivedAt, retryAt: until)
        do {
            try await cache.storeFailure(failure, for: flight.key)
        } catch is CacheError {
            return .status(url, response.status)
        }
        return .missing(url, response.status, since: failure.failedAt, until: until)
    }

    /// Notes a failure for whoever looks into the cache later; it stops nobody from asking again.
    private func noting(_ failure: AvatarFailure) async -> AvatarFailure {
        if case .missing = failure { return failure }
        do {
            let note = StoredFailure(
                url: url.absoluteString, status: failure.status, reason: failure.summary, failedAt: .now, retryAt: nil)
            try await cache?.storeFailure(note, for: flight.key)
        } catch {
            // The failure itself is told in any case.
        }
        return failure
    }
}
