import FoundationEssentials

/// Avatars in an object store, which many machines share: the tier behind the local cache.
///
/// A store that fails is a store that is missing. After an error that would meet every request (``ObjectStoreError/isLasting``)
/// it is not asked again for the lifetime of this value, after three other failures in a row not for a while. Reading and
/// writing count apart, since credentials may permit one of them only and a full store can still be read.
public final class AvatarStore: Sendable {
    /// What a store has of an avatar.
    enum Lookup: Sendable {
        /// No object, and why there is none, where that was noted.
        case absent(StoredFailure?)

        /// An object that is not what was put, or is too large.
        case broken

        /// The avatar, with its bytes where they were asked for.
        case found(CacheEntry, [UInt8]?)
    }

    /// The most bytes of a note why there is no avatar.
    private static let noteByteLimit = 1 << 20

    /// For how many seconds an object that was put counts as had, fresh or not, where nothing of it is needed.
    private static let trustedAge: TimeInterval = 86_400

    /// The store.
    public let objects: ObjectStore

    private let reading: StoreHealth
    private let writing: StoreHealth
    private let brokenObjectCount = Lock(0)
    let listing: AvatarListing

    /// Creates the avatars of a store.
    ///
    /// - Parameters:
    ///   - objects: the store.
    ///   - shard: the part of the avatars that will be asked for, to which listings are limited. Default `nil`, for all.
    public convenience init(_ objects: ObjectStore, shard: Shard? = nil) {
        self.init(objects, shard: shard, listingAfter: 1000, firstPause: .seconds(5))
    }

    /// Creates the avatars of a store.
    ///
    /// - Parameters:
    ///   - lookupCount: after how many lookups the names are listed: a page of a listing costs as much as one lookup, but a
    ///     small catalog may be a part of a large store.
    ///   - firstPause: how long a store is not asked after failures in a row.
    init(_ objects: ObjectStore, shard: Shard?, listingAfter lookupCount: Int, firstPause: Duration) {
        self.objects = objects
        reading = StoreHealth(of: objects, firstPause: firstPause)
        writing = StoreHealth(of: objects, firstPause: firstPause)
        let hashes = shard?.hashes ?? 0 ... .max
        // Its failures are not failures of reading: credentials may permit to read objects, but not to list them.
        listing = AvatarListing(afterLookups: lookupCount) { namespace in
            try await AvatarNames(of: namespace, in: objects, hashes: hashes)
        }
    }

    /// Why reading failed the last time, or why the store is not read; `nil` where all went well.
    public var readError: ObjectStoreError? { reading.lastError }

    /// Why writing failed the last time, or why the store is not written; `nil` where all went well.
    public var writeError: ObjectStoreError? { writing.lastError }

    /// How many of the objects that were looked up are not what was put: they have other bytes, or no metadata that this version
    /// reads.
    ///
    /// All avatars in a store that keeps no metadata are fetched again in each run.
    public var brokenCount: Int { brokenObjectCount.withLock { $0 } }
}

// MARK: - Reading

extension AvatarStore {
    /// Looks an avatar up: in the listing once there is one, else by a request. A second one asks why there is none.
    ///
    /// - Parameters:
    ///   - key: the avatar's key.
    ///   - wantsBytes: whether its bytes are needed.
    ///   - byteLimit: the most bytes that an avatar may have.
    ///   - priority: how urgent it is.
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    func lookUp(
        _ key: CacheKey, wantsBytes: Bool, byteLimit: Int, priority: DataRequest.Priority
    ) async throws -> Lookup {
        let (mayHaveAvatar, mayHaveNote) = listing.lookUp(key.name.hash)
        if mayHaveAvatar {
            let name = key.path
            let found = try await reading.ask { store -> Lookup? in
                guard wantsBytes else {
                    return try await store.head(ofObjectNamed: name).map { lookup(of: $0, for: key) }
                }
                do {
                    return try await store.object(named: name, byteLimit: byteLimit, priority: priority)
                        .map { lookup(of: $0, for: key) }
                } catch let error as ObjectStoreError where error.isOfSize {
                    return .broken
                }
            }
            if let found { return found }
        }
        guard mayHaveNote else { return .absent(nil) }
        return .absent(try await failure(for: key))
    }

    /// Why there is no avatar, where that was noted.
    private func failure(for key: CacheKey) async throws -> StoredFailure? {
        let name = AvatarObject.missingName(of: key)
        let object = try await reading.ask { try await $0.object(named: name, byteLimit: Self.noteByteLimit) }
        return object.flatMap { AvatarObject.failure(inNote: $0.bytes, of: key) }
    }

    private func lookup(of head: StoredObject.Head, for key: CacheKey) -> Lookup {
        AvatarObject.entry(for: key, byteCount: head.byteCount ?? 0, head.fields).map { .found($0.entry, nil) }
            ?? broken()
    }

    private func lookup(of object: StoredObject, for key: CacheKey) -> Lookup {
        guard let (entry, checksum) = AvatarObject.entry(for: key, byteCount: object.bytes.count, object.head.fields),
            checksum == XXH64.hash(of: object.bytes)
        else { return broken() }
        return .found(entry, object.bytes)
    }

    private func broken() -> Lookup {
        brokenObjectCount.withLock { $0 += 1 }
        return .broken
    }

    /// Whether the store has an avatar that is as new as what its server said: put after that, as far as a listing tells,
    /// or else as the object itself says.
    ///
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    func has(_ key: CacheKey, asNewAs response: StoredResponse) async throws -> Bool {
        let hash = key.name.hash
        guard listing.lookUp(hash).mayHaveAvatar else { return false }
        let receivedAt = response.receivedAt
        if let listed = listing[hash], TimeInterval(listed.seconds) >= receivedAt.timeIntervalSince1970 { return true }
        let head = try await reading.ask { try await $0.head(ofObjectNamed: key.path) }
        guard let head, let (entry, _) = AvatarObject.entry(for: key, byteCount: head.byteCount ?? 0, head.fields)
        else { return false }
        return entry.receivedAt >= receivedAt
    }

    /// The size of an avatar that was put within a day, as far as a listing has told.
    func recentByteCount(of key: CacheKey) -> Int? {
        guard let element = listing[key.name.hash],
            Date.now.timeIntervalSince1970 - TimeInterval(element.seconds) < Self.trustedAge
        else { return nil }
        return Int(element.byteCount)
    }
}

// MARK: - Writing

extension AvatarStore {
    /// Puts an avatar, in place of one that is there.
    ///
    /// - Parameters:
    ///   - bytes: the image.
    ///   - mediaType: its media type.
    ///   - response: what its server said of it.
    ///   - given: the server's own fields, where they are at hand.
    ///   - key: the avatar's key.
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    func put(
        _ bytes: [UInt8], mediaType: String, response: StoredResponse, given: HTTPFields, for key: CacheKey
    ) async throws {
        let fields = AvatarObject.fields(
            for: bytes, mediaType: mediaType, response: response, given: given, key: key, at: .now)
        try await writing.ask { try await $0.put(bytes, named: key.path, fields: fields) }
        listing.noteAvatar(key.name.hash, isThere: true)
    }

    /// Notes why there is no avatar.
    ///
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    func put(_ failure: StoredFailure, for key: CacheKey) async throws {
        let name = AvatarObject.missingName(of: key)
        let note = AvatarObject.note(of: failure, for: key)
        try await writing.ask { try await $0.put(note, named: name, fields: HTTPFields()) }
        listing.addNote(key.name.hash)
    }

    /// Removes an avatar.
    ///
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    func remove(_ key: CacheKey) async throws {
        try await writing.ask { try await $0.remove(objectNamed: key.path) }
        listing.noteAvatar(key.name.hash, isThere: false)
    }
}

extension ObjectStoreError {
    /// Whether an object has more bytes than were to be taken, which says nothing of the store.
    var isOfSize: Bool {
        if case .transfer(let error) = reason, case .bodyTooLarge = error.reason { true } else { false }
    }
}
