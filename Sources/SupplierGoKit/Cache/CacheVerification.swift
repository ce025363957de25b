/// What a cache's entries are worth.
public struct CacheVerification: Sendable, Hashable {
    /// The entries that are what was stored.
    public var whole: CacheUsage

    /// The paths of the files that were broken; they are gone.
    public var broken: [String] = []

    init(directory: String) {
        whole = CacheUsage(directory: directory)
    }
}
