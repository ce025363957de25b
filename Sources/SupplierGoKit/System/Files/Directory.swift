internal import CSystem
import Glibc

/// An open directory, and the files in it by name: whatever becomes of its path, nothing outside it is reached.
///
/// Calls with `below` take whole paths, which begin with the directory's; the system resolves only the rest.
struct Directory: Sendable {
    let descriptor: FileDescriptor

    /// The path it was opened by.
    var path: String { descriptor.path }

    private var number: Int32 { descriptor.rawValue }

    /// Opens a directory, following links; `nil` where there is none.
    init?(at path: String) throws(FileError) {
        guard let descriptor = try FileDescriptor(ifPresent: path, O_RDONLY | O_DIRECTORY) else { return nil }
        self.descriptor = descriptor
    }

    private init(_ descriptor: FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Opens a directory in this one; `nil` where there is none, or something else, such as a link.
    func directory(_ name: String) throws(FileError) -> Directory? {
        let path = path + "/" + name
        let opened = try SystemCall.perform("open", path, unless: ENOENT, ENOTDIR, ELOOP) {
            unsafe openat(number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
        return opened.map { Directory(FileDescriptor(taking: $0, path: path)) }
    }

    /// Opens a file in this directory for reading; `nil` where there is none, or a link.
    func file(_ name: String) throws(FileError) -> FileDescriptor? {
        let path = path + "/" + name
        let opened = try SystemCall.perform("open", path, unless: ENOENT, ELOOP) {
            unsafe openat(number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
        return opened.map { FileDescriptor(taking: $0, path: path) }
    }

    /// A file's status, links not followed; `nil` where there is none.
    func status(of name: String) throws(FileError) -> FileStatus? {
        var raw = stat()
        let result = try SystemCall.perform("examine", path + "/" + name, unless: ENOENT) {
            unsafe fstatat(number, name, &raw, AT_SYMLINK_NOFOLLOW)
        }
        return result.map { _ in FileStatus(raw) }
    }

    /// The status of a file further down, a link at its end not followed; `nil` where there is none.
    func status(below file: PathBuffer) throws(FileError) -> FileStatus? {
        let start = startOfPathsBelow
        var raw = stat()
        let result = try SystemCall.perform("examine", file.text, unless: ENOENT, ENOTDIR, ELOOP) {
            unsafe file.withCString(from: start) { unsafe fstatat(number, $0, &raw, AT_SYMLINK_NOFOLLOW) }
        }
        return result.map { _ in FileStatus(raw) }
    }

    /// Creates a file further down that only its user can read; one must not be there.
    func createFile(below path: String) throws(FileError) -> FileDescriptor {
        guard !path.containsNUL else { throw FileError("create", path, .zeroByteInPath) }
        let start = startOfPathsBelow
        let file = try SystemCall.perform("create", path) {
            unsafe path.withCString { path in
                unsafe openat(number, path + start, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            }
        }
        return FileDescriptor(taking: file, path: path)
    }

    /// Creates an empty file that only its user can read, unless it is there.
    ///
    /// - Returns: `false` where this directory has been removed.
    @discardableResult
    func createEmptyFile(_ name: String) throws(FileError) -> Bool {
        let path = path + "/" + name
        let created = try SystemCall.perform("create", path, unless: ENOENT) {
            unsafe openat(number, name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        guard let created else { return false }
        try FileDescriptor(taking: created, path: path).close()
        return true
    }

    /// Renames a file to a name that no file has, in one step; `false` where a file has it, or where the file system
    /// cannot tell (`RENAME_NOREPLACE` of `renameat2(2)`).
    func rename(below path: String, toNew newPath: String) throws(FileError) -> Bool {
        let start = startOfPathsBelow
        return try SystemCall.perform("rename", path, unless: EEXIST, EINVAL, ENOSYS, EPERM) {
            unsafe path.withCString { path in
                unsafe newPath.withCString { unsafe renameat2(number, path + start, number, $0 + start, 1) }
            }
        } != nil
    }

    /// Renames a file, replacing the one that has the new name, in one step (`renameat(2)`).
    func rename(below path: String, to newPath: String) throws(FileError) {
        let start = startOfPathsBelow
        try SystemCall.perform("rename", path) {
            unsafe path.withCString { path in
                unsafe newPath.withCString { unsafe renameat(number, path + start, number, $0 + start) }
            }
        }
    }

    /// Removes a file; `false` where there is none.
    @discardableResult
    func removeFile(_ name: String) throws(FileError) -> Bool {
        try SystemCall.perform("remove", path + "/" + name, unless: ENOENT) { unsafe unlinkat(number, name, 0) } != nil
    }

    /// Removes a directory; `false` where there is none, or it is not empty.
    @discardableResult
    func removeDirectory(_ name: String) throws(FileError) -> Bool {
        try SystemCall.perform("remove", path + "/" + name, unless: ENOENT, ENOTEMPTY, EEXIST) {
            unsafe unlinkat(number, name, AT_REMOVEDIR)
        } != nil
    }

    /// The names in this directory, unordered, without `.` and `..`; a name that is not UTF-8 is repaired.
    func names() throws(FileError) -> [String] {
        // A descriptor of its own, because closedir(3) closes it and readdir(3) moves its offset.
        let opened = try SystemCall.perform("read", path) {
            unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let stream = unsafe fdopendir(opened) else {
            let failure = FileError("read", path, errno)
            _ = Glibc.close(opened)
            throw failure
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                unsafe UnsafeRawPointer(field).withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    unsafe String(cString: text)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw FileError("read", path, errno) }
        return names
    }

    private var startOfPathsBelow: Int { path.utf8.count + 1 }
}
