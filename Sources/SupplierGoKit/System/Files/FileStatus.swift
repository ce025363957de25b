/// A file's metadata (`stat(2)`).
package struct FileStatus: Sendable {
    /// A kind of file, as far as it matters here.
    enum Kind: Sendable {
        case regular, directory, other
    }

    /// The kind of file; a link that was not followed is `other`.
    let kind: Kind

    /// The size of a regular file in bytes.
    package let byteCount: Int

    /// When its content last changed.
    let modifiedAt: Date

    /// When its content last changed, in nanoseconds since 1970: exact, which a `Date` is not.
    let modifiedNanoseconds: Int64

    /// When its content, permissions or names last changed, in nanoseconds since 1970.
    let changedNanoseconds: Int64

    /// When it was last read, as far as the file system keeps that.
    let accessedAt: Date

    /// Its inode number, which stays when the file is renamed.
    package let fileNumber: UInt64

    /// Its number of names: zero once it is removed.
    let linkCount: Int

    /// The permission bits.
    package let permissions: UInt32

    init(_ raw: stat) {
        switch raw.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .directory
        default: kind = .other
        }
        byteCount = Int(raw.st_size)
        modifiedAt = Self.date(raw.st_mtim)
        modifiedNanoseconds = Self.nanoseconds(raw.st_mtim)
        changedNanoseconds = Self.nanoseconds(raw.st_ctim)
        accessedAt = Self.date(raw.st_atim)
        fileNumber = UInt64(raw.st_ino)
        linkCount = Int(raw.st_nlink)
        permissions = raw.st_mode & 0o7777
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    private static func date(_ time: timespec) -> Date {
        Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000)
    }
}

extension FileStatus {
    package var isRegularFile: Bool { kind == .regular }

    /// Tests if it has the size of another file and is not older, as its copy is.
    package func isCopy(of other: FileStatus) -> Bool {
        byteCount == other.byteCount && modifiedNanoseconds >= other.modifiedNanoseconds
    }
}
