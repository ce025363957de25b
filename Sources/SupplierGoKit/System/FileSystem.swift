import Glibc

/// File calls that take paths.
enum FileSystem {
    /// A path from the root, made with the working directory where it is relative; no slash at its end.
    static func absolutePath(_ path: String) -> String {
        var path = path
        if !path.hasPrefix("/"), let current = unsafe getcwd(nil, 0) {
            path = unsafe String(cString: current) + "/" + path
            unsafe free(current)
        }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// Gives a file another name in place of what has it, in one step (`rename(2)`).
    static func rename(_ path: String, to newPath: String) throws(FileError) {
        try SystemCall.perform("rename", path) { unsafe Glibc.rename(path, newPath) }
    }

    /// Removes a file; `false` where there is none.
    @discardableResult
    static func removeFile(_ path: String) throws(FileError) -> Bool {
        do throws(FileError) {
            try SystemCall.perform("remove", path) { unsafe unlink(path) }
            return true
        } catch {
            guard error.errorNumber == ENOENT else { throw error }
            return false
        }
    }

    /// Makes a directory that only its user can enter, and those above it that are missing.
    ///
    /// - Returns: whether the last one is new.
    @discardableResult
    static func makeDirectories(_ path: String) throws(FileError) -> Bool {
        // Another process may remove the one above before this one is made, but not for ever.
        var attemptsLeft = 8
        while true {
            do throws(FileError) {
                try SystemCall.perform("create", path) { unsafe mkdir(path, 0o700) }
                return true
            } catch  where error.errorNumber == EEXIST {
                // The link or directory that is there may be used; a file may not.
                guard try status(of: path)?.kind == .directory else { throw FileError("create", path, ENOTDIR) }
                return false
            } catch {
                attemptsLeft -= 1
                guard error.errorNumber == ENOENT, attemptsLeft > 0, let slash = path.lastIndex(of: "/"),
                    slash != path.startIndex
                else { throw error }
                try makeDirectories(String(path[..<slash]))
            }
        }
    }

    /// What the file system knows of a file, through links; `nil` where there is none.
    static func status(of path: String) throws(FileError) -> FileStatus? {
        var raw = stat()
        while unsafe stat(path, &raw) != 0 {
            if errno == ENOENT { return nil }
            guard errno == EINTR else { throw FileError("examine", path, errno) }
        }
        return FileStatus(raw)
    }
}
