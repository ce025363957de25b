import FoundationEssentials
import Glibc

/// What the file system knows of a file (`stat(2)`).
struct FileStatus: Sendable {
    /// A file's sort, as far as it matters here.
    enum Kind: Sendable {
        case regular, directory, other
    }

    /// The sort of file; a link that was not followed is `other`.
    let kind: Kind

    /// How many bytes a regular file has.
    let byteCount: Int

    /// When its content last changed.
    let modifiedAt: Date

    /// How many names it has: none once it is removed.
    let linkCount: Int

    /// The permission bits.
    let permissions: UInt32

    init(_ raw: stat) {
        switch raw.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .directory
        default: kind = .other
        }
        byteCount = Int(raw.st_size)
        modifiedAt = Date(
            timeIntervalSince1970: Double(raw.st_mtim.tv_sec) + Double(raw.st_mtim.tv_nsec) / 1_000_000_000)
        linkCount = Int(raw.st_nlink)
        permissions = raw.st_mode & 0o7777
    }
}
