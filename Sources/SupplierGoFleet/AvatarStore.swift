public import SupplierGoKit

/// A loader that sends what a store needs besides: requests with the methods `PUT`, `HEAD` and `DELETE`, which a
/// `DataRequest.signature` signs.
public protocol StoreLoading: DataLoading {}

extension DataLoader: StoreLoading {}

/// Avatars in an object store, which many machines share: the tier behind the local cache.
///
/// A store that fails is a store that is missing. After an error that would meet every request (``ObjectStoreError/isLasting``)
/// it is not asked again for the lifetime of this value, after three other failures in a row not for a while. Reading and
/// writing count apart, since credentials may permit one of them only and a full store can still be read.
public final class AvatarStore: Sendable {
    /// The most bytes of a note why there is no avatar.
    private static let noteByteLimit = 1 << 20

    private let reading: StoreHealth
    private let writing: StoreHealth
    private let brokenObjectCount = Lock(0)

    /// Creates the avatars of a store.
    ///
    /// - Parameters:
    ///   - location: the bucket and prefix.
    ///   - dataLoader: what transfers.
    public convenience init(at location: ObjectStoreLocation, dataLoader: any StoreLoading) {
        self.init(ObjectStore(at: location, dataLoader: dataLoader), firstPause: .seconds(5))
    }

    /// Creates the avatars of a store.
    ///
    /// - Parameter firstPause: how long a store is not asked after failures in a row.
    init(_ objects: ObjectStore, firstPause: Duration) {
        reading = StoreHealth(of: objects, firstPause: firstPause)
        writing = StoreHealth(of: objects, firstPause: firstPause)
    }

    /// The last error in reading, or the error because of which reading is suspended; `nil` if all went well.
    public var readError: ObjectStoreError? { reading.lastError }

    /// The last error in writing, or the error because of which writing is suspended; `nil` if all went well.
    public var writeError: ObjectStoreError? { writing.lastError }

    /// How many of the objects that were looked up are not what was put: they have other bytes, or no metadata that this version
    /// reads.
    ///
    /// All avatars in a store that keeps no metadata are fetched again in each run.
    public var brokenCount: Int { brokenObjectCount.withLock { $0 } }
}

extension SupplierLoader {
    /// Avatars that many machines share: the tier behind the cache, before the avatars' servers. Default `nil`, for none.
    public var store: AvatarStore? {
        get { tier as? AvatarStore }
        set { tier = newValue }
    }
}

extension AvatarStore: AvatarTier {
    package func avatar(
        for key: CacheKey, wantsImage: Bool, byteLimit: Int, priority: DataRequest.Priority
    ) async throws -> StoredAvatar? {
        try await reading.ask { store -> StoredAvatar? in
            guard wantsImage else {
                return try await store.head(ofObjectNamed: key.path).map { head in
                    let stored = AvatarObject.entry(for: key, byteCount: head.byteCount ?? 0, head.fields)
                    return avatar(stored?.entry, nil)
                }
            }
            do {
                return try await store.object(named: key.path, byteLimit: byteLimit, priority: priority).map { object in
                    let stored = AvatarObject.entry(for: key, byteCount: object.body.count, object.head.fields)
                    return avatar(stored?.checksum == XXH64.hash(of: object.body) ? stored?.entry : nil, object.body)
                }
            } catch let error as ObjectStoreError where error.isOfSize {
                return (nil, nil)
            }
        }
    }

    private func avatar(_ entry: CacheEntry?, _ image: [UInt8]?) -> StoredAvatar {
        if entry == nil { brokenObjectCount.withLock { $0 += 1 } }
        return (entry, image)
    }

    package func failure(for key: CacheKey) async throws -> StoredResponse.Failure? {
        let name = AvatarObject.missingName(of: key)
        let object = try await reading.ask { try await $0.object(named: name, byteLimit: Self.noteByteLimit) }
        return object.flatMap { AvatarObject.failure(inNote: $0.body, of: key) }
    }

    package func store(
        _ image: [UInt8], mediaType: String, response: StoredResponse, fields: HeaderFields, for key: CacheKey
    ) async throws {
        let fields = AvatarObject.fields(
            for: image, mediaType: mediaType, response: response, given: fields, key: key, at: .now)
        try await writing.ask { try await $0.put(image, named: key.path, fields: fields) }
    }

    package func storeFailure(_ failure: StoredResponse.Failure, for key: CacheKey) async throws {
        let name = AvatarObject.missingName(of: key)
        let note = AvatarObject.note(of: failure, for: key)
        try await writing.ask { try await $0.put(note, named: name, fields: HeaderFields()) }
    }

    package func remove(_ key: CacheKey) async throws {
        try await writing.ask { try await $0.remove(objectNamed: key.path) }
    }

    package func isUnanswered(_ error: any Error) -> Bool {
        if case .transfer = (error as? ObjectStoreError)?.reason { true } else { false }
    }
}
