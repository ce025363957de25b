import Synchronization

/// The claim to load what belongs under a key, which one holder at a time has.
///
/// It saves work and is not needed for safety: a cache stays whole if two load the same.
public final class CacheClaim: Sendable {
    private let onRelease: @Sendable () -> Void
    private let isReleased = Atomic(false)

    /// Creates a claim.
    ///
    /// - Parameter onRelease: called once, when the claim is released or dropped.
    public init(_ onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
    }

    deinit { release() }

    /// Lets others have it. A second call does nothing.
    public func release() {
        if !isReleased.exchange(true, ordering: .acquiringAndReleasing) { onRelease() }
    }
}

/// The claims on a cache's keys: bytes of one file that are locked for as long as their holder lives.
///
/// A claim costs one call and leaves nothing on the disk. Its byte is at the hash of the key; two keys with one hash
/// have one claim, which costs one of them a wait.
final class ClaimTable: Sendable {
    private struct State {
        var file: FileDescriptor?

        /// The claims that are held through this table: the file's locks only keep other tables away.
        var held: Set<Int> = []
    }

    private let layout: CacheLayout
    private let state = Lock(State())

    init(_ layout: CacheLayout) {
        self.layout = layout
    }

    /// Takes a key's claim; `nil` if another holder has it.
    ///
    /// If the file system cannot lock, everybody gets a claim: loading twice is better than not at all.
    ///
    /// - Parameter prepare: makes the cache's directory. No lock is held meanwhile: it may take as long as a sweep.
    func claim(_ key: CacheKey, preparing prepare: () throws -> Void) -> CacheClaim? {
        let offset = Self.offset(of: key)
        do {
            if state.withLock({ $0.file == nil }) { try prepare() }
            return try state.withLock { state in
                guard !state.held.contains(offset), try file(&state).tryLock(byteAt: offset) else { return nil }
                state.held.insert(offset)
                return CacheClaim { BlockingThreads.files.submit { self.release(offset) } }
            }
        } catch {
            return CacheClaim {}
        }
    }

    private func release(_ offset: Int) {
        state.withLock { state in
            guard state.held.remove(offset) != nil else { return }
            do throws(FileError) {
                try state.file?.unlock(byteAt: offset)
            } catch {
                // Closing the file releases all of its locks. Other processes may then load what is still claimed here.
                state.file = nil
            }
        }
    }

    private func file(_ state: inout State) throws -> FileDescriptor {
        // Another process may have cleared the cache and with it this file; later ones share another.
        if let file = state.file {
            guard state.held.isEmpty, try file.status().linkCount == 0 else { return file }
        }
        try FileSystem.makeDirectories(layout.path(of: CacheLayout.locks))
        let path = layout.path(of: CacheLayout.locks + "/" + CacheLayout.claims)
        let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600)
        state.file = file
        return file
    }

    private static func offset(of key: CacheKey) -> Int {
        Int((key.name.word ^ XXH64.hash(of: key.namespace.name.utf8.span)) >> 2)
    }
}
