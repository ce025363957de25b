import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// Each process has a cache of its own in the same directory.
@Suite struct CacheLimitTests {
    private static let day: TimeInterval = 24 * 60 * 60

    private let temporary: TemporaryDirectory

    init() throws {
        temporary = try TemporaryDirectory()
    }

    private func process(limit: Int) -> DiskCache { DiskCache(directory: temporary.path, byteLimit: limit) }

    private func store(_ byteCount: Int, as number: Int, in cache: DiskCache) async throws {
        let key = CacheKey("https://x.test/\(number).png", in: .images)
        _ = try await cache.store([UInt8](repeating: 7, count: byteCount), for: key)
    }

    private func held() async throws -> Int { try await process(limit: 0).usage().total.byteCount }

    /// Sets when the cache was last walked through, and how much room there was.
    private func setWalk(_ date: Date, limit: Int = 10_000, room: Int = 1000) throws {
        let words = [UInt64(bitPattern: date.microseconds), UInt64(limit), UInt64(room)]
        try temporary.write(words.bytes, to: CacheLayout.walk)
    }

    @Test(arguments: [(processes: 100, share: 100), (1000, 1000), (30, 11)], [0, 50, 100])
    func leavesATenthMoreAtMostAfterManyProcesses(_ run: (processes: Int, share: Int), percent: Int) async throws {
        let limit = 100_000
        let large = process(limit: limit)
        for number in 0..<percent { try await store(limit / 100, as: -1 - number, in: large) }
        for number in 0..<run.processes {
            try await store(limit / run.share, as: number, in: process(limit: limit))
            guard number.isMultiple(of: max(1, run.processes / 100)) else { continue }
            #expect(try await held() <= limit * 11 / 10)
        }
        #expect(try await held() >= min(limit * 4 / 5, percent * limit / 100 + run.processes * limit / run.share))
    }

    @Test func leavesATenthMoreForEachOfTwoProcessesAtOnce() async throws {
        let limit = 100_000
        let processes = [process(limit: limit), process(limit: limit)]
        for number in 0..<600 {
            try await store(limit / 170, as: number, in: processes[number % 2])
            #expect(try await held() <= limit * 12 / 10)
        }
    }

    @Test(arguments: [-25 * 3600, -23 * 3600, 0, 3600] as [TimeInterval])
    func walksBeforeItFirstStoresUnlessSomebodyHasForADay(_ walkedAt: TimeInterval) async throws {
        for number in 0..<20 { try await store(1000, as: number, in: process(limit: 1 << 30)) }
        try setWalk(.now + walkedAt)
        try await store(10, as: 20, in: process(limit: 10_000))
        #expect(try await held() == (-Self.day...0 ~= walkedAt ? 20_010 : 8010))
    }

    @Test func walksIfNobodyIsKnownToHave() async throws {
        for number in 0..<20 { try await store(1000, as: number, in: process(limit: 1 << 30)) }
        try FileSystem.removeFile(temporary.path(of: CacheLayout.walk))
        try await store(10, as: 20, in: process(limit: 10_000))
        #expect(try await held() == 8010)
    }

    @Test func holdsAnotherLimitAtOnce() async throws {
        for number in 0..<20 { try await store(1000, as: number, in: process(limit: 1 << 30)) }
        for limit in [15_000, 10_000, 1 << 30, 5000] {
            try await store(10, as: 20, in: process(limit: limit))
            #expect(try await held() <= limit)
        }
    }

    @Test(arguments: [1000, 3000]) func walksOnceThereWasNoMoreRoom(_ room: Int) async throws {
        let cache = process(limit: 10_000)
        try await store(10, as: -1, in: cache)
        for number in 0..<20 { try await store(1000, as: number, in: process(limit: 1 << 30)) }
        try setWalk(.now, room: room)
        let end = 20 + room / 100
        for number in 20..<end - 1 {
            try await store(100, as: number, in: cache)
            #expect(try await held() > 20_000)
        }
        for number in end - 1..<end + 1 { try await store(100, as: number, in: cache) }
        #expect(try await held() <= 10_000)
    }

    @Test(arguments: [0, 30, 60, 95], [10, 400, 600, 900])
    func notesTheRoomThatAWalkHasFound(_ heldCount: Int, _ byteCount: Int) async throws {
        for number in 0..<heldCount { try await store(10, as: number, in: process(limit: 1 << 30)) }
        try FileSystem.removeFile(temporary.path(of: CacheLayout.walk))
        let cache = process(limit: 1000)
        for number in 1000..<1010 {
            try await store(byteCount, as: number, in: cache)
            #expect(try await held() <= 1100)
        }
    }

    /// A walk reads every file's status.
    @Test func walksRarelyIfLittleIsStored() async throws {
        for number in 0..<20 { try await store(1000, as: number, in: process(limit: 1 << 30)) }
        try setWalk(.now)
        for number in 20..<70 { try await store(1, as: number, in: process(limit: 10_000)) }
        #expect(try await held() == 20_050)
    }

    @Test func waitsForNoProcessThatIsStoppedInAWalk() async throws {
        try FileSystem.makeDirectories(temporary.path(of: CacheLayout.locks))
        let path = temporary.path(of: CacheLayout.walk)
        let lock = try FileDescriptor(opening: path, O_RDWR | O_CREAT, permissions: 0o600)
        try #require(try lock.tryLock())
        let cache = process(limit: 10_000)
        for number in 0..<300 {
            try await store(100, as: number, in: cache)
            #expect(try await held() <= 12_000)
        }
        withExtendedLifetime(lock) {}
    }

    @Test(arguments: [[], [1, 2, 3], [UInt8](repeating: 255, count: 100)])
    func takesNoNoticeOfADamagedCount(_ content: [UInt8]) async throws {
        for number in 0..<30 {
            try await store(1000, as: number, in: process(limit: 10_000))
            try temporary.write(content, to: CacheLayout.walk)
        }
        #expect(try await held() <= 11_000)
    }
}
