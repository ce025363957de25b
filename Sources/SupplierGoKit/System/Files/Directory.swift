import Glibc

/// An open directory, and the files in it by name: nothing outside it is reached, whatever becomes of its path.
struct Directory: Sendable {
    let descriptor: FileDescriptor

    /// The path it was opened by.
    var path: String { descriptor.path }

    /// Opens a directory, through links; `nil` where there is none.
    init?(at path: String) throws(FileError) {
        do throws(FileError) {
            descriptor = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
        } catch {
            guard error.errorNumber == ENOENT else { throw error }
            return nil
        }
    }

    private init(_ descriptor: FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Opens a directory in this one; `nil` where there is none, or something else, such as a link.
    func directory(_ name: String) throws(FileError) -> Directory? {
        let path = path + "/" + name
        do throws(FileError) {
            let number = try SystemCall.perform("open", path) {
                unsafe openat(descriptor.rawValue, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            }
            return Directory(FileDescriptor(taking: number, path: path))
        } catch {
            guard [ENOENT, ENOTDIR, ELOOP].contains(error.errorNumber) else { throw error }
            return nil
        }
    }

    /// What the file system knows of a file in this directory, links not followed; `nil` where there is none.
    func status(of name: String) throws(FileError) -> FileStatus? {
        var raw = stat()
        while unsafe fstatat(descriptor.rawValue, name, &raw, AT_SYMLINK_NOFOLLOW) != 0 {
            if errno == ENOENT { return nil }
            guard errno == EINTR else { throw FileError("examine", path + "/" + name, errno) }
        }
        return FileStatus(raw)
    }

    /// What the file system knows of a file further down in this directory, links at its end not followed; `nil` where there
    /// is none.
    ///
    /// - Parameter file: its whole path, which begins with this directory's.
    func status(below file: PathBuffer) throws(FileError) -> FileStatus? {
        let start = path.utf8.count + 1
        let number = descriptor.rawValue
        var raw = stat()
        while unsafe file.withCString(from: start, { unsafe fstatat(number, $0, &raw, AT_SYMLINK_NOFOLLOW) }) != 0 {
            if [ENOENT, ENOTDIR, ELOOP].contains(errno) { return nil }
            guard errno == EINTR else { throw FileError("examine", file.text, errno) }
        }
        return FileStatus(raw)
    }

    /// Opens a file in this directory for reading; `nil` where there is none, or a link.
    func file(_ name: String) throws(FileError) -> FileDescriptor? {
        let path = path + "/" + name
        do throws(FileError) {
            let number = try SystemCall.perform("open", path) {
                unsafe openat(descriptor.rawValue, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            }
            return FileDescriptor(taking: number, path: path)
        } catch {
            guard [ENOENT, ELOOP].contains(error.errorNumber) else { throw error }
            return nil
        }
    }

    /// Creates an empty file that only its user can read, where there is none.
    ///
    /// - Returns: whether it is there: `false` where this directory was removed meanwhile.
    @discardableResult
    func createEmptyFile(_ name: String) throws(FileError) -> Bool {
        let path = path + "/" + name
        do throws(FileError) {
            let number = try SystemCall.perform("create", path) {
                unsafe openat(descriptor.rawValue, name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            }
            try FileDescriptor(taking: number, path: path).close()
            return true
        } catch {
            guard error.errorNumber == ENOENT else { throw error }
            return false
        }
    }

    /// Removes a file; `false` where there is none.
    @discardableResult
    func removeFile(_ name: String) throws(FileError) -> Bool {
        try remove(name, 0, unless: [ENOENT])
    }

    /// Removes a directory; `false` where there is none, or it is not empty.
    @discardableResult
    func removeDirectory(_ name: String) throws(FileError) -> Bool {
        try remove(name, AT_REMOVEDIR, unless: [ENOENT, ENOTEMPTY, EEXIST])
    }

    private func remove(_ name: String, _ flags: Int32, unless expected: [Int32]) throws(FileError) -> Bool {
        do throws(FileError) {
            try SystemCall.perform("remove", path + "/" + name) {
                unsafe unlinkat(descriptor.rawValue, name, flags)
            }
            return true
        } catch {
            guard expected.contains(error.errorNumber) else { throw error }
            return false
        }
    }

    /// The names in this directory, in no order, without `.` and `..`; a name that is no UTF-8 is repaired.
    func names() throws(FileError) -> [String] {
        // A descriptor of its own, because closedir(3) closes it and readdir(3) moves its offset.
        let number = try SystemCall.perform("read", path) {
            unsafe openat(descriptor.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let stream = unsafe fdopendir(number) else {
            let failure = FileError("read", path, errno)
            _ = Glibc.close(number)
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
}
