internal import CSystem

/// File calls that take paths.
///
/// Those that each avatar needs take `withCString`: a text that is given as it is would be copied.
package enum FileSystem {
    /// The most descriptors that the process may have (`RLIMIT_NOFILE`).
    static var descriptorLimit: Int {
        var limit = rlimit()
        guard unsafe getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_cur)
    }

    /// The path from the root, without a slash at its end. A relative path begins at the working directory.
    static func absolutePath(_ path: String) -> String {
        var path = path
        if !path.hasPrefix("/"), let current = unsafe getcwd(nil, 0) {
            path = unsafe String(cString: current) + "/" + path
            unsafe free(current)
        }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// The part of a path up to its last slash, empty if it has none, followed by a name.
    package static func directoryPrefix(of path: String, with name: String = "") -> String {
        let bytes = path.utf8.span
        let end = (bytes.indices.last { bytes[$0] == UInt8(ascii: "/") } ?? -1) + 1
        return String(capacity: end + name.utf8.count) { output in
            output.append(copying: bytes.extracting(..<end))
            output.append(copying: name.utf8.span)
        }
    }

    /// A file's status, following links; `nil` if the file does not exist.
    package static func status(of path: String) throws(FileError) -> FileStatus? {
        try FileStatus(of: path, 0, path)
    }

    /// A file's status, not following a link at the end of the path; `nil` if the file does not exist.
    package static func linkStatus(of path: String) throws(FileError) -> FileStatus? {
        try FileStatus(of: path, AT_SYMLINK_NOFOLLOW, path)
    }

    /// Renames a file to a name that no file has, in one step; `false` if a file has it, or if the file system
    /// cannot tell (`RENAME_NOREPLACE` of `renameat2(2)`).
    package static func renameToNew(_ path: String, _ newPath: String) throws(FileError) -> Bool {
        try SystemCall.perform(.rename, path, unless: EEXIST, EINVAL, ENOSYS, EPERM) {
            unsafe path.withCString { old in
                unsafe newPath.withCString { unsafe renameat2(AT_FDCWD, old, AT_FDCWD, $0, 1) }
            }
        } != nil
    }

    /// Renames a file, replacing the one that has the new name, in one step (`rename(2)`).
    package static func rename(_ path: String, to newPath: String) throws(FileError) {
        try SystemCall.perform(.rename, path) { unsafe Glibc.rename(path, newPath) }
    }

    /// Removes a file; `false` if it does not exist.
    @discardableResult
    package static func removeFile(_ path: String) throws(FileError) -> Bool {
        try SystemCall.perform(.remove, path, unless: ENOENT) { unsafe unlink(path) } != nil
    }

    /// Sets a file's access time to now, links not followed; its modification time stays (`utimensat(2)`).
    static func touch(_ path: String) throws(FileError) {
        // UTIME_NOW and UTIME_OMIT, which are macros that Swift does not import.
        let times = [timespec(tv_sec: 0, tv_nsec: 1 << 30 - 1), timespec(tv_sec: 0, tv_nsec: 1 << 30 - 2)]
        try SystemCall.perform(.touch, path) { unsafe utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) }
    }

    /// Makes a directory that only its user can enter, and its missing parents.
    ///
    /// - Returns: whether the last one is new.
    @discardableResult
    package static func makeDirectories(_ path: String) throws(FileError) -> Bool {
        var failure = FileError(.create, path, .notADirectory)
        // Another process may remove this directory or its parent at any time, but not for ever.
        for _ in 0..<1024 {
            do throws(FileError) {
                let isNew = try SystemCall.perform(.create, path, unless: EEXIST) { unsafe mkdir(path, 0o700) } != nil
                if isNew { return true }
            } catch {
                guard error.errorNumber == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
                    throw error
                }
                failure = error
                try makeDirectories(String(path[..<slash]))
                continue
            }
            // A directory, or a link to one, may be used; a file or a link to nothing may not.
            failure = FileError(.create, path, .notADirectory)
            guard let status = try status(of: path) else { continue }
            guard status.kind == .directory else { throw failure }
            return false
        }
        throw failure
    }
}

extension FileSystem {
    /// A user's file, links followed; `nil` if it is not a regular file, such as a pipe, or has more bytes than it may.
    package static func bytes(ofFile path: String, limit: Int) async throws(FileError) -> [UInt8]? {
        try await BlockingThreads.files.run { () throws(FileError) in
            let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            let status = try file.status()
            guard status.kind == .regular, status.byteCount <= limit else { return nil }
            return try file.readAll(status.byteCount)
        }
    }
}
