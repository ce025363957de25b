/// Files that are locked for as long as their holder lives: the system releases the lock when the holder dies
/// (`flock(2)`).
package enum LockFile {
    /// Opens a file, which is created if there is none.
    static func open(_ path: String) throws(FileError) -> FileDescriptor {
        try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600)
    }

    /// Removes a regular file that no process holds.
    package static func removeUnheld(_ name: String, in directory: Directory) throws(FileError) {
        guard try directory.status(of: name)?.kind == .regular else { return }
        let path = directory.path + "/" + name
        guard let file = try FileDescriptor(ifPresent: path, O_RDWR | O_NOFOLLOW), try file.tryLock() else { return }
        // While it is held: no other process can take it for its lock.
        defer { withExtendedLifetime(file) {} }
        if try file.status().linkCount > 0 { try directory.removeFile(name) }
    }
}
