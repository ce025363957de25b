/// The claims on some of a cache's keys: bytes of one file that are locked for as long as their holder lives.
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
    private let fileName: String
    private let state = Lock(State())

    init(_ layout: CacheLayout, _ fileName: String) {
        (self.layout, self.fileName) = (layout, fileName)
    }

    /// Takes a key's claim; `nil` if another holder has it.
    ///
    /// If the file system cannot lock, everybody gets a claim: loading twice is better than not at all.
    func claim(_ key: CacheKey) -> CacheClaim? {
        let offset = Self.offset(of: key)
        do {
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
        try layout.checkOwner()
        let file = try layout.openLockFile(fileName)
        state.file = file
        return file
    }

    private static func offset(of key: CacheKey) -> Int {
        Int((key.name.word ^ XXH64.hash(of: key.namespace.name.utf8.span)) >> 2)
    }
}
