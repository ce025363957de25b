import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct DiskCacheLockTests {
    private let temporary: TemporaryDirectory
    private let cache: DiskCache

    init() throws {
        (temporary, cache) = try DiskCache.temporary()
    }

    @Test func isHeldByOneAtATime() throws {
        let lock = try #require(try cache.lock(named: "catalog"))
        #expect(try cache.lock(named: "catalog") == nil)
        #expect(try DiskCache(directory: cache.directory).lock(named: "catalog") == nil)
        try lock.close()
        #expect(lock.rawValue == -1)
        #expect(try cache.lock(named: "catalog") != nil)
    }

    @Test func isReleasedWhenItIsDropped() throws {
        for _ in 1...3 { #expect(try cache.lock(named: "catalog") != nil) }
    }

    @Test func differsByNameAndCache() throws {
        let other = DiskCache(directory: temporary.path(of: "other"))
        let locks = try [
            cache.lock(named: "one"), cache.lock(named: "two"),
            other.lock(named: "one"),
        ]
        #expect(locks.allSatisfy { $0 != nil })
    }

    @Test func isHeldByWhoeverInheritsIt() throws {
        let lock = try #require(try cache.lock(named: "catalog"))
        let inherited = FileDescriptor(taking: dup(lock.rawValue), path: "inherited")
        try lock.close()
        #expect(try cache.lock(named: "catalog") == nil)
        try inherited.close()
        #expect(try cache.lock(named: "catalog") != nil)
    }

    @Test func outlivesTheClearingOfItsCache() async throws {
        let lock = try #require(try cache.lock(named: "catalog"))
        try await DiskCache(directory: cache.directory).clear()
        #expect(try cache.lock(named: "catalog") == nil)
        try lock.close()
        try await DiskCache(directory: cache.directory).clear()
        #expect(try !temporary.files().contains { $0.hasSuffix(".lock") })
        #expect(try cache.lock(named: "catalog") != nil)
    }

    @Test(arguments: [
        ("0123456789abcdef0123456789abcdef01234567.lock", true),
        ("0123456789abcdef0123456789abcdef01234567.lck", false),
        ("0123456789ABCDEF0123456789abcdef01234567.lock", false), ("mine.lock", false), (".lock", false),
    ])
    func knowsItsFiles(_ name: String, _ expected: Bool) {
        #expect(CacheLayout.FileName.isLock(name) == expected)
        #expect(CacheLayout.FileName.isLock(CacheLayout.FileName.lock(named: name)))
    }
}
