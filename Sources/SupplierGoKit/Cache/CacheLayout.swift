/// The paths under a cache's directory.
///
/// ```
/// CACHEDIR.TAG                  what keeps backups away (bford.info/cachedir)
/// LASTRUN                       how often the last run found what it needed; see ``CacheRunRecord``
/// USAGE                         how many bytes there are; see ``UsageLedger``
/// avatars/3f/9a….png            an entry; the directory is a namespace, then the first two of the digest's digits
/// avatars/3f/.tmp-…             an entry that is being written
/// avatars/3f/.mixed             the mark of entries that are not plain
/// avatars/.mixed                the mark of directories with that mark
/// failures/3f/9a….avatars       why there is nothing under a key of that namespace
/// avatars/3f/.record-9a….png    what is known of an entry, where its file cannot hold it
/// writers/…                     a locked file for each writer that lives
/// locks/….lock                  a locked file for each ``ProcessLock`` that is held
/// locks/claims-…                the files whose bytes are locked for claims
/// ```
struct CacheLayout: Sendable, Hashable {
    /// The name of the directory for writers.
    static let writers = "writers"

    /// The name of the directory for locks.
    static let locks = "locks"

    /// The name of the directory for failures.
    static let failures = "failures"

    /// The name of the file that counts bytes.
    static let ledger = "USAGE"

    /// The name of the file about the last run.
    static let lastRun = "LASTRUN"

    /// The name of the tag.
    static let tag = "CACHEDIR.TAG"

    /// The tag's bytes: the signature, and what it is for.
    static let tagText = """
        Signature: 8a477f597d28d172789f06886806bc55
        # This file is a cache directory tag created by suppliergo.
        # For information about cache directory tags, see https://bford.info/cachedir/

        """

    /// The cache's directory, an absolute path.
    let directory: String

    /// The directory of a namespace.
    func directory(of namespace: CacheKey.Namespace) -> String {
        directory + "/" + namespace.name
    }

    /// The path of a key's entry with an extension.
    func entryPath(of key: CacheKey, _ fileExtension: String) -> String {
        key.name.path(in: directory, key.namespace.name, fileExtension)
    }

    /// The path of the file for a key's failure.
    func failurePath(of key: CacheKey) -> String {
        key.name.path(in: directory, Self.failures, key.namespace.name)
    }

    /// The name of the file for a key's failure, in its directory under ``failures``.
    static func failureName(of key: CacheKey) -> String {
        key.name.stem + "." + key.namespace.name
    }

    /// Whether a name in the cache's directory is a namespace's: lower-case letters that mean nothing else here.
    static func isNamespace(_ name: String) -> Bool {
        name != writers && name != locks
            && name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    /// Makes the cache's directory where it is missing, and marks it as a cache where it holds nothing else.
    ///
    /// A directory that somebody uses for other things as well gets no tag: backups would leave it out.
    func prepare(temporaryName: String) throws(FileError) {
        try FileSystem.makeDirectories(directory)
        guard let root = try Directory(at: directory), try root.status(of: Self.tag) == nil else { return }
        guard try root.names().allSatisfy(Self.isOwn) else { return }
        let file = try AtomicFile(
            at: directory + "/" + Self.tag, temporaryPath: directory + "/" + temporaryName, below: root)
        try file.write(Array(Self.tagText.utf8))
        _ = try file.publish()
    }

    private static func isOwn(_ name: String) -> Bool {
        if name == tag || name == ledger || name == lastRun || name == writers || name == locks { return true }
        if case .temporary = CacheFileName(name) { return true }
        return false
    }
}
