import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct DiskCacheDamageTests {
    private let temporary: TemporaryDirectory
    private let keys = ["a", "b"].map { CacheKey("https://x.test/\($0).png", in: .images) }
    private let bytes: [[UInt8]] = [Array("the first one's bytes".utf8), Array("the second".utf8)]

    init() throws {
        temporary = try TemporaryDirectory()
    }

    /// A small cache with two entries and a failure.
    private func fill(_ cache: DiskCache) async throws {
        _ = try await cache.store(bytes[0], response: .sample(), for: keys[0])
        _ = try await cache.store(bytes[1], response: .sample(), for: keys[1])
        let failure = StoredResponse.Failure(url: "u", status: nil, reason: "r", failedAt: .now, retryAt: nil)
        try await cache.storeFailure(failure, for: CacheKey("c", in: .failures))
    }

    /// Reads all there is, whole or in chunks; whatever is read must be right.
    private func expectNothingWrong(in directory: String, inChunks: Bool) async throws -> Int {
        let cache = DiskCache(directory: directory)
        let entries = try await cache.entries(for: keys)
        _ = await cache.readableFailures(for: [CacheKey("c", in: .failures)])
        for (entry, bytes) in zip(entries, bytes) {
            guard let entry else { continue }
            do {
                #expect(try await read(entry, in: cache, inChunks: inChunks) == bytes)
            } catch let CacheError.missing(path) {
                #expect(try FileSystem.status(of: path) == nil || entry.file != path)
            }
        }
        _ = try await cache.store([1], for: CacheKey("d", in: .images))
        return try await cache.entries(for: keys).compactMap(\.self).count
    }

    private func read(_ entry: CacheEntry, in cache: DiskCache, inChunks: Bool) async throws -> [UInt8] {
        guard inChunks else { return try await cache.bytes(of: entry) }
        var read: [UInt8] = []
        for try await chunk in try await cache.chunks(of: entry) { read += chunk }
        return read
    }

    @Test(arguments: [true, false]) func neverGivesWrongBytes(usesAttributes: Bool) async throws {
        let directory = temporary.path(of: "cache")
        try await fill(DiskCache(directory: directory, usesAttributes: usesAttributes))
        // The other files are empty, and the tag is never read for an entry.
        let names = try temporary.files().filter { $0.contains("/images/") || $0.contains("/failures/") }
        #expect(names.count == (usesAttributes ? 3 : 6))
        #expect(try await expectNothingWrong(in: directory, inChunks: true) == 2)
        for name in names {
            let content = try temporary.read(name)
            let other = try temporary.read(try #require(names.first { $0 != name }))
            for index in content.indices where RandomWalk.isLong || index.isMultiple(of: 5) {
                for damage in Damage.allCases {
                    // A directory of its own for each: what was used before lets go of it whenever it likes.
                    let copy = temporary.path(of: "\(name.replacing("/", with: "_"))-\(index)-\(damage)")
                    try await fill(DiskCache(directory: copy, usesAttributes: usesAttributes))
                    let path = copy + name.dropFirst("cache".count)
                    try apply(damage, at: index, to: path, content, other)
                    _ = try await expectNothingWrong(in: copy, inChunks: index.isMultiple(of: 2))
                }
            }
        }
    }

    private enum Damage: CaseIterable {
        case flip, cut, grow, replace
    }

    /// Damages a file as a disk would, which tells no file system: the file's times stay what they were.
    private func apply(
        _ damage: Damage, at index: Int, to path: String, _ content: [UInt8], _ other: [UInt8]
    ) throws {
        var file = try FileDescriptor(opening: path, O_RDWR)
        let status = try file.status()
        guard status.byteCount > index else { return }
        switch damage {
        case .flip: try file.write([content[index] ^ 0x41], at: index)
        case .cut: #expect(ftruncate(file.rawValue, index) == 0)
        case .grow: try file.write(content[..<index] + [0] + content[index...], at: 0)
        case .replace:
            // From this byte on another file's, as long, with the attribute that there was.
            let rest = (index..<content.count).map { other.isEmpty ? 0 : other[$0 % other.count] }
            let replacement = try FileDescriptor(
                opening: path + ".new", O_RDWR | O_CREAT | O_EXCL, permissions: 0o600)
            try replacement.write(content[..<index] + rest)
            if let record = try file.attribute(EntryRecord.attribute, { bytes in bytes.indices.map { bytes[$0] } }) {
                try replacement.setAttribute(EntryRecord.attribute, record)
            }
            try FileSystem.rename(path + ".new", to: path)
            file = replacement
        }
        let (seconds, rest) = status.modifiedNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
        #expect(unsafe futimens(file.rawValue, [time, time]) == 0)
    }

    @Test(arguments: [true, false]) func takesNoOtherEntryForThisOne(usesAttributes: Bool) async throws {
        let cache = DiskCache(directory: temporary.path, usesAttributes: usesAttributes)
        try await fill(cache)
        let third = CacheKey("https://x.test/e.png", in: .images)
        let entry = try await cache.store(bytes[1], response: .sample(), for: third)
        let (own, other) = (try #require(try await cache.entries(for: keys)[0]?.file), try #require(entry.file))
        // With its time, its number and its record, as a move does.
        try FileSystem.rename(other, to: own)
        if !usesAttributes {
            let (ownRecord, record) = (try recordPath(of: own), try recordPath(of: other))
            try FileSystem.rename(record, to: ownRecord)
        }
        #expect(try await cache.entries(for: keys)[0] == nil)
    }

    private func recordPath(of file: String) throws -> String {
        let slash = try #require(file.lastIndex(of: "/"))
        return file[...slash] + CacheLayout.FileName.record(of: String(file[file.index(after: slash)...]))
    }

    @Test func takesNoFileWithADamagedAttribute() async throws {
        let cache = DiskCache(directory: temporary.path)
        try await fill(cache)
        let path = try #require(try await cache.entries(for: keys)[0]?.file)
        let file = try FileDescriptor(opening: path, O_RDWR)
        let record = try #require(
            try file.attribute(EntryRecord.attribute) { bytes in bytes.indices.map { bytes[$0] } })
        for index in record.indices {
            for damaged in [Array(record[..<index]), record[..<index] + [record[index] ^ 1] + record[(index + 1)...]] {
                try file.setAttribute(EntryRecord.attribute, damaged)
                #expect(try await cache.entries(for: keys)[0] == nil)
            }
        }
    }

    @Test(arguments: [true, false], [true, false])
    func dropsWhatIsDamagedAndFetchesItAgain(usesAttributes: Bool, inChunks: Bool) async throws {
        let cache = DiskCache(directory: temporary.path, usesAttributes: usesAttributes)
        try await fill(cache)
        let entry = try #require(try await cache.entries(for: keys)[0])
        let path = try #require(entry.file)
        let file = try FileDescriptor(opening: path, O_RDWR)
        try file.write([0], at: 3)
        await #expect(throws: CacheError.missing(path: path)) {
            try await read(entry, in: cache, inChunks: inChunks)
        }
        #expect(try await cache.entries(for: keys)[0] == nil)
        _ = try await cache.store(bytes[0], response: .sample(), for: keys[0])
        let again = try #require(try await cache.entries(for: keys)[0])
        #expect(try await cache.bytes(of: again) == bytes[0])
        #expect(again.response != nil)
    }

    /// As an editor does that writes another file and renames it.
    @Test func takesNoFileThatSomebodyPutInAnEntrysPlace() async throws {
        let cache = DiskCache(directory: temporary.path)
        try await fill(cache)
        let entry = try #require(try await cache.entries(for: keys)[0])
        let path = try #require(entry.file)
        try FileSystem.rename(temporary.write(Array("the other file's bytes".utf8), to: "other"), to: path)
        #expect(try await cache.entries(for: keys)[0] == nil)
        // As long, and behind the look.
        try FileSystem.rename(temporary.write(Array("THE FIRST ONE'S BYTES".utf8), to: "other"), to: path)
        await #expect(throws: CacheError.missing(path: path)) { try await cache.bytes(of: entry) }
        #expect(try FileSystem.status(of: path) == nil)
        let again = try await cache.store(bytes[0], response: .sample(), for: keys[0])
        #expect(try await cache.bytes(of: again) == bytes[0])
    }

    @Test func takesACopyOnlyWithItsRecords() async throws {
        for usesAttributes in [true, false] {
            let cache = DiskCache(directory: temporary.path(of: "\(usesAttributes)"), usesAttributes: usesAttributes)
            try await fill(cache)
            #expect(try await cache.entries(for: keys).map { $0?.response != nil } == [true, true])
            let copy = temporary.path(of: "copy-\(usesAttributes)")
            for name in try temporary.files() where name.hasPrefix("\(usesAttributes)/") {
                try temporary.write(try temporary.read(name), to: "copy-" + name)
            }
            let copied = try await DiskCache(directory: copy).entries(for: keys)
            #expect(copied.map { $0?.byteCount } == (usesAttributes ? [nil, nil] : bytes.map(\.count)))
            #expect(copied.allSatisfy { $0?.response == nil })
        }
    }

    @Test func keepsRecordsBesideEntriesWhereItMust() async throws {
        let cache = DiskCache(directory: temporary.path(of: "cache"), usesAttributes: false)
        let old = try await cache.store(bytes[0], response: .sample(), for: keys[0])
        let new = try await cache.refresh(old, with: .sample(etag: "\"2\""))
        #expect(try await cache.entries(for: [keys[0]]) == [new])
        let again = try await cache.store(bytes[1], response: .sample(), for: keys[0])
        #expect(try await cache.entries(for: [keys[0]]) == [again])
        try await cache.clear()
        #expect(try !temporary.files().contains { $0.hasPrefix("cache/images/") })
    }

    @Test func leavesDirectoriesOfOthers() async throws {
        let cache = DiskCache(directory: temporary.path(of: "cache"))
        try FileSystem.makeDirectories(temporary.path(of: "cache/photos"))
        try await fill(cache)
        try await cache.clear()
        #expect(try FileSystem.status(of: temporary.path(of: "cache/photos")) != nil)
        #expect(try FileSystem.status(of: temporary.path(of: "cache/images")) == nil)
    }

    @Test func dropsRecordsWithoutAnEntry() async throws {
        let cache = DiskCache(directory: temporary.path(of: "cache"), usesAttributes: false)
        try await fill(cache)
        let path = try #require(try await cache.entries(for: keys)[0]?.file)
        try FileSystem.removeFile(path)
        try await cache.prune()
        #expect(try FileSystem.status(of: recordPath(of: path)) == nil)
        #expect(try await cache.entries(for: keys)[1]?.response != nil)
        let other = try #require(try await cache.entries(for: keys)[1]?.file)
        try FileSystem.removeFile(other)
        try await cache.clear()
        #expect(try FileSystem.status(of: recordPath(of: other)) == nil)
    }

    /// A record as the program wrote it before, of version 3.
    @Test func fetchesEntriesWithRecordsOfEarlierVersionsAgain() async throws {
        let cache = DiskCache(directory: temporary.path(of: "cache"))
        try await fill(cache)
        for (key, bytes) in zip(keys, bytes) {
            let owner = EntryRecord.Owner(key, byteCount: bytes.count)
            let record = [3, 0] + [UInt8](repeating: 4, count: 8) + [10]
            let seal = XXH64.hash(of: record.span, seed: owner.seed)
            let file = try FileDescriptor(opening: cache.files.layout.entryPath(of: key), O_RDWR)
            try file.setAttribute(
                EntryRecord.attribute, record + (0..<4).map { UInt8(truncatingIfNeeded: seal >> (8 * $0)) })
        }
        #expect(try await cache.entries(for: keys) == [nil, nil])
        let stored = try await cache.store(bytes[1], response: .sample(), for: keys[1])
        #expect(try await cache.entries(for: keys) == [nil, stored])
        try await cache.clear()
        #expect(try !temporary.files().contains { $0.hasPrefix("cache/images") })
    }
}
