import Glibc

/// The claims on a cache's keys: bytes of one file that are locked for as long as their holder lives.
///
/// A byte's place is the key's hash, so a claim costs one call and leaves nothing behind. Two keys of one hash have one
/// claim, which costs one of them a wait.
final class ClaimTable: Sendable {
    /// The file's name in ``CacheLayout/locks``.
    static let fileName = "claims"

    private struct State {
        var file: FileDescriptor?

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
                let file = try openFile(&state, preparing: prepare)
                return places.map { Self.take($0, in: file, &state) }
            } catch {
                return places.map { state.held.contains($0) ? .refused : .unlockable }
            }
        }
    }

    private static func take(_ place: Int, in file: FileDescriptor, _ state: inout State) -> Answer {
        guard !state.held.contains(place) else { return .refused }
        do throws(FileError) {
            guard try file.tryLock(byteAt: place) else { return .refused }
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
                try state.file?.unlock(byteAt: place)
            } catch {
                // All of the file's locks go with it; the claims that are still held lose what they share across
                // processes, which costs a second transfer at most.
                state.file = nil
            }
        }
    }

    /// The place of a key's claim, for ever.
    static func place(of key: CacheKey) -> Int {
        Int((key.name.word ^ XXH64.hash(of: key.namespace.name.utf8.span)) >> 2)
    }

    private func openFile(
        _ state: inout State, preparing prepare: () throws(FileError) -> Void
    ) throws(FileError) -> FileDescriptor {
        // Whoever clears the cache removes the file; later processes share another.
        if let file = state.file, try file.status().linkCount > 0 { return file }
        let locks = layout.directory + "/" + CacheLayout.locks
        try prepare()
        try FileSystem.makeDirectories(locks)
        let file = try FileDescriptor(
            opening: locks + "/" + Self.fileName, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600)
        state.file = file
        return file
    }
}
