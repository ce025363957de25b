public import SupplierGoKit

/// Avatars in an object store, which many machines share: a cache around the loader that asks the avatars' servers
/// (`SharedLoader`).
///
/// A store that fails is a store that is missing. After an error that would meet every request
/// (``ObjectStoreError/isLasting``) it is not asked again for the lifetime of this value, after three other failures in
/// a row not for a while. Reading and writing count apart, since credentials may permit one of them only and a full
/// store can still be read.
public final class AvatarStore: Sendable {
    /// A reason why a store lacks an avatar, or still has one that is gone.
    public enum Unstored: Sendable, Hashable {
        /// The store failed.
        case failed(ObjectStoreError)

        /// The server sent the avatar for this user only: it says `private`, or it was asked with
        /// `SupplierLoader.Configuration.originFields` and does not permit to share its answer.
        case personal
    }

    /// The store is to have every avatar: what the cache has is put into it as well, and so is an avatar that
    /// could not be looked up.
    let isFilled: Bool

    let reading: StoreHealth
    let writing: StoreHealth
    private let brokenObjectCount = Lock(0)
    private let listed = Lock([CacheKey.Name: Unstored]())

    /// Creates the avatars of a store.
    ///
    /// - Parameters:
    ///   - location: the bucket and prefix.
    ///   - dataLoader: the loader, which signs requests.
    ///   - isFilled: whether the store is to have every avatar, also those that the cache has already
    ///     (`SupplierLoader.fillStore(after:)`), and those that it did not answer for. Default `false`: a
    ///     reader who waits for an avatar does not wait twice for a store that gives no answer.
    public convenience init(
        at location: ObjectStoreLocation, dataLoader: DataLoader, isFilled: Bool = false
    ) {
        self.init(ObjectStore(at: location, dataLoader: dataLoader), firstPause: .seconds(5), isFilled: isFilled)
    }

    /// Creates the avatars of a store.
    ///
    /// - Parameter firstPause: how long a store is not asked after failures in a row.
    init(_ objects: ObjectStore, firstPause: Duration, isFilled: Bool = false) {
        reading = StoreHealth(of: objects, firstPause: firstPause)
        writing = StoreHealth(of: objects, firstPause: firstPause)
        self.isFilled = isFilled
    }

    /// The last error in reading, or the error because of which reading is suspended; `nil` if all went well.
    public var readError: ObjectStoreError? { reading.lastError }

    /// The last error in writing, or the error because of which writing is suspended; `nil` if all went well.
    public var writeError: ObjectStoreError? { writing.lastError }

    /// The number of looked-up objects that are not as they were put: they have other bytes, or no metadata that
    /// this version reads.
    ///
    /// All avatars in a store that keeps no metadata are fetched again in each run.
    public var brokenCount: Int { brokenObjectCount.withLock { $0 } }

    /// The reason why the store lacks an avatar, as far as this value has tried to put it.
    func unstored(_ key: CacheKey) -> Unstored? { listed.withLock { $0[key.name] } }

    /// Lists an avatar among those that the store lacks, or takes it off the list.
    func list(_ key: CacheKey, _ reason: Unstored?) { listed.withLock { $0[key.name] = reason } }

    /// Makes requests, and lists the avatar if the store fails.
    ///
    /// - Returns: whether they succeeded.
    /// - Throws: `CancellationError` if the task was cancelled.
    @discardableResult
    func listing(_ key: CacheKey, _ requests: () async throws -> Void) async throws -> Bool {
        do {
            try await requests()
            list(key, nil)
            return true
        } catch let error as ObjectStoreError {
            list(key, .failed(error))
            return false
        }
    }
}

// MARK: - Looking up

extension AvatarStore {
    /// An avatar in the store.
    struct Finding {
        let key: CacheKey

        /// The object, if it is as recent as this machine's own entry; without a file.
        var entry: CacheEntry?

        /// The object's image, if it was asked for.
        var image: [UInt8]?

        /// The note why the avatar is missing, if there is neither an object nor an entry.
        var note: StoredResponse.Failure?

        /// There may be an object, of whatever content.
        var mayExist = true

        /// The store did not answer, and is not asked again: the reader would wait for it twice.
        var isGivenUp = false
    }

    /// The most bytes of the note of a missing avatar.
    private static let noteByteLimit = 1 << 20

    /// Looks an avatar up. A store that fails has nothing.
    ///
    /// - Parameters:
    ///   - key: the avatar's key.
    ///   - own: this machine's own entry.
    ///   - needsImage: whether the image is needed.
    ///   - byteLimit: the most bytes that an avatar may have. Default `nil`, for any number.
    ///   - priority: how urgent it is. Default ``DataRequest/Priority/normal``.
    /// - Throws: `CancellationError` if the task was cancelled.
    func object(
        for key: CacheKey, newerThan own: CacheEntry?, needsImage: Bool, byteLimit: Int? = nil,
        priority: DataRequest.Priority = .normal
    ) async throws -> Finding {
        var finding = Finding(key: key)
        do {
            if let (entry, image) = try await object(for: key, needsImage, byteLimit, priority) {
                guard let entry, entry.receivedAt >= own?.receivedAt ?? .distantPast else { return finding }
                (finding.entry, finding.image) = (entry, image)
            } else {
                finding.mayExist = false
                if own == nil { finding.note = try await note(for: key) }
            }
        } catch let error as ObjectStoreError {
            guard case .transfer = error.reason, !isFilled else { return finding }
            finding.isGivenUp = true
            list(key, .failed(error))
        }
        return finding
    }

    /// The image of an object; `nil` if another machine has replaced it meanwhile.
    func image(of finding: Finding, byteLimit: Int?) async throws -> [UInt8]? {
        var found: (entry: CacheEntry?, image: [UInt8]?)?
        try await listing(finding.key) { found = try await object(for: finding.key, true, byteLimit, .normal) }
        return found?.entry?.response == finding.entry?.response ? found?.image : nil
    }

    /// An object and its image; without an entry if it is damaged or too large, without an image if that is not needed.
    private func object(
        for key: CacheKey, _ needsImage: Bool, _ byteLimit: Int?, _ priority: DataRequest.Priority
    ) async throws -> (entry: CacheEntry?, image: [UInt8]?)? {
        try await reading.ask { store -> (CacheEntry?, [UInt8]?)? in
            let object: DataResponse?
            do {
                object = try await store.object(
                    named: key.path, by: needsImage ? .get : .head, byteLimit: needsImage ? byteLimit : nil,
                    priority: priority)
            } catch let error as ObjectStoreError where error.isOfSize {
                return (nil, nil)
            }
            guard let object else { return nil }
            let (image, head) = (object.body, object.head)
            let byteCount = needsImage ? image.count : head.fields["Content-Length"]?.utf8.span.decimalNumber ?? 0
            let stored = AvatarObject.entry(for: key, byteCount: byteCount, head.fields)
            let isWhole = ImageHeader.kind(of: image.span) != nil && stored?.checksum == XXH64.hash(of: image.span)
            let entry = isWhole || !needsImage ? stored?.entry : nil
            if entry == nil { brokenObjectCount.withLock { $0 += 1 } }
            return (entry, needsImage ? image : nil)
        }
    }

    private func note(for key: CacheKey) async throws -> StoredResponse.Failure? {
        let name = AvatarObject.missingName(of: key)
        let object = try await reading.ask { try await $0.object(named: name, byteLimit: Self.noteByteLimit) }
        return object.flatMap { AvatarObject.failure(inNote: $0.body, of: key) }
    }
}
