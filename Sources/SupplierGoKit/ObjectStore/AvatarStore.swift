import FoundationEssentials

/// Avatars in an object store, which many machines share: the tier behind the local cache.
///
/// A store that fails is a store that is missing. After an error that would meet every request (``ObjectStoreError/isLasting``),
/// or after three failures in a row, it is not asked again for the lifetime of this value. Reading and writing count
/// apart, since credentials may permit one of them only and a full store can still be read.
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

    /// For how many seconds an object that was put counts as fresh without a look at it, where nothing of it is needed.
    private static let trustedAge: TimeInterval = 86_400

    /// The store.
    public let objects: ObjectStore

    private let reading: StoreHealth
    private let writing: StoreHealth
    let listing: AvatarListing

    /// Creates the avatars of a store.
    ///
    /// - Parameters:
    ///   - objects: the store.
    ///   - shard: the part of the avatars that will be asked for, to which listings are limited. Default `nil`, for all.
    public convenience init(_ objects: ObjectStore, shard: Shard? = nil) {
        self.init(objects, shard: shard, listingAfter: 1000)
    }

    /// Creates the avatars of a store.
    ///
    /// - Parameter lookupCount: after how many lookups the names are listed: a page of a listing costs as much as one lookup,
    ///   but a small catalog may be a part of a large store.
    init(_ objects: ObjectStore, shard: Shard?, listingAfter lookupCount: Int) {
        self.objects = objects
        let (reading, hashes) = (StoreHealth(of: objects), shard?.hashes ?? 0 ... .max)
        self.reading = reading
        writing = StoreHealth(of: objects)
        listing = AvatarListing(afterLookups: lookupCount) { namespace in
            try await reading.ask { try await AvatarNames(of: namespace, in: $0, hashes: hashes) }
        }
    }

    /// Why reading failed the last time, or why the store is no longer read; `nil` where all went well.
    public var readError: ObjectStoreError? { reading.lastError }

    /// Why writing failed the last time, or why the store is no longer written; `nil` where all went well.
    public var writeError: ObjectStoreError? { writing.lastError }
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
            let name = AvatarObject.name(of: key)
            let found = try await reading.ask { store -> Lookup? in
                guard wantsBytes else {
                    return try await store.head(ofObjectNamed: name).map { Self.found($0, for: key) }
                }
                do {
                    return try await store.object(named: name, byteLimit: byteLimit, priority: priority)
                        .map { Self.found($0, for: key) }
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
        return object.flatMap { StoredFailure($0.bytes) }
    }

    private static func found(_ head: StoredObject.Head, for key: CacheKey) -> Lookup {
        AvatarObject.entry(for: key, byteCount: head.byteCount ?? 0, head.fields).map { .found($0.entry, nil) }
            ?? .broken
    }

    private static func found(_ object: StoredObject, for key: CacheKey) -> Lookup {
        guard let (entry, checksum) = AvatarObject.entry(for: key, byteCount: object.bytes.count, object.head.fields),
            checksum == XXH64.hash(of: object.bytes)
        else { return .broken }
        return .found(entry, object.bytes)
    }

    /// Whether the store has an avatar, by the listing once there is one, else by a request.
    ///
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    func has(_ key: CacheKey) async throws -> Bool {
        guard listing.lookUp(key.name.hash).mayHaveAvatar else { return false }
        if listing[key.name.hash] != nil { return true }
        let head = try await reading.ask { try await $0.head(ofObjectNamed: AvatarObject.name(of: key)) }
        return head.map { AvatarObject.entry(for: key, byteCount: $0.byteCount ?? 0, $0.fields) != nil } ?? false
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
        try await writing.ask { try await $0.put(bytes, named: AvatarObject.name(of: key), fields: fields) }
        listing.addAvatar(key.name.hash)
    }

    /// Notes why there is no avatar.
    ///
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    func put(_ failure: StoredFailure, for key: CacheKey) async throws {
        let name = AvatarObject.missingName(of: key)
        try await writing.ask { try await $0.put(failure.bytes, named: name, fields: HTTPFields()) }
        listing.addNote(key.name.hash)
    }

    /// Removes an avatar.
    ///
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    func remove(_ key: CacheKey) async throws {
        try await writing.ask { try await $0.remove(objectNamed: AvatarObject.name(of: key)) }
    }
}

/// Whether requests of one sort are worth sending to a store.
private final class StoreHealth: Sendable {
    private struct State {
        var failureCount = 0
        var lastError: ObjectStoreError?
        var isOver = false
    }

    /// How many failures in a row end the use of a store.
    private static let failureLimit = 3

    private let store: ObjectStore
    private let state = Lock(State())

    init(of store: ObjectStore) {
        self.store = store
    }

    /// Why the last failed request did, or why none is sent any more.
    var lastError: ObjectStoreError? { state.withLock { $0.lastError } }

    /// Sends a request, unless none is worth sending.
    ///
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    func ask<Value>(_ call: (ObjectStore) async throws -> Value) async throws -> Value {
        if let error = state.withLock({ $0.isOver ? $0.lastError : nil }) { throw error }
        do {
            let value = try await call(store)
            state.withLock { $0.failureCount = 0 }
            return value
        } catch {
            if !(error is ObjectStoreError) { try Task.checkCancellation() }
            let error = error as? ObjectStoreError ?? store.error(ofLoader: error)
            note(error)
            throw error
        }
    }

    private func note(_ error: ObjectStoreError) {
        state.withLock { state in
            guard !state.isOver else { return }
            state.failureCount += 1
            state.lastError = error
            state.isOver = error.isLasting || state.failureCount >= Self.failureLimit
        }
    }
}

extension ObjectStore {
    /// The meaning of an error of another program's loader.
    fileprivate func error(ofLoader error: any Error) -> ObjectStoreError {
        let failure = DataLoadError(.failed(code: 0, reason: String(describing: error)), location.endpoint)
        return ObjectStoreError(.transfer(failure), store: "\(location)")
    }
}

extension ObjectStoreError {
    /// Whether an object has more bytes than were to be taken, which says nothing of the store.
    fileprivate var isOfSize: Bool {
        if case .transfer(let error) = reason, case .bodyTooLarge = error.reason { true } else { false }
    }
}
