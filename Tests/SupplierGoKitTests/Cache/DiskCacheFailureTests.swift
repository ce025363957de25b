import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct DiskCacheFailureTests {
    private let temporary: TemporaryDirectory
    private let key = CacheKey("https://x.test/a.png", in: .images)

    init() throws {
        temporary = try TemporaryDirectory()
    }

    @Test(arguments: ["", "/below", "/far/below"]) func saysWhichFileIsInItsWay(_ suffix: String) async throws {
        let file = try temporary.write([1], to: "file")
        let cache = DiskCache(directory: file + suffix)
        await expectFailure(CacheError.notADirectory(path: file), of: cache)
        await #expect(throws: CacheError.notADirectory(path: file)) { try await cache.entries(for: [key]) }
        await #expect(throws: CacheError.notADirectory(path: file)) { try await cache.usage() }
        await #expect(throws: CacheError.notADirectory(path: file)) { try await cache.clear() }
        #expect(try temporary.read("file") == [1])
    }

    @Test func saysThatItsDirectoryCannotBeMade() async throws {
        let error = CacheError.failed(operation: "create", path: "/proc/suppliergo", errorNumber: ENOENT)
        let cache = DiskCache(directory: "/proc/suppliergo")
        await expectFailure(error, of: cache)
        #expect(try await cache.entries(for: [key]) == [nil])
        #expect(error.description == "the cache could not create '/proc/suppliergo': No such file or directory")
    }

    @Test func saysThatItsPathIsTooLong() async throws {
        let path = temporary.path(of: String(repeating: "x", count: 300))
        let error = CacheError.failed(operation: "create", path: path, errorNumber: ENAMETOOLONG)
        await expectFailure(error, of: DiskCache(directory: path))
    }

    @Test func saysThatAnEntryNeedsBytes() async throws {
        let cache = DiskCache(directory: temporary.path)
        await #expect(throws: CacheError.empty(path: CacheLayout(directory: temporary.path).entryPath(of: key))) {
            try await cache.store([], for: key)
        }
        #expect(try await cache.entries(for: [key]) == [nil])
        #expect(try temporary.files().filter { $0.hasPrefix("images/") }.isEmpty)
    }

    @Test func keepsTheOldEntryWhenANewOneFails() async throws {
        let cache = DiskCache(directory: temporary.path)
        let old = try await cache.store([1], for: key)
        for _ in 0..<2 {
            let writer = try await cache.makeWriter(for: key)
            try await writer.write([UInt8](repeating: 2, count: 300_000))
            // Without its temporary file nothing can be renamed.
            let name = try #require(try temporary.files().first { $0.contains(".tmp-") })
            try FileSystem.removeFile(temporary.path(of: name))
            await #expect(throws: CacheError.self) { try await writer.commit() }
            #expect(try await cache.entries(for: [key]).map { $0?.storedAt } == [old.storedAt])
            #expect(try await cache.bytes(of: old) == [1])
        }
        #expect(try !temporary.files().contains { $0.contains(".tmp-") })
    }

    @Test func storesNothingThatWasCutShortMeanwhile() async throws {
        let cache = DiskCache(directory: temporary.path)
        let writer = try await cache.makeWriter(for: key)
        try await writer.write([UInt8](repeating: 2, count: 300_000))
        let name = try #require(try temporary.files().first { $0.contains(".tmp-") })
        let file = try FileDescriptor(opening: temporary.path(of: name), O_WRONLY | O_APPEND)
        #expect(ftruncate(file.rawValue, 2) == 0)
        await #expect(throws: CacheError.missing(path: cache.files.layout.entryPath(of: key))) {
            try await writer.commit()
        }
        #expect(try await cache.entries(for: [key]) == [nil])
    }

    @Test func storesNothingForACancelledTask() async throws {
        let cache = DiskCache(directory: temporary.path)
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await cache.store([1], for: key)
        }
        await #expect(throws: CacheError.cancelled) { try await task.value }
        #expect(try temporary.files().isEmpty)
    }

    @Test(arguments: [
        (CacheError.missing(path: "/c/x.png"), "the cache's file '/c/x.png' is gone"),
        (
            CacheError.failed(operation: "write", path: "/c/x.png", errorNumber: ENOSPC),
            "the cache could not write '/c/x.png': No space left on device"
        ),
        (CacheError.notADirectory(path: "/c"), "the cache needs a directory where the file '/c' is"),
        (CacheError.notAFile(path: "/c/x.png"), "the cache needs a file where the directory '/c/x.png' is: remove it"),
        (CacheError.empty(path: "/c/x.png"), "the cache keeps no empty file '/c/x.png'"),
        (CacheError.tooLarge(path: "/c/x.png"), "'/c/x.png' is too large for the cache"),
    ])
    func saysWhatHappened(_ error: CacheError, _ sentence: String) {
        #expect(String(describing: error) == sentence)
    }

    private func expectFailure(_ error: CacheError, of cache: DiskCache) async {
        await #expect(throws: error) { try await cache.store([1], for: key) }
        await #expect(throws: error) { try await cache.makeWriter(for: key) }
    }
}
