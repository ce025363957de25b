import FoundationEssentials

/// Removes what dead writers have left.
struct WriterSweep {
    /// A temporary file of an unknown writer is litter when nothing was written to it for a day.
    private static let patience: TimeInterval = 24 * 60 * 60

    /// The dead whose locks are held at once; those beyond are left to a later sweep.
    private static let limit = 16

    private let layout: CacheLayout
    private let livingNames: Set<String>

    /// The dead writers' files, held until they are removed behind their litter: nobody can begin to live under a name
    /// that is being swept, and a sweep that is broken off is repeated.
    private let dead: [String: FileDescriptor]

    /// Looks who lives; costs a few calls for each writer.
    init(of layout: CacheLayout) throws(FileError) {
        self.layout = layout
        var living: Set<String> = []
        var dead: [String: FileDescriptor] = [:]
        if let directory = try Directory(at: layout.directory + "/" + CacheLayout.writers) {
            for name in try directory.names() where CacheFileName.isWriter(name) {
                if dead.count < Self.limit, let file = try LockFile.takeOver(name, in: directory) {
                    dead[name] = file
                } else {
                    living.insert(name)
                }
            }
        }
        livingNames = living
        self.dead = dead
    }

    /// Walks through the cache where there is a dead writer, and nowhere else.
    func run() throws(FileError) {
        guard !dead.isEmpty, let walk = try CacheWalk(of: layout) else { return }
        try sweep(walk.root)
        try walk.visit { (shard, _) throws(FileError) in try sweep(shard) }
        try finish()
    }

    /// Whether a temporary file is nobody's any more.
    func isLitter(writer: String, in directory: Directory, name: String) throws(FileError) -> Bool {
        if livingNames.contains(writer) { return false }
        if dead[writer] != nil { return true }
        guard let status = try directory.status(of: name) else { return false }
        return status.modifiedAt.timeIntervalSinceNow < -Self.patience
    }

    /// Removes the litter in one directory.
    func sweep(_ directory: Directory) throws(FileError) {
        for name in try directory.names() {
            guard case .temporary(let writer) = CacheFileName(name) else { continue }
            if try isLitter(writer: writer, in: directory, name: name) { try directory.removeFile(name) }
        }
    }

    /// Removes the dead writers' own files, behind their litter.
    func finish() throws(FileError) {
        guard let directory = try Directory(at: layout.directory + "/" + CacheLayout.writers) else { return }
        for name in dead.keys { try directory.removeFile(name) }
    }
}
