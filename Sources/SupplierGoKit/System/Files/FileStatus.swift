/// A file's metadata (`stat(2)`).
package struct FileStatus: Sendable {
    /// A kind of file, as far as it matters here.
    package enum Kind: Sendable {
        case regular, directory, other
    }

    private let raw: stat

    init(_ raw: stat) { self.raw = raw }

    /// Examines a file (`fstatat(2)`); `nil` if there is none.
    ///
    /// - Parameters:
    ///   - directory: the descriptor of the directory that a relative path begins at. Default: the working directory.
    ///   - flags: `AT_…`.
    ///   - shownPath: the path for errors.
    init?(
        of path: String, in directory: Int32 = AT_FDCWD, _ flags: Int32, _ shownPath: @autoclosure () -> String
    ) throws(FileError) {
        var raw = stat()
        let result = try SystemCall.perform(.examine, shownPath(), unless: ENOENT) {
            unsafe path.withCString { unsafe fstatat(directory, $0, &raw, flags) }
        }
        guard result != nil else { return nil }
        self.raw = raw
    }

    /// The kind of file; a link that was not followed is `other`.
    package var kind: Kind {
        switch raw.st_mode & S_IFMT {
        case S_IFREG: .regular
        case S_IFDIR: .directory
        default: .other
        }
    }

    /// The size of a regular file in bytes.
    package var byteCount: Int { Int(raw.st_size) }

    /// When its content last changed.
    var modifiedAt: Date { Self.date(raw.st_mtim) }

    /// When its content last changed, in nanoseconds since 1970: exact, which a `Date` is not.
    package var modifiedNanoseconds: Int64 { Self.nanoseconds(raw.st_mtim) }

    /// The same in microseconds.
    var modifiedMicroseconds: Int64 { modifiedNanoseconds.dividedRoundingDown(by: 1000) }

    /// When its content, permissions or names last changed, in nanoseconds since 1970.
    var changedNanoseconds: Int64 { Self.nanoseconds(raw.st_ctim) }

    /// When its content last changed or was last read, as far as the file system keeps that.
    var lastUsedAt: Date { max(Self.date(raw.st_atim), modifiedAt) }

    /// Its inode number, which stays when the file is renamed.
    package var fileNumber: UInt64 { UInt64(raw.st_ino) }

    /// Its number of names: zero once it is removed.
    package var linkCount: Int { Int(raw.st_nlink) }

    /// The permission bits.
    package var permissions: UInt32 { raw.st_mode & 0o7777 }

    /// Nobody but the process's user and root decides what is in it: it belongs to one of them, and not everyone can
    /// write to it, unless it is a sticky directory.
    package var isTrusted: Bool {
        let isOpen = permissions & 0o002 != 0 && (kind != .directory || permissions & 0o1000 == 0)
        return !isOpen && (raw.st_uid == 0 || raw.st_uid == geteuid())
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    private static func date(_ time: timespec) -> Date {
        Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000)
    }
}
