import FoundationEssentials

/// The names that a store has, which spare requests: those of avatars, and of notes why there is none.
///
/// They are listed in the background after some lookups. Until then everything may be there.
final class AvatarListing: Sendable {
    private struct State {
        /// How many lookups there are before the listing.
        var lookupsLeft: Int
        var task: Task<Void, Never>?

        /// The names of avatars, and of notes why there is none, once both are listed.
        var names: (avatars: AvatarNames, missing: AvatarNames)?

        /// Whether an avatar was put since the listing began, or else removed.
        var avatarChanges: [UInt64: Bool] = [:]

        /// The hashes of notes that were put since.
        var addedNotes: Set<UInt64> = []
    }

    private let state: Lock<State>
    private let list: @Sendable (String) async throws -> AvatarNames

    /// Creates a listing that has not begun.
    ///
    /// - Parameters:
    ///   - lookupCount: how many lookups there are before it.
    ///   - list: lists a namespace.
    init(afterLookups lookupCount: Int, _ list: @escaping @Sendable (_ namespace: String) async throws -> AvatarNames) {
        state = Lock(State(lookupsLeft: lookupCount))
        self.list = list
    }

    deinit { state.withLock { $0.task }?.cancel() }

    /// Counts a lookup, and begins the listing when it is time. Until it has ended, everything may be there.
    ///
    /// - Returns: whether the store may have the avatar, and may have a note why not.
    func lookUp(_ hash: UInt64) -> (mayHaveAvatar: Bool, mayHaveNote: Bool) {
        state.withLock { state in
            if let names = state.names {
                return (
                    state.avatarChanges[hash] ?? (names.avatars[hash] != nil),
                    names.missing[hash] != nil || state.addedNotes.contains(hash)
                )
            }
            state.lookupsLeft -= 1
            if state.lookupsLeft < 0, state.task == nil {
                state.task = Task { [weak self, list] in
                    do {
                        let avatars = try await list(CacheKey.Namespace.avatars.name)
                        let missing = try await list(AvatarObject.missing)
                        self?.state.withLock { $0.names = (avatars, missing) }
                    } catch {
                        // Lookups go on by requests.
                    }
                }
            }
            return (true, true)
        }
    }

    /// Returns when the listing, if it has begun, is over.
    func ended() async { await state.withLock { $0.task }?.value }

    /// What the listing says of an avatar; `nil` also where there is no listing yet, or the avatar was removed since.
    subscript(hash: UInt64) -> AvatarNames.Element? {
        state.withLock { $0.avatarChanges[hash] == false ? nil : $0.names?.avatars[hash] }
    }

    /// Takes into account that an avatar was put, or else removed.
    func noteAvatar(_ hash: UInt64, isThere: Bool) {
        state.withLock { state in
            if state.task != nil { state.avatarChanges[hash] = isThere }
        }
    }

    /// Adds a note that was put.
    func addNote(_ hash: UInt64) {
        state.withLock { state in
            if state.task != nil { state.addedNotes.insert(hash) }
        }
    }
}

/// The names of a store's objects as a listing gave them: 16 bytes each, in the order of their hashes.
struct AvatarNames: Sendable {
    /// What is kept of an object.
    struct Element: Sendable, Hashable {
        /// The first 64 bits of the hash that is its name. Of a hundred million, two share them once in 3,700 cases.
        let hash: UInt64

        /// When it was put, in seconds since 1970; 0 where the listing says that this is yet to come.
        let seconds: UInt32

        /// How many bytes it has.
        let byteCount: UInt32
    }

    private let elements: [Element]

    /// Takes names, in the order of their hashes.
    init(_ elements: [Element]) {
        self.elements = elements
    }

    /// Lists a namespace. An object without bytes counts as none: it is not what was put.
    ///
    /// - Parameters:
    ///   - namespace: the part of the store to list.
    ///   - store: the store.
    ///   - hashes: the hashes of the names; what follows them is not listed.
    /// - Throws: ``ObjectStoreError``, or `CancellationError`.
    init(of namespace: String, in store: ObjectStore, hashes: ClosedRange<UInt64>) async throws {
        var elements: [Element] = []
        // A name is longer than its start: the first one follows that.
        let start = AvatarObject.start(of: hashes.lowerBound, in: namespace)
        listing: for try await page in store.list(namespace + "/", after: start) {
            for object in page {
                guard let hash = AvatarObject.hash(ofName: object.name, in: namespace) else { continue }
                guard hash <= hashes.upperBound else { break listing }
                // Some stores ignore where a listing is to begin.
                guard hash >= hashes.lowerBound, object.byteCount > 0 else { continue }
                let isPast = Freshness.isPast(object.modifiedAt, at: .now)
                let seconds = isPast ? UInt32(clamping: Int64(object.modifiedAt.timeIntervalSince1970)) : 0
                elements.append(
                    Element(hash: hash, seconds: seconds, byteCount: UInt32(clamping: object.byteCount)))
            }
        }
        self.elements = elements
    }

    /// What is known of the object with a hash; `nil` if there is none.
    subscript(hash: UInt64) -> Element? {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        return low < elements.count && elements[low].hash == hash ? elements[low] : nil
    }
}
