import Glibc

extension FileSystem {
    /// The file that a path leads to, behind all links at its end; the last of them may lead to nothing yet.
    static func target(of path: String) throws(FileError) -> String {
        var target = path
        // As many links as the kernel follows (path_resolution(7)).
        for _ in 0..<40 {
            guard let link = try link(at: target) else { return target }
            target = link.hasPrefix("/") ? link : directoryPrefix(of: target) + link
        }
        throw FileError("follow", path, ELOOP)
    }

    /// The part of a path up to its last slash; empty where it has none.
    static func directoryPrefix(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    }

    /// What a link says; `nil` where there is no link.
    private static func link(at path: String) throws(FileError) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count: Int
        do throws(FileError) {
            count = try SystemCall.perform("follow", path) { unsafe readlink(path, &bytes, bytes.count) }
        } catch {
            // EINVAL: it is no link.
            guard error.errorNumber == EINVAL || error.errorNumber == ENOENT else { throw error }
            return nil
        }
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
