import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct DiskCacheTests {
    private let temporary: TemporaryDirectory
    private let cache: DiskCache
    private let key = CacheKey("https://x.test/a.png", in: .images)

    init() throws {
        (temporary, cache) = try DiskCache.temporary()
    }

    @Test func holdsNothingBeforeItIsMade() async throws {
        #expect(try await cache.entries(for: [key]) == [nil])
        #expect(try temporary.files().isEmpty)
    }

    @Test func findsWhatItStored() async throws {
        let stored = try await cache.store([1, 2, 3], for: key)
        #expect(try await cache.entries(for: [key]) == [stored])
        #expect(stored.byteCount == 3)
        #expect(abs(stored.storedAt.timeIntervalSinceNow) < 60)
        #expect(try await cache.bytes(of: stored) == [1, 2, 3])
    }

    @Test func keepsTheBytesInAFileThatAnyViewerOpens() async throws {
        let stored = try await cache.store([1, 2, 3], for: key)
        #expect(stored.file == cache.directory + "/" + key.path + ".png")
        #expect(try temporary.read("cache/" + key.path + ".png") == [1, 2, 3])
    }

    @Test func marksItsDirectoryAsACache() async throws {
        _ = try await cache.store([1], for: key)
        let tag = String(decoding: try temporary.read("cache/CACHEDIR.TAG"), as: UTF8.self)
        #expect(tag.hasPrefix("Signature: 8a477f597d28d172789f06886806bc55\n"))
    }

    @Test func leavesADirectoryOfOtherThingsUnmarked() async throws {
        try temporary.write([1], to: "cache/letter.txt")
        _ = try await cache.store([1], for: key)
        #expect(try !temporary.files().contains("cache/CACHEDIR.TAG"))
    }

    @Test func isPrivateToItsUser() async throws {
        _ = try await cache.store([1], for: key)
        let manager = FileManager.default
        for subpath in try manager.subpathsOfDirectory(atPath: temporary.path) {
            let status = try #require(try FileSystem.status(of: temporary.path(of: subpath)))
            #expect(status.permissions == (status.kind == .directory ? 0o700 : 0o600), "\(subpath)")
        }
    }

    @Test func answersInTheOrderOfTheKeys() async throws {
        let keys = (0..<300).map { CacheKey("https://x.test/\($0)", in: .images) }
        for (number, key) in keys.enumerated() where number % 3 == 0 {
            _ = try await cache.store([UInt8(number % 256)], for: key)
        }
        let entries = try await cache.entries(for: keys)
        #expect(entries.map { $0 != nil } == keys.indices.map { $0 % 3 == 0 })
        for (number, entry) in entries.enumerated() {
            guard let entry else { continue }
            #expect(entry.key == keys[number])
            #expect(try await cache.bytes(of: entry) == [UInt8(number % 256)])
        }
    }

    @Test func keepsNamespacesApart() async throws {
        let other = CacheKey(key.text, in: .init(name: "others"))
        _ = try await cache.store([1], for: key)
        #expect(try await cache.entries(for: [other, key]).map { $0?.byteCount } == [nil, 1])
    }

    @Test func replacesWhatWasThere() async throws {
        let old = try await cache.store([1], for: key)
        let new = try await cache.store([2, 3], for: key)
        #expect(try await cache.entries(for: [key]) == [new])
        #expect(try await cache.bytes(of: new) == [2, 3])
        await #expect(throws: CacheError.missing(path: old.file ?? "")) { try await cache.bytes(of: old) }
    }

    @Test(arguments: ["https://x.test/a.png", "https://x.test/a.jpg?size=2", "https://x.test/a", ""])
    func keepsOneFileOfAKeyWhateverIsStored(_ text: String) async throws {
        let key = CacheKey(text, in: .images)
        for kind in ImageHeader.Kind.allCases {
            // Another process knows nothing of what this one has seen.
            let cache = DiskCache(directory: cache.directory)
            let stored = try await cache.store(Array(kind.rawValue.utf8), for: key)
            #expect(try await cache.entries(for: [key]) == [stored])
        }
        let files = try temporary.files().filter { $0.hasPrefix("cache/images/") }
        #expect(files == ["cache/" + key.path + key.fileSuffix])
    }

    @Test func takesALinkForItsDirectory() async throws {
        let manager = FileManager.default
        try manager.createDirectory(atPath: temporary.path(of: "real"), withIntermediateDirectories: false)
        try manager.createSymbolicLink(
            atPath: cache.directory, withDestinationPath: temporary.path(of: "real"))
        let stored = try await cache.store([1], for: key)
        #expect(try await cache.bytes(of: stored) == [1])
    }

    @Test func recoversWhenItsDirectoryIsRemoved() async throws {
        for _ in 0..<3 {
            let stored = try await cache.store([1], for: key)
            #expect(try await cache.entries(for: [key]) == [stored])
            try FileManager.default.removeItem(atPath: cache.directory)
            #expect(try await cache.entries(for: [key]) == [nil])
        }
    }

    @Test func leavesNoTemporaryFileBehind() async throws {
        try await withThrowingTaskGroup(of: Void.self) { [cache] group in
            for number in 0..<200 {
                group.addTask {
                    let key = CacheKey("https://x.test/\(number % 20).png", in: .images)
                    _ = try await cache.store([UInt8(number)], for: key)
                }
            }
            try await group.waitForAll()
        }
        #expect(try !temporary.files().contains { $0.contains(".tmp-") })
        #expect(try temporary.files().filter { $0.hasPrefix("cache/images/") }.count == 20)
    }
}

extension CacheKey.Namespace {
    /// Entries of several kinds.
    static let images = CacheKey.Namespace(name: "images")
}
