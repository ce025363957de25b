package import SupplierGoKit

/// A cache that machines share around the loader that asks the avatars' servers (RFC 9111, sections 3.5 and 4).
///
/// It answers with an object of the store that is fresh, or adds the object's validators and asks the server. An image
/// that the server sends is put into the store if others may read it. The note of a 404 becomes a 404. A store that
/// fails is a store that is missing: it keeps a list of what could not be put (``AvatarStore/unstored(_:)``).
struct SharedLoader: DataLoading {
    /// Asks the avatars' servers.
    let loader: any DataLoading

    let store: AvatarStore

    /// This machine's own cache, which was asked before; `nil` for none.
    let cache: (any DataCaching)?

    /// Decides whether an object may be used.
    let policy: CachePolicy

    /// Responses from the store need a body. Otherwise the store is only asked if it has the image.
    let needsImages: Bool

    func stream(for request: DataRequest) async throws -> DataStream { try await loader.stream(for: request) }

    func data(for request: DataRequest) async throws -> DataResponse {
        // Another machine may have another file there.
        guard !request.url.isFileURL else { return try await loader.data(for: request) }
        let key = CacheKey(avatar: request.url)
        // Whoever has the signature may read it, and nobody else.
        guard !key.isSigned else {
            store.list(key, .personal)
            return try await loader.data(for: request)
        }
        let own = await cache?.readableEntries(for: [key])[0]
        let object = try await store.object(
            for: key, newerThan: own, needsImage: needsImages, byteLimit: request.byteLimit,
            priority: request.priority)
        var load = Load(loader: self, own: own, object: object, request: request)
        switch policy.decision(for: object.entry, failure: object.note, at: .now, fields: { request.originFields }) {
        case .use: if let response = load.response(.fresh) { return response }
        case .skip(let note): return DataResponse(missing: note, at: request.url)
        case .revalidate(let conditions, let use): (load.request.fields, load.staleUse) = (conditions, use)
        case .fetch, .fail: break
        }
        return try await load.run()
    }
}

extension AvatarStore: AvatarSharing {
    package func loader(
        around loader: any DataLoading, behind cache: (any DataCaching)?, policy: CachePolicy, needsImages: Bool
    ) -> any DataLoading {
        SharedLoader(loader: loader, store: self, cache: cache, policy: policy, needsImages: needsImages)
    }
}

/// A request to an avatar's server, after the store was asked.
private struct Load {
    let loader: SharedLoader

    /// This machine's own entry, and the store's object if that is as recent.
    let own: CacheEntry?
    var object: AvatarStore.Finding

    /// The request, whose conditions are those of the newer of them.
    var request: DataRequest

    /// When the object may be used although it is stale.
    var staleUse = CachePolicy.StaleUse.never

    /// Asks the server, and falls back on a stale object if that is allowed.
    func run() async throws -> DataResponse {
        let askedAt = Date.now
        var response: DataResponse
        do {
            response = try await loader.loader.data(for: request)
        } catch let error as DataLoadError {
            guard let stale = stale(because: .transfer(error), error.metrics) else { throw error }
            return stale
        }
        let answer = AvatarResponse(response, to: request, askedAt: askedAt)
        let (stored, isConditional) = (answer.stored, request.fields != HeaderFields())
        if stored.status.code == 304, isConditional { return try await unchanged(response, answer) }
        if stored.status.isGone {
            // A response for one user alone does not change the store.
            guard !stored.hasUserFields || !stored.isPersonal,
                try await loader.store.remove(object, noting: answer.missingNote)
            else { return response }
            response.shared = SharedResponse(.fresh, stored, byteCount: 0)
            return response
        }
        do throws(AvatarOutcome.Error) {
            try answer.checkImage()
        } catch {
            return stale(because: error, response.metrics) ?? response
        }
        try await loader.store.put(stored, answer.fields, in: object) { answer.body }
        return response
    }

    /// Renews what the store has after a 304, and returns the object, or the 304 if that is about this machine's own
    /// entry. Asks without conditions if the object cannot be used.
    private func unchanged(_ response: DataResponse, _ answer: AvatarResponse) async throws -> DataResponse {
        let updated = (object.entry ?? own)?.response?.updated(by: answer.stored)
        guard let entry = object.entry else {
            // The cache judges the response: it asks again if that is about another one.
            if let own, let updated, !updated.forbidsStoring {
                try await loader.store.put(updated, answer.fields, in: object) {
                    await loader.cache?.readableBytes(of: own)
                }
            }
            return response
        }
        var next = self
        next.request.fields = HeaderFields()
        guard let updated, !updated.forbidsStoring else { return try await next.run() }
        if object.image == nil, loader.needsImages || !updated.forbidsSharing {
            next.object.image = try await loader.store.image(of: object, byteLimit: request.byteLimit)
            // Another machine has replaced it.
            if next.object.image == nil { next.object.entry = nil }
        }
        guard next.object.entry != nil else { return try await next.run() }
        next.object.entry = CacheEntry(
            key: entry.key, file: nil, byteCount: entry.byteCount, storedAt: entry.storedAt, response: updated)
        try await loader.store.put(updated, answer.fields, in: object) { next.object.image }
        return next.response(.revalidated, response.metrics) ?? response
    }

    private func stale(because error: AvatarOutcome.Error, _ metrics: DataLoader.Metrics?) -> DataResponse? {
        staleUse != .never && error.isOfServer ? response(.stale(because: error), metrics) : nil
    }

    /// The object as a response; `nil` without an object.
    func response(_ use: SharedResponse.Use, _ metrics: DataLoader.Metrics? = nil) -> DataResponse? {
        guard let entry = object.entry, let stored = entry.response else { return nil }
        let shared = SharedResponse(use, stored, byteCount: entry.byteCount)
        return DataResponse(shared, object.image ?? [], at: request.url, metrics)
    }
}

extension DataResponse {
    /// The response that a note stands for.
    fileprivate init(missing note: StoredResponse.Failure, at url: URL) {
        let seconds = Int((note.retryAt ?? note.failedAt).timeIntervalSince(note.failedAt))
        let stored = StoredResponse(
            url: url.absoluteString, status: note.status ?? HTTPStatus(404),
            fields: ["Cache-Control": "max-age=\(seconds)"], requestedAt: note.failedAt, receivedAt: note.failedAt)
        self.init(SharedResponse(.fresh, stored, byteCount: 0), [], at: url)
    }

    /// A response of the store.
    fileprivate init(_ shared: SharedResponse, _ body: [UInt8], at url: URL, _ metrics: DataLoader.Metrics? = nil) {
        self.init(head: Head(url: url, status: shared.stored.status), body: body, metrics: metrics)
        self.shared = shared
    }
}
