/// One avatar in the local cache, and behind that in the further tier.
///
/// There may be only one of them. One that fails is treated as missing: the avatar's server is asked, and ``cacheError`` and
/// ``unstored`` hold the errors. An object, which one task uses.
final class AvatarTiers {
    private let key: CacheKey
    private let context: AvatarContext
    private var shared: SharedAvatar?

    /// The entry of the nearest tier that has the avatar.
    private(set) var entry: CacheEntry?

    /// The entry's bytes, if the further tier gave them and the cache does not have them.
    private(set) var bytes: [UInt8]?

    /// The last failure, if there is no entry.
    private(set) var failure: StoredFailure?

    /// Whether the entry came from the further tier.
    private(set) var isOfTier = false

    /// Whether the cache had the avatar once it was claimed.
    private(set) var wasFound = false

    /// The error because of which the cache did not store the image.
    private(set) var cacheError: CacheError?

    private var cache: (any DataCaching)? { context.cache }

    /// Whether nothing is known of the avatar, and there is no further tier to look into.
    var isUnknown: Bool { entry == nil && failure == nil && shared == nil }

    /// The reason why the further tier does not have the avatar as its server sent it.
    var unstored: AvatarOutcome.Unstored? { shared?.unstored }

    /// - Parameters:
    ///   - key: the avatar's key.
    ///   - entry: its entry in the cache.
    ///   - failure: why the last request failed.
    ///   - context: has the tiers. A file's avatar, which another machine may not have, is not in the further one.
    init(of key: CacheKey, entry: CacheEntry?, failure: StoredFailure?, in context: AvatarContext) {
        self.key = key
        self.entry = entry
        self.failure = failure
        self.context = context
        if let tier = context.tier, !key.isLocalAvatar {
            shared = SharedAvatar(key, in: tier, byteLimit: context.byteLimit)
        }
    }

    /// The entry to remember once the bytes are gone.
    func lasting(delivering delivery: AvatarOutcome.Delivery) -> PendingDownloads.Ended? {
        guard let entry, cache != nil && bytes == nil || delivery == .files else { return nil }
        return PendingDownloads.Ended(
            entry: entry, isOfTier: isOfTier && (cache == nil || bytes != nil), unstored: unstored)
    }

    /// The bytes of the entry; `nil` if they are gone.
    private func entryBytes() async -> [UInt8]? {
        if let bytes { return bytes }
        guard let cache, let entry else { return nil }
        do {
            return try await cache.bytes(of: entry)
        } catch {
            return nil
        }
    }
}

// MARK: - Looking up

extension AvatarTiers {
    /// Looks into the cache again, which another process may have changed.
    ///
    /// - Parameter hasWaited: whether that process was waited for: only then may it have failed meanwhile.
    func lookAgain(hasWaited: Bool) async {
        entry = await context.entries(for: [key])[0]
        wasFound = entry != nil
        if entry == nil, hasWaited { failure = await context.failures(for: [key])[0] }
    }

    /// Takes over what the further tier has, if the cache has nothing as new.
    ///
    /// - Parameters:
    ///   - wantsBytes: whether the image is needed, apart from keeping it.
    ///   - priority: how urgent it is.
    ///   - givesUp: whether a tier that does not answer is not asked again.
    /// - Returns: whether it did.
    func adopt(wantsBytes: Bool, priority: DataRequest.Priority, givesUp: Bool) async throws -> Bool {
        let (entry, wantsImage) = (entry, wantsBytes || cache != nil)
        let finding = try await shared?.find(
            newerThan: entry, wantsImage: wantsImage, priority: priority, givesUp: givesUp)
        switch finding {
        case .avatar(let object, let image):
            (self.entry, bytes, isOfTier) = (object, image, true)
            if let image, let kind = ImageHeader.kind(of: image.span) {
                try await keepLocally(image, of: kind, object.response)
            }
        case .failure(let found): failure = found
        case nil: return false
        }
        return true
    }

    /// Counts on an object in the store, which was not looked up.
    func expectObject() { shared?.mayExist = true }

    /// Forgets the entry, whose bytes turned out to be gone.
    func forgetEntry() { entry = nil }
}

// MARK: - Keeping

extension AvatarTiers {
    /// Keeps an image that its server has sent, if the server allows that; an older one goes in any case.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - kind: its kind.
    ///   - response: the part of the server's response that is kept.
    ///   - fields: the response's fields.
    func keep(
        _ image: [UInt8], of kind: ImageHeader.Kind, _ response: StoredResponse, _ fields: HTTPFields
    ) async throws {
        let held = entry.take()
        (bytes, isOfTier) = (nil, false)
        if !response.forbidsStoring {
            try await keepLocally(image, of: kind, response)
        } else if let cache, let held {
            cacheError = try await Self.cacheError { try await cache.remove(held) }
        }
        guard shared != nil else { return }
        try await shared?.store(image, of: kind, response, fields)
    }

    /// Updates an image's metadata after a 304. It is used even if that could not be written.
    ///
    /// - Returns: whether the image is still there.
    func renew(_ response: StoredResponse, _ fields: HTTPFields) async throws -> Bool {
        guard let held = entry else { return false }
        if let cache, bytes == nil {
            let error = try await Self.cacheError { entry = try await cache.refresh(held, with: response) }
            if case .missing = error { return false }
            cacheError = error
        } else {
            entry = held.with(response)
        }
        guard shared != nil else { return true }
        guard !response.forbidsSharing else {
            try await shared?.withdraw(response)
            return true
        }
        var image = await entryBytes()
        if image == nil { image = try await shared?.image(of: held) }
        guard let image, let kind = ImageHeader.kind(of: image.span) else {
            entry = nil
            return false
        }
        try await shared?.store(image, of: kind, response, fields)
        return true
    }

    /// Puts the cached avatar, or the reason why there is none, into the further tier, unless that has one as recent.
    func fill() async throws {
        if let response = entry?.response {
            try await shared?.fill(response) { await entryBytes() }
        } else if entry == nil, let failure {
            try await shared?.fill(missing: failure)
        }
    }

    /// Drops an avatar whose server says that there is none.
    ///
    /// - Parameters:
    ///   - failure: the reason to note; `nil` if it is not believed.
    ///   - isForAll: whether the server would say it to others too. Else the further tier is left as it is.
    /// - Returns: whether that is noted anywhere.
    func drop(noting failure: StoredFailure?, isForAll: Bool) async throws -> Bool {
        var isNoted = false
        if let cache {
            cacheError = try await Self.cacheError {
                if let entry { try await cache.remove(entry) }
                guard let failure else { return }
                try await cache.storeFailure(failure, for: key)
                isNoted = true
            }
        }
        if isForAll, try await shared?.remove(storing: failure) == true { isNoted = true }
        return isNoted
    }

    /// Notes a failure in the cache, for a report; it keeps no one from asking again.
    func note(_ failure: StoredFailure) async {
        do {
            try await cache?.storeFailure(failure, for: key)
        } catch {
            // The failure itself is reported in any case.
        }
    }

    private func keepLocally(_ image: [UInt8], of kind: ImageHeader.Kind, _ response: StoredResponse?) async throws {
        do {
            guard let cache else { return }
            entry = try await cache.store(image, fileExtension: kind.fileExtension, response: response, for: key)
            (bytes, cacheError) = (nil, nil)
        } catch let error as CacheError {
            try Task.checkCancellation()
            cacheError = error
        }
    }

    /// The error of a call to the cache, unless the task was cancelled.
    private static func cacheError(in call: () async throws -> Void) async throws -> CacheError? {
        do {
            try await call()
            return nil
        } catch let error as CacheError {
            try Task.checkCancellation()
            return error
        }
    }
}

extension CacheEntry {
    /// The same bytes with a newer response.
    fileprivate func with(_ response: StoredResponse) -> CacheEntry {
        CacheEntry(
            key: key, file: file, byteCount: byteCount, storedAt: storedAt, lastUsedAt: lastUsedAt, response: response)
    }
}
