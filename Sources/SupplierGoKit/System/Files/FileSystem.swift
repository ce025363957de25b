internal import CSystem
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
        // Another process may remove this one or the one above at any moment, but not for ever.
        var failure = FileError("create", path, ENOTDIR)
        for _ in 0..<1024 {
            do throws(FileError) {
                try SystemCall.perform("create", path) { unsafe mkdir(path, 0o700) }
                return true
            } catch {
                switch error.errorNumber {
                case EEXIST:
                    // The link or directory that is there may be used; a file may not, nor a link to nothing.
                    failure = FileError("create", path, ENOTDIR)
                    guard let status = try status(of: path) else { continue }
                    guard status.kind == .directory else { throw failure }
                    return false
                case ENOENT:
                    failure = error
                    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw error }
                    try makeDirectories(String(path[..<slash]))
                default: throw error
                }
            }
        }
        throw failure
    }

    /// Says that a file was used just now, links not followed; leaves when it was written (`utimensat(2)`).
    static func touch(_ path: String) throws(FileError) {
        try SystemCall.perform("touch", path) { unsafe csystem_touch(path) }
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
