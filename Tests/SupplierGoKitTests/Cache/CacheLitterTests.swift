import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// What killed processes left in a cache.
@Suite struct CacheLitterTests {
    private static let temporaryName = ".tmp-00000000deadbeef-1"

    private let temporary: TemporaryDirectory
    private let cache: DiskCache
    private let key = CacheKey("https://x.test/a.png", in: .images)

    init() throws {
        temporary = try TemporaryDirectory()
        cache = DiskCache(directory: temporary.path)
    }

    /// Writes files that were last touched some minutes ago.
    private func write(_ names: [String], minutesAgo: Double) throws {
        for name in names {
            try temporary.write([1], to: name)
            try setTimes(of: name, minutesAgo: minutesAgo)
        }
    }

    private func setTimes(of name: String, minutesAgo: Double) throws {
        let date = Date(timeIntervalSinceNow: -minutesAgo * 60)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: temporary.path(of: name))
    }

    /// The files that are neither the tag nor the one that is locked for walks.
    private func otherFiles() throws -> [String] {
        try temporary.files().filter { $0 != CacheLayout.tag && $0 != CacheLayout.walk }
    }

    @Test(arguments: [true, false]) func goesWithAWalk(isStored: Bool) async throws {
        let record = "images/00/.record-" + String(repeating: "0a", count: 18) + ".png"
        try write(
            [Self.temporaryName, "images/00/" + Self.temporaryName, "failures/ff/" + Self.temporaryName, record],
            minutesAgo: 1441)
        if isStored { _ = try await cache.store([1], for: key) } else { try await cache.prune() }
        #expect(try otherFiles() == (isStored ? [key.path + ".png"] : []))
    }

    /// A writer may wait for its server for long.
    @Test func isNoneForADay() async throws {
        let writer = try await cache.makeWriter(for: key)
        try await writer.write([UInt8](repeating: 7, count: 300_000))
        let name = try #require(try otherFiles().first)
        try setTimes(of: name, minutesAgo: 1439)
        try await cache.prune()
        try await DiskCache(directory: temporary.path).prune()
        try await DiskCache(directory: temporary.path).clear()
        #expect(try otherFiles() == [name])
        #expect(try await writer.commit().byteCount == 300_000)
    }

    @Test func isNoneIfItIsNotNamedSo() async throws {
        let foreign = [
            "Images/00/" + Self.temporaryName, "images/000/" + Self.temporaryName, "images/00/.tmp-00000000deadbeef",
            "images/00/deadbeef.png", "images/00/sub/" + Self.temporaryName, "USAGE", "writers/0123456789abcdef",
            "objects/ba/7816bf8f01cfea414140de5dae2223b00361a3",
        ]
        try write(foreign, minutesAgo: 3000)
        try await cache.prune()
        try await cache.clear()
        #expect(try otherFiles() == foreign.sorted())
    }

    @Test func goesWithAllElseWhenTheCacheIsCleared() async throws {
        _ = try await cache.store([1], for: key)
        try write([Self.temporaryName, "images/00/" + Self.temporaryName], minutesAgo: 1441)
        #expect(try await cache.clear().total.entryCount == 1)
        #expect(try temporary.files().isEmpty)
    }
}
