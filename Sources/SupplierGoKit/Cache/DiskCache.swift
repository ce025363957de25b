/// A cache in a directory, for any number of processes at once.
///
/// Every entry is a file of its own that holds nothing but the bytes and appears whole or not at all. Directories are
/// made for their user only (0700), and so are files (0600). An empty file is no entry. File calls run on threads of
/// the cache's own, never on those of Swift's tasks.
public struct DiskCache: Sendable {
    /// The directory's absolute path; it may be a symbolic link.
    public var directory: String { layout.directory }

    /// All that there is to know of it: the cache itself is copied by whoever uses it.
    let state: DiskCacheState
    var layout: CacheLayout { state.layout }

    /// How many bytes the entries may have together, if nothing else is said: 1 GiB.
    public static let defaultByteLimit = 1 << 30

    /// How many bytes the entries may have together; it holds after every storing, by dropping what was not used for the
    /// longest time. An entry with more is not kept, so with 0 nothing is.
    public var byteLimit: Int { state.bounds.limit }

    /// Creates a cache over a directory, which is made when the first entry is.
    ///
    /// - Parameters:
    ///   - directory: a path, from the working directory where it is relative.
    ///   - byteLimit: how many bytes the entries may have together.
    public init(directory: String, byteLimit: Int = defaultByteLimit) {
        self.init(directory: directory, byteLimit: byteLimit, usesAttributes: true)
    }

    /// Creates a cache that may do without extended attributes, as it does where the file system has none.
    init(directory: String, byteLimit: Int = defaultByteLimit, usesAttributes: Bool) {
        let layout = CacheLayout(directory: FileSystem.absolutePath(directory))
        state = DiskCacheState(
            layout, bounds: CacheBounds(max(0, byteLimit), of: layout),
            recordPlace: RecordPlace(usesAttributes: usesAttributes))
    }

    /// The cache's own directory: files without a name leave nothing in it.
    public var scratchDirectory: String? { directory }

    /// Removes the files that this process has not published, in whatever cache, and publishes none any more.
    ///
    /// It is for the end of a process: whatever stores afterwards throws. It may be called from any thread, but not
    /// from a signal handler (`signal-safety(7)`), and takes half a second at most where the disk does not answer.
    public static func removeTemporaryFiles() {
        TemporaryFiles.shared.removeAll()
    }

    /// Makes file calls on a thread that may block, which this one is.
    func here<Value>(_ body: () throws(FileError) -> Value) throws -> Value {
        do throws(FileError) {
            return try body()
        } catch {
            throw CacheError(error)
        }
    }

    /// Runs file calls where they may block.
    nonisolated(nonsending) func onDisk<Value: Sendable>(
        _ body: @escaping @Sendable () throws(FileError) -> Value
    ) async throws -> Value {
        do throws(FileError) {
            return try await BlockingPool.shared.run(body)
        } catch {
            throw CacheError(error)
        }
    }
}
