/// The files in a cache's directory.
///
/// ```
/// CACHEDIR.TAG                  keeps backups away (bford.info/cachedir)
/// USAGE                         how many bytes there are; see ``UsageCount``
/// avatars/3f/9a….png            an entry; the directories are a namespace and the first two digits of the name
/// avatars/3f/9a….gif            a link to that entry, if its key suggests another kind than it is
/// avatars/3f/.tmp-…             an entry that is being written
/// avatars/3f/.record-9a….png    the record of an entry, on file systems without extended attributes
/// failures/3f/9a….avatars       why there is nothing under a key of that namespace
/// marks/…                       files of the program that owns the cache, which no limit counts
/// writers/…                     a locked file for each living writer; see ``WriterLease``
/// locks/….lock                  a locked file for each ``ProcessLock`` that is held
/// locks/claims                  the file whose bytes are locked for claims; see ``ClaimTable``
/// ```
struct CacheLayout: Sendable, Hashable {
    static let writers = "writers"
    static let locks = "locks"
    static let claims = "claims"
    static let failures = "failures"
    static let marks = "marks"
    static let usage = "USAGE"
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

    /// The path of a key's entry with an extension.
    func entryPath(of key: CacheKey, _ fileExtension: String) -> String {
        key.name.path(in: directory, key.namespace.name, fileExtension)
    }

    /// The path under which a key's entry is looked for.
    func usualPath(of key: CacheKey) -> String { entryPath(of: key, key.usualExtension) }

    /// The path of a key's failure.
    func failurePath(of key: CacheKey) -> String { key.name.path(in: directory, Self.failures, key.namespace.name) }

    /// Whether a name in the cache's directory is that of a namespace: lower-case letters with no other meaning.
    static func isNamespace(_ name: String) -> Bool {
        name != writers && name != locks && name != marks && !name.isEmpty
            && name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    /// Makes the cache's directory if it is missing, and tags it if it holds nothing else.
    ///
    /// A directory with other files gets no tag: backups would leave it out.
    func prepare(temporaryName: String) throws {
        try FileSystem.makeDirectories(directory)
        guard let root = try Directory(at: directory), try root.status(of: Self.tag) == nil else { return }
        guard try root.names().allSatisfy(Self.isOwn) else { return }
        let file = try AtomicFile(at: path(of: Self.tag), temporaryPath: path(of: temporaryName))
        try file.write(Array(Self.tagText.utf8))
        try file.publishNow()
    }

    private static func isOwn(_ name: String) -> Bool {
        if [tag, usage, writers, locks, marks].contains(name) { return true }
        if case .temporary = CacheLayout.FileName(name) { return true }
        return false
    }

    /// The number of bytes under a key's name in other namespaces.
    func companionByteCount(of key: CacheKey) throws -> Int {
        guard let root = try Directory(at: directory) else { return 0 }
        var byteCount = 0
        for namespace in try root.names() where Self.isNamespace(namespace) && namespace != key.namespace.name {
            guard let shard = try root.directory(namespace)?.directory(key.name.shard) else { continue }
            for name in try shard.names() where name.hasPrefix(key.name.stem) {
                if let status = try shard.status(of: name), status.kind == .regular { byteCount += status.byteCount }
            }
        }
        return byteCount
    }

    /// Calls a function 256 times, each time for the directories of one name in all namespaces.
    func forEachShardOfAllNamespaces(_ body: ([(shard: Directory, namespace: String)]) throws -> Void) throws {
        let namespaces = try Directory(at: directory)?.names().filter(Self.isNamespace) ?? []
        for number in UInt8.min ... .max {
            let name = String(hexadecimal: [number])
            try body(
                namespaces.compactMap { namespace in
                    try Directory(at: directory)?.directory(namespace)?.directory(name).map { ($0, namespace) }
                })
        }
    }

    /// Calls a function for each directory of entries; does nothing if there is no cache.
    func forEachShard(_ body: (_ shard: Directory, _ namespace: String) throws -> Void) throws {
        // The root is not kept open: a process may have few descriptors.
        for namespace in try Directory(at: directory)?.names() ?? [] where Self.isNamespace(namespace) {
            guard let directory = try Directory(at: directory)?.directory(namespace) else { continue }
            for name in try directory.names() where CacheLayout.FileName.isShard(name) {
                if let shard = try directory.directory(name) { try body(shard, namespace) }
            }
        }
    }
}

extension CacheLayout {
    /// A name in a directory of entries. All files are foreign but those that the cache made itself.
    enum FileName: Hashable {
        /// An entry, or the link to one of another kind.
        case entry

        /// A file that the writer with this name has not published.
        case temporary(writer: String)

        /// The record of the entry with this name; see ``EntryRecord/Store``.
        case record(entry: String)

        /// Another program's file.
        case foreign

        private static let temporaryPrefix = ".tmp-"
        private static let recordPrefix = ".record-"

        /// Reads a file's name.
        init(_ name: String) {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            if parts.count == 2, parts[0].utf8.count == 38, Self.isHexadecimal(parts[0]), !parts[1].isEmpty,
                parts[1].utf8.allSatisfy(Self.isLetterOrDigit)
            {
                self = .entry
            } else if name.hasPrefix(Self.temporaryPrefix) {
                let fields = name.dropFirst(Self.temporaryPrefix.count).split(separator: "-")
                let isOwn = fields.count == 2 && Self.isWriter(fields[0]) && Self.isHexadecimal(fields[1])
                self = isOwn ? .temporary(writer: String(fields[0])) : .foreign
            } else if name.hasPrefix(Self.recordPrefix) {
                let entry = String(name.dropFirst(Self.recordPrefix.count))
                self = CacheLayout.FileName(entry) == .entry ? .record(entry: entry) : .foreign
            } else {
                self = .foreign
            }
        }

        /// The name of the file for an entry's record.
        static func record(of entry: String) -> String { recordPrefix + entry }

        /// The name of a writer's temporary file, up to its number in hexadecimal digits.
        static func temporaryPrefix(of writer: String) -> String { temporaryPrefix + writer + "-" }

        /// Whether a name is a writer's: 16 hexadecimal digits.
        static func isWriter(_ name: some StringProtocol) -> Bool { name.utf8.count == 16 && isHexadecimal(name) }

        /// Whether a name is that of a directory of entries: two hexadecimal digits.
        static func isShard(_ name: String) -> Bool { name.utf8.count == 2 && isHexadecimal(name) }

        /// Whether a text consists of hexadecimal digits, letters in lower case.
        static func isHexadecimal(_ text: some StringProtocol) -> Bool {
            text.utf8.allSatisfy { $0.decimalValue != nil || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
        }

        private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
            byte.decimalValue != nil || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        }
    }
}
