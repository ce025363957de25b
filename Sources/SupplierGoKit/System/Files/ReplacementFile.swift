import Glibc

/// A file that somebody asked for by its path, written whole or not at all: what is there stays until all is written.
///
/// The bytes go into a temporary file of the same directory, which takes the path's place in one step (`rename(2)`), after
/// they are on the disk. A link at the path stays a link, and what it leads to is replaced; an existing file's permission
/// bits are kept, a new one has those that the `umask` leaves. What is no file, such as `/dev/null` or a pipe, is written
/// to as it is: nothing can take its place. A file that is dropped unpublished leaves nothing behind.
package final class ReplacementFile: Sendable {
    private let path: String

    /// Where the bytes go until they are published; `nil` for what is written to directly.
    private let temporary: TemporaryFiles.Entry?

    private let descriptor: FileDescriptor
    private let registry: TemporaryFiles

    /// The number of the descriptor to write to, as long as this file is there.
    package var descriptorNumber: Int32 { descriptor.rawValue }

    /// Prepares a file; blocks.
    ///
    /// - Parameter registry: what removes the temporary file when the process ends early.
    /// - Throws: ``FileError``, `EISDIR` for a directory among them.
    init(at path: String, registry: TemporaryFiles = .shared) throws(FileError) {
        self.registry = registry
        let status = try FileSystem.status(of: path)
        guard status?.kind != .directory else { throw FileError("write", path, EISDIR) }
        if let status, status.kind != .regular {
            self.path = path
            temporary = nil
            descriptor = try FileDescriptor(opening: path, O_WRONLY | O_NOCTTY)
            return
        }
        let target = try FileSystem.target(of: path)
        let name = ".suppliergo-" + String(UInt64.random(in: 0 ... .max), radix: 36)
        let temporaryPath = FileSystem.directoryPrefix(of: target) + name
        self.path = target
        (temporary, descriptor) = try registry.create(temporaryPath) { () throws(FileError) in
            let descriptor = try FileDescriptor(
                opening: temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: 0o666,
                operation: "create")
            if let status { try descriptor.setPermissions(status.permissions) }
            return descriptor
        }
    }

    deinit {
        if let temporary, descriptor.rawValue >= 0 { registry.remove(temporary) }
    }

    /// Prepares a file.
    ///
    /// - Throws: ``FileError``.
    package static func prepare(at path: String) async throws -> ReplacementFile {
        try await BlockingPool.shared.run { () throws(FileError) in try ReplacementFile(at: path) }
    }

    /// Lets what was written take its place, once; throws ``FileError`` where that cannot be, and then nothing has changed.
    package func publish() async throws {
        try await BlockingPool.shared.run { () throws(FileError) in try self.publishNow() }
    }

    func publishNow() throws(FileError) {
        guard let temporary else { return try descriptor.close() }
        do throws(FileError) {
            try descriptor.synchronize()
            try registry.publish(temporary) { () throws(FileError) in
                try FileSystem.rename(temporary.path, to: path)
            }
            try descriptor.close()
        } catch {
            registry.remove(temporary)
            throw error
        }
    }
}

extension FileDescriptor {
    /// Sets the permission bits (`fchmod(2)`).
    fileprivate func setPermissions(_ permissions: UInt32) throws(FileError) {
        try SystemCall.perform("change the permissions of", path) { fchmod(rawValue, permissions) }
    }

    /// Waits until what was written is on the disk (`fsync(2)`).
    fileprivate func synchronize() throws(FileError) {
        try SystemCall.perform("write", path) { fsync(rawValue) }
    }
}
