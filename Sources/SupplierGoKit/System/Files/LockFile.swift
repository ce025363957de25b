/// Files that are locked for as long as their holder lives: the system releases the lock when the holder dies
/// (`flock(2)`).
package enum LockFile {
    /// Creates and locks a file; `nil` if another process holds it.
    static func acquire(_ path: String) throws(FileError) -> FileDescriptor? {
        while true {
            let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600)
            guard try file.tryLock() else { return nil }
            // A process that removed the file between the two calls held it then; another may have the name now.
            if try file.status().linkCount > 0 { return file }
        }
    }

    /// Locks a file that exists; `nil` if another process holds it, or it is not a regular file.
    static func takeOver(_ name: String, in directory: Directory) throws(FileError) -> FileDescriptor? {
        guard try directory.status(of: name)?.kind == .regular else { return nil }
        do throws(FileError) {
            let file = try FileDescriptor(opening: directory.path + "/" + name, O_RDWR | O_NOFOLLOW)
            guard try file.tryLock() else { return nil }
            return try file.status().linkCount > 0 ? file : nil
        } catch {
            guard error.errorNumber == ENOENT else { throw error }
            return nil
        }
    }

    /// Removes a file that no process holds.
    package static func removeUnheld(_ name: String, in directory: Directory) throws(FileError) {
        guard let file = try takeOver(name, in: directory) else { return }
        // While it is held: no other process can take it for its lock.
        defer { withExtendedLifetime(file) {} }
        try directory.removeFile(name)
    }
}
