import Glibc
import SupplierGoKit

/// A file that a user named, which is replaced whole or not at all, whenever the process ends.
///
/// It is an ``AtomicFile`` that is synchronized before it appears. A link at the path stays a link, and its target is
/// replaced. An existing file's permission bits are kept. The temporary file is locked while its writer lives: one that
/// a killed process has left is removed by the next process that writes to the same path. A pipe or a device, such as
/// `/dev/null`, is written to directly.
final class UserFile: Sendable {
    /// The file, or `nil` for a pipe or a device, which nothing can replace.
    private let file: AtomicFile?

    /// The file to write to, valid until the file is published or dropped.
    let descriptor: FileDescriptor

    /// The beginning of the temporary file's name, after the dot that hides it.
    private static let visibleName = "suppliergo"

    /// Creates the temporary file.
    ///
    /// - Parameters:
    ///   - isRegular: true if a pipe or a device is refused (``FileError/Reason/notARegularFile``): opening a pipe
    ///     waits for its reader.
    ///   - permissions: those of a new file, of which the `umask` takes some away. Default 0666.
    /// - Throws: ``FileError``, with `EISDIR` for a directory.
    init(at path: String, isRegular: Bool = false, permissions: mode_t = 0o666) throws(FileError) {
        // A link that somebody puts there from now on is not followed.
        let target = try FileSystem.target(of: path)
        let isLink = target != path
        let status = isLink ? try FileSystem.status(of: path) : try FileSystem.linkStatus(of: path)
        if let status, status.kind != .regular {
            if isRegular, status.kind != .directory { throw FileError(.write, path, .notARegularFile) }
            file = nil
            // Opening a directory for writing fails with EISDIR.
            let flags = O_WRONLY | O_NOCTTY | (isLink ? 0 : O_NOFOLLOW)
            descriptor = try FileDescriptor(opening: path, flags, operation: .write)
            return
        }
        let directory = FileSystem.directoryPrefix(of: target)
        let prefix = ".\(Self.visibleName)-\(SHA256.digits(of: String(target.dropFirst(directory.count))).prefix(16))-"
        Self.removeAbandoned(prefix, in: directory.isEmpty ? "." : directory)
        let file = try Self.lockedFile(at: target, permissions, prefix)
        (self.file, descriptor) = (file, file.descriptor)
        guard let status else { return }
        try SystemCall.perform(.changePermissions, target) { fchmod(descriptor.rawValue, status.permissions) }
    }

    /// Creates and locks the temporary file. Another process may take it for an abandoned one before it is locked.
    private static func lockedFile(
        at target: String, _ permissions: mode_t, _ prefix: String
    ) throws(FileError) -> AtomicFile {
        while true {
            let file = try AtomicFile(at: target, permissions: permissions) {
                prefix + String(UInt64.random(in: 0 ... .max), radix: 36)
            }
            if file.descriptor.tryLockIfPossible(), try file.descriptor.status().linkCount > 0 { return file }
        }
    }

    /// Removes the temporary files whose writers were killed. One that cannot be removed is left to a later run.
    private static func removeAbandoned(_ prefix: String, in directory: String) {
        do throws(FileError) {
            guard let folder = try Directory(at: directory) else { return }
            for name in try folder.names() where name.hasPrefix(prefix) {
                try folder.removeUnlockedFile(name)
            }
        } catch {
            return
        }
    }

    /// Creates the temporary file on a file thread.
    ///
    /// - Parameter isRegular: true if a pipe or a device is refused.
    /// - Throws: ``FileError``.
    static func prepare(at path: String, isRegular: Bool = false) async throws -> UserFile {
        try await BlockingThreads.files.run { () throws(FileError) in
            try UserFile(at: path, isRegular: isRegular)
        }
    }

    /// Puts the file in its place, once. Throws ``FileError`` on failure; nothing has changed then.
    ///
    /// - Parameters:
    ///   - replaces: true if it may take another file's place; if not, that is an error
    ///     (``FileError/Reason/exists``). Default `true`.
    ///   - check: called last, with the file on the disk; what it throws keeps the file from its place.
    func publish(
        replacing replaces: Bool = true, unless check: @escaping @Sendable () throws -> Void = {}
    ) async throws {
        try await BlockingThreads.files.run {
            // Not only when the last reference goes: the caller may report the error first.
            defer { self.file?.discard() }
            try self.publishNow(replacing: replaces, unless: check)
        }
    }

    private func publishNow(replacing replaces: Bool, unless check: () throws -> Void) throws {
        guard let file else {
            try check()
            return try descriptor.close()
        }
        try file.publishNow(replacing: replaces, keepingOpen: true) { descriptor, _ in
            try Self.synchronize(descriptor)
            try check()
        }
    }

    /// Writes a whole file, synced with its directory; blocks.
    ///
    /// - Parameter permissions: those of a new file.
    static func write(_ bytes: [UInt8], to path: String, permissions: mode_t) throws {
        let file = try UserFile(at: path, permissions: permissions)
        try file.descriptor.write(bytes)
        try file.publishNow(replacing: true) {}
        let target = file.file?.path ?? path
        try Directory(at: FileSystem.directoryPrefix(of: target)).map { try synchronize($0.descriptor) }
    }

    /// Waits until all bytes are on the disk (`fsync(2)`).
    static func synchronize(_ file: FileDescriptor) throws(FileError) {
        try SystemCall.perform(.write, file.path) { fsync(file.rawValue) }
    }
}
