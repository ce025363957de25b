/// One avatar in the further tier, which other machines share.
///
/// Errors of the tier are not thrown: they are ``unstored``. Every method throws `CancellationError` only.
final class SharedAvatar {
    /// A finding in the tier that is newer than the cache's entry.
    enum Finding {
        /// The avatar; the image if it was asked for.
        case avatar(CacheEntry, image: [UInt8]?)

        /// The reason why it is missing.
        case failure(StoredResponse.Failure)
    }

    private let key: CacheKey
    private let tier: any AvatarTier

    /// The most bytes that the image may have.
    private let byteLimit: Int

    /// The reason why the tier does not have the avatar as its server sent it.
    private(set) var unstored: AvatarOutcome.Unstored?

    /// Whether the tier may have an object under the key, of whatever content.
    var mayExist = false

    /// Whether the tier did not answer: another request would keep the reader waiting again.
    private var isGivenUp = false

    init(_ key: CacheKey, in tier: any AvatarTier, byteLimit: Int) {
        self.key = key
        self.tier = tier
        self.byteLimit = byteLimit
    }

    /// Looks the avatar up.
    ///
    /// - Parameters:
    ///   - entry: the entry in the cache.
    ///   - wantsImage: whether the image is needed.
    ///   - priority: how urgent it is.
    ///   - givesUp: whether a tier that does not answer is not asked again.
    /// - Returns: `nil` if the tier has nothing newer.
    func find(
        newerThan entry: CacheEntry?, wantsImage: Bool, priority: DataRequest.Priority, givesUp: Bool
    ) async throws -> Finding? {
        mayExist = true
        do {
            guard let found = try await look(wantsImage: wantsImage, priority) else {
                mayExist = false
                return entry == nil ? try await tier.failure(for: key).map { .failure($0) } : nil
            }
            guard let object = found.entry, object.isNewer(than: entry) else { return nil }
            return .avatar(object, image: found.image)
        } catch {
            try Task.checkCancellation()
            if givesUp, tier.isUnanswered(error) { (isGivenUp, unstored) = (true, .failed(error)) }
            return nil
        }
    }

    /// The image of an entry; `nil` if another machine has replaced it meanwhile.
    func image(of entry: CacheEntry) async throws -> [UInt8]? {
        guard !isGivenUp else { return nil }
        var found: AvatarTier.StoredAvatar?
        _ = try await Self.error { found = try await look(wantsImage: true) }
        return found?.entry?.response == entry.response ? found?.image : nil
    }

    private func look(
        wantsImage: Bool, _ priority: DataRequest.Priority = .normal
    ) async throws -> AvatarTier.StoredAvatar? {
        try await tier.avatar(for: key, wantsImage: wantsImage, byteLimit: byteLimit, priority: priority)
    }

    /// The error of calls to the tier, unless the task was cancelled.
    private static func error(in calls: () async throws -> Void) async throws -> AvatarOutcome.Unstored? {
        do {
            try await calls()
            return nil
        } catch {
            try Task.checkCancellation()
            return .failed(error)
        }
    }
}

// MARK: - Storing

extension SharedAvatar {
    /// Stores an image that its server has sent, or removes an earlier one if others may not read this one.
    ///
    /// A response to fields of the user's own tells nothing of what others get: then the object stays.
    func store(
        _ image: [UInt8], of kind: ImageHeader.Kind, _ response: StoredResponse, _ fields: HeaderFields
    ) async throws {
        guard !isGivenUp else { return }
        guard !response.forbidsSharing else { return try await withdraw(response) }
        unstored = try await Self.error {
            try await tier.store(image, mediaType: kind.mediaType, response: response, fields: fields, for: key)
        }
    }

    /// Removes an avatar that others may not read.
    func withdraw(_ response: StoredResponse) async throws {
        guard !isGivenUp else { return }
        if mayExist, !response.hasUserFields {
            unstored = try await Self.error { try await tier.remove(key) }
        }
        if unstored == nil, response.isPersonal { unstored = .personal }
    }

    /// Removes an avatar whose server says that there is none.
    ///
    /// - Parameter failure: the reason to store; `nil` for none.
    /// - Returns: whether it was stored.
    func remove(storing failure: StoredResponse.Failure?) async throws -> Bool {
        guard !isGivenUp else { return false }
        unstored = try await Self.error {
            if mayExist { try await tier.remove(key) }
            if let failure { try await tier.storeFailure(failure, for: key) }
        }
        return failure != nil && unstored == nil
    }

    /// Stores a cached avatar, unless the tier's own is at least as recent.
    ///
    /// - Parameter image: reads the image.
    func fill(_ response: StoredResponse, image: () async -> [UInt8]?) async throws {
        guard !response.forbidsSharing else {
            unstored = .personal
            return
        }
        unstored = try await Self.error {
            let stored = try await look(wantsImage: false)
            if let receivedAt = stored?.entry?.receivedAt, receivedAt >= response.receivedAt { return }
            guard let image = await image(), let kind = ImageHeader.kind(of: image.span) else { return }
            try await tier.store(image, mediaType: kind.mediaType, response: response, fields: HeaderFields(), for: key)
        }
    }

    /// Removes an avatar that is missing, if an earlier run could not, and stores the reason.
    func fill(missing failure: StoredResponse.Failure) async throws {
        guard !failure.isPersonal else { return }
        unstored = try await Self.error {
            let stored = try await look(wantsImage: false)
            if let entry = stored?.entry, entry.receivedAt > failure.failedAt { return }
            if stored != nil {
                try await tier.remove(key)
            } else if let noted = try await tier.failure(for: key), noted.failedAt >= failure.failedAt {
                return
            }
            try await tier.storeFailure(failure, for: key)
        }
    }
}

extension CacheEntry {
    /// Whether its response is newer than that of another entry; also if there is no other one.
    fileprivate func isNewer(than other: CacheEntry?) -> Bool {
        guard let other else { return true }
        return (response?.receivedAt ?? .distantPast) > (other.response?.receivedAt ?? .distantPast)
    }
}
