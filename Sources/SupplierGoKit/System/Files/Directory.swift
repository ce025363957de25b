/// An open directory, and the files in it by name: whatever becomes of its path, nothing outside it is reached.
/// `FileSystem.makeDirectories(_:)` makes it, with its mode.
package struct Directory: Sendable {
    package let descriptor: FileDescriptor

    /// The path it was opened by.
    package var path: String { descriptor.path }

    private var number: Int32 { descriptor.rawValue }
}

extension Directory {
    /// Opens a directory, following links; `nil` if there is none.
    package init?(at path: String) throws(FileError) {
        guard let descriptor = try FileDescriptor(ifPresent: path, O_RDONLY | O_DIRECTORY) else { return nil }
        self.init(descriptor: descriptor)
    }

    /// Opens a directory in this one; `nil` if it is missing, or something else, such as a link.
    func directory(_ name: String) throws(FileError) -> Directory? {
        try open(name, O_DIRECTORY).map { Directory(descriptor: $0) }
    }

    /// Opens a file in this directory for reading; `nil` if it is missing, or is a link.
    package func file(_ name: String) throws(FileError) -> FileDescriptor? { try open(name, O_NONBLOCK) }

    private func open(_ name: String, _ flags: Int32) throws(FileError) -> FileDescriptor? {
        let path = path + "/" + name
        let opened = try SystemCall.perform(.open, path, unless: ENOENT, ENOTDIR, ELOOP) {
            unsafe openat(number, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags)
        }
        return opened.map { FileDescriptor(taking: $0, path: path) }
    }

    /// A file's status, links not followed; `nil` if there is none.
    package func status(of name: String) throws(FileError) -> FileStatus? {
        try FileStatus(of: name, in: number, AT_SYMLINK_NOFOLLOW, path + "/" + name)
    }

    /// Removes a file; `false` if there is none.
    @discardableResult
    package func removeFile(_ name: String) throws(FileError) -> Bool {
        try SystemCall.perform(.remove, path + "/" + name, unless: ENOENT) { unsafe unlinkat(number, name, 0) } != nil
    }

    /// Removes a regular file unless a process has locked it (`flock(2)`): the system releases the lock of one that
    /// dies.
    package func removeUnlockedFile(_ name: String) throws(FileError) {
        guard try status(of: name)?.kind == .regular else { return }
        let path = path + "/" + name
        guard let file = try FileDescriptor(ifPresent: path, O_RDWR | O_NOFOLLOW), try file.tryLock() else { return }
        // While it is locked: no other process can take it for its lock.
        defer { withExtendedLifetime(file) {} }
        if try file.status().linkCount > 0 { try removeFile(name) }
    }

    /// Removes a directory; `false` if it is missing, or is not empty.
    @discardableResult
    func removeDirectory(_ name: String) throws(FileError) -> Bool {
        try SystemCall.perform(.remove, path + "/" + name, unless: ENOENT, ENOTEMPTY, EEXIST) {
            unsafe unlinkat(number, name, AT_REMOVEDIR)
        } != nil
    }

    /// The names in this directory, unordered, without `.` and `..`; a name that is not UTF-8 is repaired.
    package func names() throws(FileError) -> [String] {
        // A descriptor of its own, because closedir(3) closes it and readdir(3) moves its offset.
        let opened = try SystemCall.perform(.read, path) {
            unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let stream = unsafe fdopendir(opened) else {
            let failure = FileError(.read, path, errno)
            _ = Glibc.close(opened)
            throw failure
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { field in
                unsafe String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw FileError(.read, path, errno) }
        return names
    }
}
