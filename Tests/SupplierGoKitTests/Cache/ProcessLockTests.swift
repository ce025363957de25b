import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct ProcessLockTests {
    private let temporary: TemporaryDirectory
    private let cache: DiskCache

    init() throws {
        (temporary, cache) = try DiskCache.temporary()
    }

    @Test func isHeldByOneAtATime() throws {
        let lock = try #require(try ProcessLock.acquire(named: "catalog", in: cache))
        #expect(try ProcessLock.acquire(named: "catalog", in: cache) == nil)
        #expect(try ProcessLock.acquire(named: "catalog", in: DiskCache(directory: cache.directory)) == nil)
        lock.release()
        #expect(lock.fileDescriptor == -1)
        #expect(try ProcessLock.acquire(named: "catalog", in: cache) != nil)
    }

    @Test func isReleasedWhenItIsDropped() throws {
        for _ in 1...3 { #expect(try ProcessLock.acquire(named: "catalog", in: cache) != nil) }
    }

    @Test func differsByNameAndCache() throws {
        let other = DiskCache(directory: temporary.path(of: "other"))
        let locks = try [
            ProcessLock.acquire(named: "one", in: cache), ProcessLock.acquire(named: "two", in: cache),
            ProcessLock.acquire(named: "one", in: other),
        ]
        #expect(locks.allSatisfy { $0 != nil })
    }

    @Test func isHeldByWhoeverInheritsIt() throws {
        let lock = try #require(try ProcessLock.acquire(named: "catalog", in: cache))
        let inherited = FileDescriptor(taking: dup(lock.fileDescriptor), path: "inherited")
        lock.release()
        #expect(try ProcessLock.acquire(named: "catalog", in: cache) == nil)
        try inherited.close()
        #expect(try ProcessLock.acquire(named: "catalog", in: cache) != nil)
    }

    @Test func outlivesTheClearingOfItsCache() async throws {
        let lock = try #require(try ProcessLock.acquire(named: "catalog", in: cache))
        try await DiskCache(directory: cache.directory).clear()
        #expect(try ProcessLock.acquire(named: "catalog", in: cache) == nil)
        lock.release()
        try await DiskCache(directory: cache.directory).clear()
        #expect(try !temporary.files().contains { $0.hasSuffix(".lock") })
        #expect(try ProcessLock.acquire(named: "catalog", in: cache) != nil)
    }

    @Test(arguments: [
        ("0123456789abcdef0123456789abcdef01234567.lock", true),
        ("0123456789abcdef0123456789abcdef01234567.lck", false),
        ("0123456789ABCDEF0123456789abcdef01234567.lock", false), ("mine.lock", false), (".lock", false),
    ])
    func knowsItsFiles(_ name: String, _ expected: Bool) {
        #expect(ProcessLock.isFileName(name) == expected)
        #expect(ProcessLock.isFileName(ProcessLock.fileName(for: name)))
    }
}
