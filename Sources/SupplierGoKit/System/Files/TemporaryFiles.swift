import Dispatch
import Glibc

/// The temporary files of this process, so that none is left when it ends early.
final class TemporaryFiles: Sendable {
    /// The process's own.
    static let shared = TemporaryFiles()

    /// A file that was created, and is neither published nor removed yet: its path, under a number of its own.
    struct Entry: Sendable {
        fileprivate let number: Int
        let path: String
    }

    private struct State {
        var paths: [Int: String] = [:]
        var lastNumber = 0
        var lastPaths: Set<String> = []
        var isClosed = false
    }

    private let patience: DispatchTimeInterval
    private let state = Lock(State())

    /// Entered while a file is created or renamed: what removes them must know which it was.
    private let changes = DispatchGroup()

    /// Creates a registry.
    ///
    /// - Parameter patience: how long ``removeAll()`` waits for calls that are on their way: a disk that hangs must not
    ///   hold the process. Default half a second.
    init(patience: DispatchTimeInterval = .milliseconds(500)) {
        self.patience = patience
    }

    /// Creates a temporary file by calling `create`; throws `ECANCELED` once ``removeAll()`` was called.
    func create(
        _ path: String, by create: () throws(FileError) -> FileDescriptor
    ) throws(FileError) -> (entry: Entry, descriptor: FileDescriptor) {
        var number = 0
        let mayBegin = begin { state in
            state.lastNumber += 1
            number = state.lastNumber
            state.paths[number] = path
        }
        guard mayBegin else { throw FileError("create", path, ECANCELED) }
        defer { changes.leave() }
        let entry = Entry(number: number, path: path)
        do throws(FileError) {
            return (entry, try create())
        } catch {
            forget(entry)
            throw error
        }
    }

    /// Publishes a temporary file by calling `rename`; throws `ECANCELED` once ``removeAll()`` was called.
    func publish(_ entry: Entry, by rename: () throws(FileError) -> Void) throws(FileError) {
        guard begin({ _ in }) else { throw FileError("rename", entry.path, ECANCELED) }
        defer { changes.leave() }
        try rename()
        forget(entry)
    }

    /// Removes a temporary file.
    func remove(_ entry: Entry) {
        unlinkQuietly(entry.path)
        forget(entry)
    }

    /// Remembers a file that is to be removed behind the temporary ones; `false` where they are removed already.
    func removeLast(_ path: String) -> Bool {
        guard begin({ $0.lastPaths.insert(path) }) else { return false }
        changes.leave()
        return true
    }

    /// Removes a file that was to be removed in the end.
    func removeNow(_ path: String) {
        unlinkQuietly(path)
        state.withLock { _ = $0.lastPaths.remove(path) }
    }

    /// Removes all of them, when the calls that are on their way are done; none is created or published any more.
    func removeAll() {
        state.withLock { $0.isClosed = true }
        _ = changes.wait(timeout: .now() + patience)
        let (paths, lastPaths) = state.withLock { ($0.paths, $0.lastPaths) }
        for path in paths.values { unlinkQuietly(path) }
        for path in lastPaths { unlinkQuietly(path) }
    }

    private func begin(_ change: (inout State) -> Void) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            // Under the lock: whoever closes sees either this change or nobody.
            changes.enter()
            change(&state)
            return true
        }
    }

    /// What cannot be removed here is swept by a later writer.
    private func unlinkQuietly(_ path: String) {
        do {
            try FileSystem.removeFile(path)
        } catch {
            return
        }
    }

    private func forget(_ entry: Entry) {
        state.withLock { _ = $0.paths.removeValue(forKey: entry.number) }
    }
}
