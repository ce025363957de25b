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

    /// The store.
    public let objects: ObjectStore

    private let reading: StoreHealth
    private let writing: StoreHealth
    private let brokenObjectCount = Lock(0)

    /// Creates the avatars of a store.
    public convenience init(_ objects: ObjectStore) {
        self.init(objects, firstPause: .seconds(5))
    }

    /// Creates the avatars of a store.
    ///
    /// - Parameter firstPause: how long a store is not asked after failures in a row.
    init(_ objects: ObjectStore, firstPause: Duration) {
        self.objects = objects
        reading = StoreHealth(of: objects, firstPause: firstPause)
        writing = StoreHealth(of: objects, firstPause: firstPause)
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
    /// Looks an avatar up by a request. If there is none, a second one asks why.
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
        let found = try await reading.ask { store -> Lookup? in
            guard wantsBytes else {
                return try await store.head(ofObjectNamed: key.path).map { lookup(of: $0, for: key) }
            }
            do {
                return try await store.object(named: key.path, byteLimit: byteLimit, priority: priority)
                    .map { lookup(of: $0, for: key) }
            } catch let error as ObjectStoreError where error.isOfSize {
                return .broken
            }
        }
        if let found { return found }
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

    /// Whether the store's avatar is at least as recent as a response of its server.
    ///
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    func has(_ key: CacheKey, asNewAs response: StoredResponse) async throws -> Bool {
        let head = try await reading.ask { try await $0.head(ofObjectNamed: key.path) }
        guard let head, let (entry, _) = AvatarObject.entry(for: key, byteCount: head.byteCount ?? 0, head.fields)
        else { return false }
        return entry.receivedAt >= response.receivedAt
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
    }

    /// Notes why there is no avatar.
    ///
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    func put(_ failure: StoredFailure, for key: CacheKey) async throws {
        let name = AvatarObject.missingName(of: key)
        let note = AvatarObject.note(of: failure, for: key)
        try await writing.ask { try await $0.put(note, named: name, fields: HTTPFields()) }
    }

    /// Removes an avatar.
    ///
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    func remove(_ key: CacheKey) async throws {
        try await writing.ask { try await $0.remove(objectNamed: key.path) }
    }
}

extension ObjectStoreError {
    /// Whether an object has more bytes than were to be taken, which says nothing of the store.
    var isOfSize: Bool {
        if case .transfer(let error) = reason, case .bodyTooLarge = error.reason { true } else { false }
    }
}
