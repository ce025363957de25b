import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct EntryWriterTests {
    private let temporary: TemporaryDirectory
    private let cache: DiskCache
    private let key = CacheKey("https://x.test/catalog", in: .init(name: "catalogs"))

    init() throws {
        (temporary, cache) = try DiskCache.temporary()
    }

    @Test(arguments: [1, 1000, 100_000, 300_000]) func keepsItsChunksInOrder(_ size: Int) async throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 5) }
        let writer = try await cache.makeWriter(for: key)
        for start in stride(from: 0, to: size == 1 ? 5000 : bytes.count, by: size) {
            try await writer.write(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        let entry = try await writer.commit()
        #expect(try await cache.entries(for: [key]) == [entry])
        #expect(try await cache.bytes(of: entry) == Array(bytes[..<entry.byteCount]))
        #expect(entry.byteCount == (size == 1 ? 5000 : bytes.count))
    }

    @Test func showsNothingBeforeItIsCommitted() async throws {
        let old = try await cache.store([1], for: key)
        let writer = try await cache.makeWriter(for: key)
        try await writer.write([UInt8](repeating: 2, count: 500_000))
        #expect(try await cache.entries(for: [key]) == [old])
        #expect(try await cache.bytes(of: old) == [1])
    }

    @Test(.timeLimit(.minutes(1))) func keepsNothingWhenItIsDropped() async throws {
        func begin() async throws {
            let writer = try await cache.makeWriter(for: key)
            try await writer.write([1])
            #expect(try entryFiles().count == 1)
        }
        try await begin()
        // The thread that made the file lets go of it a moment after it has said so.
        try await poll { try entryFiles().isEmpty }
    }

    @Test func commitsNothingInACancelledTask() async throws {
        let writer = try await cache.makeWriter(for: key)
        try await writer.write([1])
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await writer.commit()
        }
        await #expect(throws: CacheError.cancelled) { try await task.value }
        #expect(try await cache.entries(for: [key]) == [nil])
    }

    @Test func lastCommitWins() async throws {
        let first = try await cache.makeWriter(for: key)
        let second = try await DiskCache(directory: cache.directory).makeWriter(for: key)
        try await first.write([1])
        try await second.write([2, 2])
        _ = try await second.commit()
        let entry = try await first.commit()
        #expect(try await cache.bytes(of: entry) == [1])
        #expect(try entryFiles().count == 1)
    }

    private func entryFiles() throws -> [String] {
        try temporary.files().filter { $0.hasPrefix("cache/catalogs/") }
    }
}
