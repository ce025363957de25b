import SupplierGoKit

/// What every command is told.
struct CommonArguments: Sendable, Hashable {
    /// The absolute path of the cache's directory.
    let cacheDirectory: String

    /// How many bytes the cache's entries may have together.
    let cacheByteLimit: Int

    /// The cache.
    var cache: DiskCache { DiskCache(directory: cacheDirectory, byteLimit: cacheByteLimit) }

    /// When to print in colour.
    let color: ColorChoice

    /// How much to say.
    let verbosity: Verbosity
}
