import Glibc

/// Files that are locked for as long as their holder lives: the system lets go of the lock when the holder dies,
/// however that happens (`flock(2)`).
enum LockFile {
    /// Creates and locks a file, or returns `nil` where another holds it.
    static func acquire(_ path: String) throws(FileError) -> FileDescriptor? {
        while true {
            let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600)
            guard try file.tryLock() else { return nil }
            // Whoever removed the file between the two calls held it then; its name may be another's by now.
            if try file.status().linkCount > 0 { return file }
        }
    }

    /// Whether somebody holds the lock of a file that is there.
    static func isHeld(_ path: String) throws(FileError) -> Bool {
        do throws(FileError) {
            return try !FileDescriptor(opening: path, O_RDWR | O_NOFOLLOW).tryLock()
        } catch {
            guard error.errorNumber == ENOENT else { throw error }
            return false
        }
    }

    /// Removes a file that nobody holds.
    ///
    /// - Returns: whether it is gone.
    static func removeUnheld(_ name: String, in directory: Directory) throws(FileError) -> Bool {
        guard try directory.status(of: name)?.kind == .regular else { return false }
        guard let file = try acquire(directory.path + "/" + name) else { return false }
        // While it is held: nobody can have taken it for a lock of theirs.
        defer { withExtendedLifetime(file) {} }
        return try directory.removeFile(name)
    }
}
