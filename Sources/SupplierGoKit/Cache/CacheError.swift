/// Why a cache could not read or write; the paths are absolute.
public enum CacheError: Error, Sendable, Hashable {
    /// The entry is gone, or is not what it was.
    case missing(path: String)

    /// A call failed: `operation` is a verb phrase such as "create", `errorNumber` is `errno`.
    case failed(operation: String, path: String, errorNumber: Int32)

    /// There is a file where a directory should be.
    case notADirectory(path: String)

    /// An entry would have more bytes than the whole cache may (``DiskCache/byteLimit``); others may be kept.
    case tooLarge(path: String)
}
