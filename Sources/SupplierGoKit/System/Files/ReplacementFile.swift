import Glibc

/// A file that a user asked for by its path, written whole or not at all: the old file stays until the new one is complete.
///
/// The bytes go to a temporary file in the same directory, which is synchronized and then renamed to the path
/// (`rename(2)`). A link at the path stays a link, and its target is replaced. An existing file's permission bits are kept;
/// a new file has those that the `umask` leaves. What is not a regular file, such as `/dev/null` or a pipe, is written to
/// directly, since nothing can replace it. A file that is dropped unpublished leaves nothing on the disk.
package final class ReplacementFile: Sendable {
    private let path: String

    /// The temporary file; `nil` where the bytes are written directly.
    private let temporary: TemporaryFiles.Entry?

    private let descriptor: FileDescriptor
    private let registry: TemporaryFiles

    /// The number of the descriptor to write to, valid as long as this object.
    package var descriptorNumber: Int32 { descriptor.rawValue }

    /// Prepares a file; blocks.
    ///
    /// - Parameters:
    ///   - isRegular: whether what is not a regular file is refused (``FileError/Reason/notARegularFile``): opening a pipe
    ///     waits for its reader.
    ///   - registry: removes the temporary file when the process ends early.
    /// - Throws: ``FileError``, with `EISDIR` for a directory.
    init(at path: String, isRegular: Bool = false, registry: TemporaryFiles = .shared) throws(FileError) {
        self.registry = registry
        let status = try FileSystem.status(of: path)
        if let status, status.kind != .regular {
            if isRegular, status.kind != .directory { throw FileError(.write, path, .notARegularFile) }
            self.path = path
            temporary = nil
            // Opening a directory for writing fails with EISDIR.
            descriptor = try FileDescriptor(opening: path, O_WRONLY | O_NOCTTY, operation: .write)
            return
        }
        let target = try FileSystem.target(of: path)
        let name = ".suppliergo-" + String(UInt64.random(in: 0 ... .max), radix: 36)
        let temporaryPath = FileSystem.directoryPrefix(of: target) + name
        self.path = target
        (temporary, descriptor) = try registry.create(temporaryPath) { () throws(FileError) in
            let descriptor = try FileDescriptor(
                opening: temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: 0o666,
                operation: .create)
            if let status { try descriptor.setPermissions(status.permissions) }
            return descriptor
        }
    }

    deinit {
        if let temporary, descriptor.rawValue >= 0 { registry.remove(temporary) }
    }

    /// Prepares a file on a file thread.
    ///
    /// - Parameter isRegular: whether what is not a regular file, such as a pipe, is refused.
    /// - Throws: ``FileError``.
    package static func prepare(at path: String, isRegular: Bool = false) async throws -> ReplacementFile {
        try await BlockingThreads.files.run { () throws(FileError) in
            try ReplacementFile(at: path, isRegular: isRegular)
        }
    }

    /// Puts the written file in the path's place, once. Throws ``FileError`` on failure; nothing has changed then.
    ///
    /// - Parameter replaces: whether it may take another file's place; if not, that is a failure
    ///   (``FileError/Reason/exists``). Default `true`.
    package func publish(replacing replaces: Bool = true) async throws {
        try await BlockingThreads.files.run { () throws(FileError) in try self.publishNow(replacing: replaces) }
    }

    /// Does what ``publish(replacing:)`` does on the calling thread; blocks.
    func publishNow(replacing replaces: Bool = true) throws(FileError) {
        guard let temporary else { return try descriptor.close() }
        do throws(FileError) {
            try descriptor.synchronize()
            try registry.publish(temporary) { () throws(FileError) in
                try replaces ? FileSystem.rename(temporary.path, to: path) : renameToNew(temporary.path)
            }
            try descriptor.close()
        } catch {
            registry.remove(temporary)
            throw error
        }
    }

    private func renameToNew(_ temporary: String) throws(FileError) {
        if try FileSystem.renameToNew(temporary, path) { return }
        // Where there is no file, the file system cannot do it in one step.
        guard try FileSystem.linkStatus(of: path) == nil else { throw FileError(.create, path, .exists) }
        try FileSystem.rename(temporary, to: path)
    }
}

extension FileDescriptor {
    /// Sets the permission bits (`fchmod(2)`).
    fileprivate func setPermissions(_ permissions: UInt32) throws(FileError) {
        try SystemCall.perform(.changePermissions, path) { fchmod(rawValue, permissions) }
    }

    /// Waits until what was written is on the disk (`fsync(2)`).
    package func synchronize() throws(FileError) {
        try SystemCall.perform(.write, path) { fsync(rawValue) }
    }
}
