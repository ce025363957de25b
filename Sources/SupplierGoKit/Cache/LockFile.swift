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

    /// Locks a file that is there, or returns `nil` where another holds it, or it is none of ours.
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

    /// Removes a file that nobody holds.
    static func removeUnheld(_ name: String, in directory: Directory) throws(FileError) {
        guard let file = try takeOver(name, in: directory) else { return }
        // While it is held: nobody can have taken it for a lock of theirs.
        defer { withExtendedLifetime(file) {} }
        try directory.removeFile(name)
    }
}
