import FoundationEssentials

/// What is kept of one avatar: in the local cache, and behind that in the store that a fleet shares.
///
/// There may be only one of them. One that fails is treated as missing: the avatar's server is asked, and ``cacheError``
/// and ``unstored`` say what could not be kept.
struct AvatarTiers: Sendable {
    /// The avatar's key, whose text is its URL.
    let key: CacheKey

    private let cache: (any DataCaching)?
    private var store: (any AvatarTier)?

    /// What the nearest tier that has the avatar holds.
    private(set) var entry: CacheEntry?

    /// The entry's bytes, where the store gave them and the cache does not have them.
    private(set) var bytes: [UInt8]?

    /// Why the last request failed, where there is no entry.
    private(set) var failure: StoredFailure?

    /// Whether the entry came from the store.
    private(set) var isOfStore = false

    /// Whether the store may have an object, of whatever content.
    private var mayBeInStore = false

    /// Why the cache did not keep the image.
    private(set) var cacheError: CacheError?

    /// Why the store lacks what the avatar's server says.
    private(set) var unstored: AvatarOutcome.Unstored?

    /// The most bytes that the image may have.
    private let byteLimit: Int

    /// Whether putting the image is what the run is for.
    private let fillsStore: Bool

    /// - Parameters:
    ///   - key: the avatar's key.
    ///   - entry: what the cache holds.
    ///   - failure: why the last request failed.
    ///   - loader: has the tiers. A file's avatar, which another machine may not have, is not in the store.
    init(of key: CacheKey, entry: CacheEntry?, failure: StoredFailure?, in loader: SupplierLoader) {
        self.key = key
        self.entry = entry
        self.failure = failure
        cache = loader.cache
        store = key.isLocalAvatar ? nil : loader.tier
        byteLimit = loader.configuration.avatarByteLimit
        fillsStore = loader.configuration.fillsStore
    }

    /// What is worth remembering once the bytes are gone.
    func lasting(delivering delivery: AvatarDelivery) -> PendingDownloads.Ended? {
        guard let entry, cache != nil && bytes == nil || delivery == .files else { return nil }
        return PendingDownloads.Ended(
            entry: entry, isOfTier: isOfStore && (cache == nil || bytes != nil), unstored: unstored)
    }

    /// The bytes of the entry; `nil` where they are gone.
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
    mutating func lookAgain(in loader: SupplierLoader, hasWaited: Bool) async {
        entry = await loader.entries(for: [key])[0]
        if entry == nil, hasWaited { failure = await loader.failures(for: [key])[key] }
    }

    /// Takes over what the store has, where the cache has nothing as new.
    ///
    /// - Parameters:
    ///   - wantsBytes: whether the image is needed, apart from keeping it.
    ///   - priority: how urgent it is.
    /// - Returns: whether it did.
    mutating func adopt(wantsBytes: Bool, priority: DataRequest.Priority) async throws -> Bool {
        guard let store else { return false }
        mayBeInStore = true
        do {
            guard
                let found = try await store.avatar(
                    for: key, wantsImage: wantsBytes || cache != nil, byteLimit: byteLimit, priority: priority)
            else {
                mayBeInStore = false
                guard entry == nil, let noted = try await store.failure(for: key) else { return false }
                failure = noted
                return true
            }
            guard let object = found.entry, object.isNewer(than: entry) else { return false }
            (entry, bytes, isOfStore) = (object, found.image, true)
            if let image = found.image, let kind = ImageHeader.kind(of: image.span) {
                try await keepLocally(image, of: kind, object.response)
            }
            return true
        } catch {
            try Task.checkCancellation()
            // A store that does not answer would keep the reader waiting again.
            if !fillsStore, (error as? any AvatarTierError)?.isUnanswered == true {
                (self.store, unstored) = (nil, .failed(error))
            }
            return false
        }
    }

    /// Forgets the entry, whose bytes turned out to be gone.
    mutating func forgetEntry() { entry = nil }
}

// MARK: - Keeping

extension AvatarTiers {
    /// Keeps an image that its server has sent, where the server allows that; an older one goes in any case.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - kind: its kind.
    ///   - response: what is to be kept of the server's answer.
    ///   - fields: the answer's fields.
    mutating func keep(
        _ image: [UInt8], of kind: ImageKind, _ response: StoredResponse, _ fields: HTTPFields
    ) async throws {
        let held = entry.take()
        (bytes, isOfStore) = (nil, false)
        if !response.forbidsStoring {
            try await keepLocally(image, of: kind, response)
        } else if let cache, let held {
            cacheError = try await Self.cacheError { try await cache.remove(held) }
        }
        if response.forbidsSharing {
            try await withdraw(response)
        } else {
            try await share(image, of: kind, response, fields)
        }
    }

    /// Renews what is known of an image that its server says is unchanged. It is used even where that could not be written.
    ///
    /// - Returns: whether the image is still there.
    mutating func renew(_ response: StoredResponse, _ fields: HTTPFields) async throws -> Bool {
        guard let held = entry else { return false }
        if let cache, bytes == nil {
            let error = try await Self.cacheError { entry = try await cache.refresh(held, with: response) }
            if case .missing = error { return false }
            cacheError = error
        } else {
            entry = held.with(response)
        }
        guard store != nil else { return true }
        guard !response.forbidsSharing else {
            try await withdraw(response)
            return true
        }
        guard let image = try await bytesAnywhere(of: held), let kind = ImageHeader.kind(of: image.span) else {
            entry = nil
            return false
        }
        try await share(image, of: kind, response, fields)
        return true
    }

    /// Tells the store what the cache knows, unless the store knows what is as new.
    mutating func fill() async throws {
        guard let store else { return }
        if entry == nil { return try await fillMissing(store) }
        guard let response = entry?.response else { return }
        guard !response.forbidsSharing else {
            unstored = .personal
            return
        }
        unstored = try await Self.failure {
            let stored = try await store.avatar(for: key, wantsImage: false, byteLimit: byteLimit, priority: .normal)
            if let receivedAt = stored?.entry?.receivedAt, receivedAt >= response.receivedAt { return }
            guard let image = await entryBytes(), let kind = ImageHeader.kind(of: image.span) else { return }
            try await store.store(image, mediaType: kind.mediaType, response: response, fields: HTTPFields(), for: key)
        }
    }

    /// Drops an avatar that is gone from the store too, where an earlier run could not.
    private mutating func fillMissing(_ store: any AvatarTier) async throws {
        guard let failure, !failure.isPersonal else { return }
        unstored = try await Self.failure {
            let stored = try await store.avatar(for: key, wantsImage: false, byteLimit: byteLimit, priority: .normal)
            if let entry = stored?.entry, entry.receivedAt > failure.failedAt { return }
            if stored != nil {
                try await store.remove(key)
            } else if let noted = try await store.failure(for: key), noted.failedAt >= failure.failedAt {
                return
            }
            try await store.storeFailure(failure, for: key)
        }
    }

    /// Drops an avatar whose server says that there is none.
    ///
    /// - Parameters:
    ///   - failure: what to note for as long as that is believed; `nil` where it is not.
    ///   - isForAll: whether the server would say it to others too. Else the store is left as it is.
    /// - Returns: whether that is noted anywhere.
    mutating func drop(noting failure: StoredFailure?, isForAll: Bool) async throws -> Bool {
        var isNoted = false
        if let cache {
            cacheError = try await Self.cacheError {
                if let entry { try await cache.remove(entry) }
                guard let failure else { return }
                try await cache.storeFailure(failure, for: key)
                isNoted = true
            }
        }
        if let store, isForAll {
            unstored = try await Self.failure {
                if mayBeInStore { try await store.remove(key) }
                guard let failure else { return }
                try await store.storeFailure(failure, for: key)
                isNoted = true
            }
        }
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

    private mutating func keepLocally(
        _ image: [UInt8], of kind: ImageKind, _ response: StoredResponse?
    ) async throws {
        guard let cache else { return }
        cacheError = try await Self.cacheError {
            entry = try await cache.store(image, fileExtension: kind.fileExtension, response: response, for: key)
            bytes = nil
        }
    }

    private mutating func share(
        _ image: [UInt8], of kind: ImageKind, _ response: StoredResponse, _ fields: HTTPFields
    ) async throws {
        guard let store else { return }
        unstored = try await Self.failure {
            try await store.store(image, mediaType: kind.mediaType, response: response, fields: fields, for: key)
        }
    }

    /// Keeps an answer that others may not read out of the store, and removes what that has.
    ///
    /// What the server says to fields of the user's own tells nothing of what others get: then the object stays.
    private mutating func withdraw(_ response: StoredResponse) async throws {
        guard let store else { return }
        if mayBeInStore, !response.hasUserFields {
            unstored = try await Self.failure { try await store.remove(key) }
        }
        if unstored == nil, response.isPersonal { unstored = .personal }
    }

    /// The image of an entry, also where only the store has it. Another machine may have replaced it there meanwhile: then
    /// there is none.
    private func bytesAnywhere(of held: CacheEntry) async throws -> [UInt8]? {
        if let bytes = await entryBytes() { return bytes }
        var found: AvatarTier.StoredAvatar?
        _ = try await Self.failure {
            found = try await store?.avatar(for: key, wantsImage: true, byteLimit: byteLimit, priority: .normal)
        }
        return found?.entry?.response == held.response ? found?.image : nil
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

    /// What a call to a store throws besides `CancellationError`.
    private static func failure(in call: () async throws -> Void) async throws -> AvatarOutcome.Unstored? {
        do {
            try await call()
            return nil
        } catch {
            try Task.checkCancellation()
            return .failed(error)
        }
    }
}

extension CacheEntry {
    /// Whether its server's words are newer than those on another one; also where there is no other one.
    fileprivate func isNewer(than other: CacheEntry?) -> Bool {
        guard let other else { return true }
        return (response?.receivedAt ?? .distantPast) > (other.response?.receivedAt ?? .distantPast)
    }

    /// The same bytes with what a server said of them since.
    fileprivate func with(_ response: StoredResponse) -> CacheEntry {
        CacheEntry(
            key: key, file: file, byteCount: byteCount, storedAt: storedAt, lastUsedAt: lastUsedAt, response: response)
    }
}

extension SupplierLoader {
    /// What the cache holds under each key. A cache that cannot be read holds nothing: storing the first avatar will tell
    /// what is wrong with it.
    func entries(for keys: [CacheKey]) async -> [CacheEntry?] {
        do {
            if let entries = try await cache?.entries(for: keys) { return entries }
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
