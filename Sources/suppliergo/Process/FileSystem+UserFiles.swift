import CSystem
import Glibc
import SupplierGoKit

/// Links and copies of files that a user named.
extension FileSystem {
    /// The absolute path of a directory without links and dot segments (`realpath(3)`); `nil` without one.
    static func realPath(of directory: String) -> String? {
        guard let path = unsafe realpath(directory, nil) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(validatingCString: path)
    }

    /// The file that a path leads to after all links at its end; the last link may lead to nothing yet.
    static func target(of path: String) throws(FileError) -> String {
        var target = path
        // The kernel follows this many links (path_resolution(7)).
        for _ in 0..<40 {
            guard let link = try link(at: target) else { return target }
            target = link.hasPrefix("/") ? link : directoryPrefix(of: target) + link
        }
        throw FileError(.follow, path, ELOOP)
    }

    /// The text of a link; `nil` if there is no link.
    private static func link(at path: String) throws(FileError) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        // EINVAL: it is not a link.
        let count = try SystemCall.perform(.follow, path, unless: EINVAL, ENOENT) {
            unsafe readlink(path, &bytes, bytes.count)
        }
        guard let count else { return nil }
        // A repaired name would be that of another file.
        guard let text = String(validating: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) else {
            throw FileError(.follow, path, EILSEQ)
        }
        return text
    }

    /// Copies a file, opened at its beginning, into an empty one; shares its blocks if the file system can
    /// (`copy_file_range(2)`).
    static func copy(_ source: FileDescriptor, to copy: FileDescriptor) throws(FileError) {
        while true {
            let count = try SystemCall.perform(.write, copy.path, unless: EXDEV, EINVAL, ENOSYS, EOPNOTSUPP) {
                copy_file_range(source.rawValue, nil, copy.rawValue, nil, 1 << 30, 0)
            }
            guard let count else { return try copy.write(source.readAll(source.status().byteCount)) }
            if count == 0 { return }
        }
    }
}
