import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct DiskCacheLimitTests {
    private let temporary: TemporaryDirectory

    init() throws {
        temporary = try TemporaryDirectory()
    }

    private func key(_ number: Int) -> CacheKey { CacheKey("https://x.test/\(number).png", in: .images) }

    /// Stores entries of 100 bytes, the first one used least recently.
    private func fill(_ cache: DiskCache, with numbers: Range<Int>) async throws {
        for number in numbers {
            let bytes = [UInt8](repeating: UInt8(number % 256), count: 100)
            let entry = try await cache.store(bytes, for: key(number))
            try setUse(of: try #require(entry.file), hoursAgo: 1000 - number)
        }
    }

    private func setUse(of path: String, hoursAgo: Int) throws {
        let time = timespec(tv_sec: Int(Date.now.timeIntervalSince1970) - hoursAgo * 3600, tv_nsec: 0)
        let times = [time, time]
        #expect(unsafe utimensat(AT_FDCWD, path, times, 0) == 0)
    }

    private func present(in cache: DiskCache, of numbers: Range<Int>) async throws -> [Int] {
        let entries = try await cache.entries(for: numbers.map(key))
        return zip(numbers, entries).compactMap { $1 == nil ? nil : $0 }
    }

    @Test func holdAfterEveryWriteByLeastRecentUse() async throws {
        let cache = DiskCache(directory: temporary.path, byteLimit: 1000)
        for end in 1...40 {
            try await fill(cache, with: end - 1..<end)
            let held = try await cache.usage().total.byteCount
            #expect(held <= 1000 && held >= min(end * 100, 900), "\(end)")
        }
        let left = try await present(in: cache, of: 0..<40)
        #expect(left == Array(40 - left.count..<40))
    }

    @Test func spareWhatIsInUse() async throws {
        try await fill(DiskCache(directory: temporary.path), with: 0..<10)
        let cache = DiskCache(directory: temporary.path, byteLimit: 1000)
        #expect(try await present(in: cache, of: 3..<4) == [3])
        try await fill(cache, with: 10..<12)
        let left = try await present(in: cache, of: 0..<12)
        #expect(left.contains(3) && left.contains(11) && !left.contains(0) && !left.contains(1))
    }

    @Test func keepNoEntryThatIsLargerThanTheCache() async throws {
        let cache = DiskCache(directory: temporary.path, byteLimit: 99)
        await #expect(throws: CacheError.self) { try await fill(cache, with: 0..<1) }
        let writer = try await cache.makeWriter(for: key(1))
        await #expect(throws: CacheError.self) {
            try await writer.write([UInt8](repeating: 0, count: 300_000))
        }
        #expect(try await present(in: cache, of: 0..<2) == [])
        let none = DiskCache(directory: temporary.path, byteLimit: 0)
        await #expect(throws: CacheError.self) { try await none.store([1], for: key(0)) }
        let failure = StoredResponse.Failure(url: "u", status: nil, reason: "r", failedAt: .now, retryAt: nil)
        try await none.storeFailure(failure, for: CacheKey(failureOf: key(0)))
        #expect(await none.readableFailures(for: [CacheKey(failureOf: key(0))]) == [nil])
    }

    /// Each of them exceeds the limit by a tenth at most, and by the entry that it is storing.
    @Test(arguments: [(2, 10), (4, 10), (4, 100)])
    func holdForManyProcessesAtOnce(processCount: Int, byteCount: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for process in 0..<processCount {
                group.addTask {
                    let cache = DiskCache(directory: temporary.path, byteLimit: 1000)
                    for number in 0..<5000 / byteCount {
                        let key = key(process * 500 + number)
                        _ = try await cache.store([UInt8](repeating: 7, count: byteCount), for: key)
                    }
                }
            }
            try await group.waitForAll()
        }
        let held = try await DiskCache(directory: temporary.path).usage().total.byteCount
        #expect(held <= 1000 + processCount * (100 + byteCount) && held >= 700)
    }

    @Test func spareAllWhileSomethingIsReplaced() async throws {
        let cache = DiskCache(directory: temporary.path, byteLimit: 1000)
        try await fill(cache, with: 0..<5)
        for _ in 0..<20 { try await fill(cache, with: 4..<5) }
        #expect(try await present(in: cache, of: 0..<5) == [0, 1, 2, 3, 4])
    }

    @Test(arguments: [95, 100]) func spareAllWhileALargeEntryIsReplaced(percent: Int) async throws {
        let cache = DiskCache(directory: temporary.path, byteLimit: 10_000)
        try await fill(cache, with: 0..<percent - 50)
        for _ in 0..<10 { _ = try await cache.store([UInt8](repeating: 7, count: 5000), for: key(200)) }
        #expect(try await present(in: cache, of: 0..<percent - 50) == Array(0..<percent - 50))
    }

    @Test func dropNothingUnderAReader() async throws {
        let cache = DiskCache(directory: temporary.path, byteLimit: 1_000_000)
        let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let chunks = try await cache.chunks(of: try await cache.store(bytes, for: key(0)))
        for number in 1...10 {
            _ = try await cache.store([UInt8](repeating: 7, count: 100_000), for: key(number))
        }
        #expect(try await present(in: cache, of: 0..<1) == [])
        var read: [UInt8] = []
        for try await chunk in chunks { read += chunk }
        #expect(read == bytes)
    }

    /// All but one were used within some milliseconds, which a first walk does not tell apart.
    @Test func pruneManyInTheirOrder() async throws {
        let names = (0..<6000).map { number in
            let digits = String(1_000_000 + number)
            return "images/" + digits.suffix(2) + "/" + String(repeating: digits, count: 6).prefix(36)
        }
        for (number, name) in names.enumerated() {
            let path = try temporary.write([7], to: name)
            let time = timespec(tv_sec: number == 0 ? 1_000_000_000 : 1_700_000_000, tv_nsec: number * 1000)
            #expect(unsafe utimensat(AT_FDCWD, path, [time, time], 0) == 0)
        }
        let dropped = try await DiskCache(directory: temporary.path).prune(downTo: 1500)
        #expect(dropped.total == DiskCache.Usage.Amount(entryCount: 4500, byteCount: 4500))
        let left = names.indices.filter { FileManager.default.fileExists(atPath: temporary.path(of: names[$0])) }
        #expect(left == Array(4500..<6000))
    }

    @Test func pruneByBytesAndByAge() async throws {
        let cache = DiskCache(directory: temporary.path)
        #expect(try await cache.prune().total.entryCount == 0)
        try await fill(cache, with: 0..<10)
        #expect(try await cache.prune(unusedFor: 998.5 * 3600).total.entryCount == 2)
        #expect(try await cache.prune(downTo: 350).total == DiskCache.Usage.Amount(entryCount: 5, byteCount: 500))
        #expect(try await present(in: cache, of: 0..<10) == [7, 8, 9])
    }

    @Test func keepNoEntryThatIsLargerThanItsShare() async throws {
        let snapshots = CacheKey.Namespace(name: "catalogs", limitShare: 0.5)
        let cache = DiskCache(directory: temporary.path, byteLimit: 1000)
        try await fill(cache, with: 0..<9)
        func store(_ byteCount: Int) async throws {
            _ = try await cache.store(
                [UInt8](repeating: 7, count: byteCount), for: CacheKey("catalog", in: snapshots))
        }
        await #expect(throws: CacheError.self) { try await store(501) }
        // To look the entries up would be to use them, a moment before the snapshot is stored.
        #expect(try await cache.usage().total.byteCount == 900)
        try await store(500)
        #expect(try await present(in: cache, of: 0..<9).count >= 4)
        let writer = try await cache.makeWriter(for: CacheKey("other", in: snapshots))
        await #expect(throws: CacheError.self) {
            try await writer.write([UInt8](repeating: 0, count: 300_000))
        }
    }

    @Test func dropEntriesBeyondTheirShareFirst() async throws {
        let cache = DiskCache(directory: temporary.path)
        try await fill(cache, with: 0..<10)
        let large = CacheKey("catalog", in: CacheKey.Namespace(name: "catalogs"))
        _ = try await cache.store([UInt8](repeating: 7, count: 5000), for: large)
        #expect(try await cache.prune(downTo: 1000).total == DiskCache.Usage.Amount(entryCount: 1, byteCount: 5000))
        #expect(try await present(in: cache, of: 0..<10) == Array(0..<10))
    }
}
