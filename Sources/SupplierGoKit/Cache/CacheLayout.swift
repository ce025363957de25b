import Synchronization

/// The files in a cache's directory.
///
/// ```
/// CACHEDIR.TAG                  keeps backups away (bford.info/cachedir)
/// avatars/3f/9a….png            an entry; the directories are a namespace and the first two digits of the name
/// avatars/3f/.tmp-…             an entry that is being written
/// avatars/3f/.record-9a….png    the record of an entry, on file systems without extended attributes
/// marks/…                       files of the program that owns the cache, which no limit counts
/// locks/claims0 …               the files whose bytes are locked for claims; see ``ClaimTable``
/// locks/walk                    the file that is locked for walks, and says when one is due; see ``CacheLimit``
/// ```
struct CacheLayout: Sendable, Hashable {
    static let locks = "locks"
    static let claims = ["locks/claims0", "locks/claims1", "locks/claims2", "locks/claims3"]
    static let walk = "locks/walk"
    static let marks = "marks"
    static let tag = "CACHEDIR.TAG"

    /// The tag's text: the signature, and what it is for.
    static let tagText = """
        Signature: 8a477f597d28d172789f06886806bc55
        # This file is a cache directory tag created by suppliergo.
        # For information about cache directory tags, see https://bford.info/cachedir/

        """

    /// The cache's directory, an absolute path.
    let directory: String

    /// The path of a file in the cache's directory.
    func path(of name: String) -> String { directory + "/" + name }

    /// The path of a key's entry.
    func entryPath(of key: CacheKey) -> String { key.name.path(in: directory, key.namespace.name, key.fileSuffix) }

    /// The name is that of a namespace: lower-case letters with no other meaning.
    static func isNamespace(_ name: String) -> Bool {
        name != locks && name != marks && !name.isEmpty
            && name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    /// Refuses a directory that another user has made or may write to: what is in it would be believed, and shown to
    /// them.
    ///
    /// - Returns: whether it is there.
    /// - Throws: ``CacheError/untrusted(path:)``, ``CacheError/noDirectory``.
    @discardableResult
    func checkOwner() throws(CacheError) -> Bool {
        guard !directory.isEmpty else { throw CacheError.noDirectory }
        let status: FileStatus?
        do throws(FileError) {
            status = try FileSystem.status(of: directory)
        } catch {
            // The call that needs the directory reports the error.
            return false
        }
        guard let status, status.kind == .directory else { return false }
        guard status.isTrusted else { throw CacheError.untrusted(path: directory) }
        return true
    }

    /// Calls a function that makes a file, and makes the directories that it needs if they are missing, with the mode
    /// 0700 (``FileSystem/makeDirectories(_:)``). Files have 0600 (``AtomicFile``).
    func inDirectory<Value>(of path: String, _ makeFile: () throws(FileError) -> Value) throws -> Value {
        guard !directory.isEmpty else { throw CacheError.noDirectory }
        // Another process may clear the cache between making the directory and making the file.
        for _ in 0..<8 {
            do throws(FileError) {
                return try makeFile()
            } catch {
                // For a path that is too long the error names the directory.
                guard [ENOENT, ENAMETOOLONG].contains(error.errorNumber) else { throw error }
            }
            try FileSystem.makeDirectories(directory)
            // Another user may have made it in the meantime.
            try checkOwner()
            try tagDirectory()
            try FileSystem.makeDirectories(String(Substring(FileSystem.directoryPrefix(of: path).utf8.dropLast())))
        }
        return try makeFile()
    }

    /// Opens a file that is locked, which is created if it is missing.
    func openLockFile(_ name: String) throws -> FileDescriptor {
        let (path, flags) = (path(of: name), O_RDWR | O_CREAT | O_NOFOLLOW)
        return try inDirectory(of: path) { () throws(FileError) in
            try FileDescriptor(opening: path, flags, permissions: 0o600)
        }
    }

    /// Tags the cache's directory if it holds nothing else: backups would leave other files out.
    private func tagDirectory() throws {
        guard let root = try Directory(at: directory), try root.status(of: Self.tag) == nil else { return }
        let holdsNothingElse = try root.names().allSatisfy { name in
            name == Self.locks || name == Self.marks || FileName(name) == .temporary
        }
        guard holdsNothingElse else { return }
        let file = try AtomicFile(at: path(of: Self.tag), naming: FileName.nextTemporary)
        try file.write(Array(Self.tagText.utf8))
        try file.publishNow()
    }

    /// Calls a function for each directory of entries, of which a namespace has 256.
    func forEachShard(_ body: (Directory, _ namespace: String) throws -> Void) throws {
        for namespace in try Directory(at: directory)?.names().filter(Self.isNamespace) ?? [] {
            let shards = try Directory(at: directory)?.directory(namespace)
            for number in UInt8.min ... .max {
                if let shard = try shards?.directory(String(hexadecimal: [number])) { try body(shard, namespace) }
            }
        }
    }
}

extension CacheLayout {
    /// A name in a directory of entries. All files are foreign but those that the cache made itself.
    enum FileName: Hashable {
        /// An entry.
        case entry

        /// A file that was not published yet.
        case temporary

        /// The record of the entry with this name; see ``EntryRecord/sidePath(of:)``.
        case record(entry: String)

        /// Another program's file.
        case foreign

        private static let temporaryPrefix = ".tmp-"
        private static let recordPrefix = ".record-"

        /// Reads a file's name.
        init(_ name: String) {
            if Self.isEntry(name) {
                self = .entry
            } else if name.hasPrefix(Self.temporaryPrefix) {
                let fields = name.dropFirst(Self.temporaryPrefix.count).split(separator: "-")
                let isOwn = fields.count == 2 && fields[0].utf8.count == 16 && fields.allSatisfy(Self.isHexadecimal)
                self = isOwn ? .temporary : .foreign
            } else if name.hasPrefix(Self.recordPrefix) {
                let entry = String(name.dropFirst(Self.recordPrefix.count))
                self = Self.isEntry(entry) ? .record(entry: entry) : .foreign
            } else {
                self = .foreign
            }
        }

        private static func isEntry(_ name: String) -> Bool {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count <= 2 && parts[0].utf8.count == CacheKey.Name.digitCount && isHexadecimal(parts[0])
                && parts.dropFirst().allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isLetterOrDigit) }
        }

        /// The name of the file for an entry's record.
        static func record(of entry: String) -> String { recordPrefix + entry }

        private static let ownPrefix =
            temporaryPrefix + String(hexadecimal: [UInt64.random(in: 0 ... .max)].bytes) + "-"
        private static let temporaryCount = Atomic<UInt64>(0)

        /// A name that no other temporary file has, of this process or another one.
        static func nextTemporary() -> String {
            let number = temporaryCount.add(1, ordering: .relaxed).newValue
            return String(capacity: ownPrefix.utf8.count + 8) { name in
                name.append(copying: ownPrefix.utf8.span)
                name.append(hexadecimal: number, digitCount: 8)
            }
        }

        /// The name is that of a directory of entries: two hexadecimal digits.
        static func isShard(_ name: String) -> Bool { name.utf8.count == 2 && isHexadecimal(name) }

        /// The text consists of hexadecimal digits, letters in lower case.
        static func isHexadecimal(_ text: some StringProtocol) -> Bool {
            text.utf8.allSatisfy { $0.decimalValue != nil || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
        }

        private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
            byte.decimalValue != nil || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        }
    }
}
