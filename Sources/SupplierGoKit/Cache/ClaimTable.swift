import Glibc

/// The claims on a cache's keys: bytes of a few files that are locked for as long as their holder lives.
///
/// A byte's place is the key's hash, so a claim costs one call and leaves nothing behind. Two keys of one hash have one
/// claim, which costs one of them a wait. Each call goes through all the locks of its file, and so there are several.
final class ClaimTable: Sendable {
    /// The files' names in ``CacheLayout/locks``. Whoever removes them begins with the last: a table that finds the first
    /// one there has all of them.
    static let fileNames = (0..<8).map { "claims-\($0)" }

    private struct State {
        /// The files, as many as there are names, or none.
        var files: [FileDescriptor] = []

        /// What is held through this table: the file's locks keep away other tables only.
        var held: Set<Int> = []
    }

    private let layout: CacheLayout
    private let state = Lock(State())

    init(_ layout: CacheLayout) {
        self.layout = layout
    }

    /// What is said to somebody who wants a claim.
    enum Answer {
        case taken

        /// Another has it.
        case refused

        /// The file system cannot lock, and so everybody has it.
        case unlockable
    }

    /// Takes keys' claims, as far as nobody has them.
    ///
    /// - Parameter prepare: makes the cache's directory.
    func take(_ places: [Int], preparing prepare: () throws(FileError) -> Void) -> [Answer] {
        state.withLock { state in
            do throws(FileError) {
                try openFiles(&state, preparing: prepare)
                return places.map { Self.take($0, &state) }
            } catch {
                return places.map { state.held.contains($0) ? .refused : .unlockable }
            }
        }
    }

    private static func take(_ place: Int, _ state: inout State) -> Answer {
        guard !state.held.contains(place) else { return .refused }
        do throws(FileError) {
            guard try state.files[index(of: place)].tryLock(byteAt: place) else { return .refused }
            state.held.insert(place)
            return .taken
        } catch {
            return .unlockable
        }
    }

    /// Lets go of a key's claim.
    func release(_ place: Int) {
        state.withLock { state in
            guard state.held.remove(place) != nil else { return }
            do throws(FileError) {
                if !state.files.isEmpty { try state.files[Self.index(of: place)].unlock(byteAt: place) }
            } catch {
                // All of the files' locks go with them; the claims that are still held lose what they share across
                // processes, which costs a second transfer at most.
                state.files = []
            }
        }
    }

    /// The place of a key's claim, for ever.
    static func place(of key: CacheKey) -> Int {
        Int((key.name.word ^ XXH64.hash(of: key.namespace.name.utf8.span)) >> 2)
    }

    /// Which of the files a place is in.
    private static func index(of place: Int) -> Int { place % fileNames.count }

    private func openFiles(
        _ state: inout State, preparing prepare: () throws(FileError) -> Void
    ) throws(FileError) {
        // Whoever clears the cache removes the files, this one last; later processes share others.
        if let file = state.files.first, try file.status().linkCount > 0 { return }
        let locks = layout.directory + "/" + CacheLayout.locks
        try prepare()
        try FileSystem.makeDirectories(locks)
        var files: [FileDescriptor] = []
        for name in Self.fileNames {
            files.append(
                try FileDescriptor(
                    opening: locks + "/" + name, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600))
        }
        state.files = files
    }
}
