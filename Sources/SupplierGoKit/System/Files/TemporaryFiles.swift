import Dispatch

/// The temporary files of this process, which are removed when it ends early.
package final class TemporaryFiles: Sendable {
    /// The process's registry.
    package static let shared = TemporaryFiles()

    private struct State {
        /// The files that were created, and are neither published nor removed yet. They are few, as a rule one for
        /// each thread.
        var paths: [String] = []
        var isClosed = false
    }

    private let patience: DispatchTimeInterval
    private let state = Lock(State())

    /// Entered while a file is created or renamed, so that removing all waits for the outcome.
    private let changes = DispatchGroup()

    /// Creates a registry.
    ///
    /// - Parameter patience: how long ``removeAll()`` waits for calls in progress, since a disk that hangs must not
    ///   hold up the end of the process. Default half a second.
    init(patience: DispatchTimeInterval = .milliseconds(500)) {
        self.patience = patience
    }

    /// Creates a temporary file by calling `create`; throws ``FileError/Reason/processIsEnding`` after ``removeAll()``.
    func create(
        _ path: String, by create: () throws(FileError) -> FileDescriptor
    ) throws(FileError) -> FileDescriptor {
        guard begin({ $0.paths.append(path) }) else {
            throw FileError(.create, path, .processIsEnding)
        }
        defer { changes.leave() }
        do throws(FileError) {
            return try create()
        } catch {
            forget(path)
            throw error
        }
    }

    /// Publishes a temporary file by calling `rename`; throws ``FileError/Reason/processIsEnding`` after
    /// ``removeAll()``.
    func publish(_ path: String, by rename: () throws(FileError) -> Void) throws(FileError) {
        guard begin({ _ in }) else { throw FileError(.rename, path, .processIsEnding) }
        defer { changes.leave() }
        try rename()
        forget(path)
    }

    /// Removes a temporary file.
    func remove(_ path: String) {
        unlinkQuietly(path)
        forget(path)
    }

    /// Removes all files once calls in progress are done. None can be created or published afterwards.
    func removeAll() {
        state.withLock { $0.isClosed = true }
        _ = changes.wait(timeout: .now() + patience)
        for path in state.withLock({ $0.paths }) { unlinkQuietly(path) }
    }

    private func begin(_ change: (inout State) -> Void) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            // Under the lock, so that removeAll() either sees this change or prevents it.
            changes.enter()
            change(&state)
            return true
        }
    }

    /// A file that cannot be removed here is removed by a later walk (``CacheEviction``).
    private func unlinkQuietly(_ path: String) { _ = unsafe unlink(path) }

    private func forget(_ path: String) {
        state.withLock { state in
            if let index = state.paths.lastIndex(of: path) { state.paths.remove(at: index) }
        }
    }
}

extension TemporaryFiles {
    /// Creates a file without a name in the system's directory for temporary files (`TMPDIR`), or if that cannot be
    /// written in another one, which is made if it is missing; `nil` if there can be none.
    static func makeUnnamed(orIn spareDirectory: String?) -> FileDescriptor? {
        let directory = FileManager.default.temporaryDirectory.path(percentEncoded: false)
        return makeUnnamed(in: directory) ?? spareDirectory.flatMap { makeUnnamed(in: $0, isMade: true) }
    }

    private static func makeUnnamed(in directory: String, isMade: Bool = false) -> FileDescriptor? {
        let path = directory + "/suppliergo-" + String(UInt64.random(in: 0 ... .max), radix: 36)
        do throws(FileError) {
            if isMade { try FileSystem.makeDirectories(directory) }
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
            let descriptor = try FileDescriptor(opening: path, flags, permissions: 0o600, operation: .create)
            try FileSystem.removeFile(path)
            return descriptor
        } catch {
            return nil
        }
    }
}
