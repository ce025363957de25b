import TestSupport

@testable import SupplierGoKit

extension DiskCache {
    /// A directory of a test's own, and a cache in it that is made with its first entry.
    static func temporary() throws -> (TemporaryDirectory, DiskCache) {
        let directory = try TemporaryDirectory()
        return (directory, DiskCache(directory: directory.path(of: "cache")))
    }
}
