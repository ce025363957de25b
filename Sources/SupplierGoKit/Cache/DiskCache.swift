/// A cache in a directory, for any number of processes at once.
public struct DiskCache: Sendable {
    /// The directory's absolute path.
    public let directory: String

    /// Creates a cache over a directory, which is made when the first entry is.
    public init(directory: String) {
        self.directory = directory
    }
}
