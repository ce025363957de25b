import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct WriterSweepTests {
    private let temporary: TemporaryDirectory
    private let layout: CacheLayout
    private let deadName = "00000000deadbeef"

    init() throws {
        temporary = try TemporaryDirectory()
        layout = CacheLayout(directory: temporary.path)
    }

    @Test func removesWhatADeadWriterLeft() throws {
        try temporary.write([], to: "writers/" + deadName)
        try temporary.write([1], to: "images/00/.tmp-\(deadName)-1")
        try temporary.write([1], to: "images/ff/.tmp-\(deadName)-2")
        try temporary.write([1], to: ".tmp-\(deadName)-0")
        try WriterLease.Sweep(of: layout).run()
        #expect(try temporary.files().isEmpty)
    }

    @Test func sparesTheFilesOfTheLiving() throws {
        try temporary.write([], to: "writers/" + deadName)
        let lease = try WriterLease.enter(layout)
        let path = "images/00/" + lease.nextTemporaryName()
        let file = try temporary.write([1], to: path)
        // A writer may wait for its server for long.
        let date = Date(timeIntervalSinceNow: -25 * 60 * 60)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
        try WriterLease.Sweep(of: layout).run()
        #expect(try temporary.files() == ["CACHEDIR.TAG", path, "writers/" + lease.name])
    }

    @Test func removesFilesOfUnknownWritersWhenTheyAreADayOld() throws {
        try temporary.write([], to: "writers/" + deadName)
        let old = try temporary.write([1], to: "images/00/.tmp-1111111111111111-1")
        try temporary.write([1], to: "images/00/.tmp-2222222222222222-1")
        let date = Date(timeIntervalSinceNow: -25 * 60 * 60)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: old)
        try WriterLease.Sweep(of: layout).run()
        #expect(try temporary.files() == ["images/00/.tmp-2222222222222222-1"])
    }

    @Test func touchesNothingThatIsNotNamedLikeItsOwn() throws {
        try temporary.write([], to: "writers/" + deadName)
        let foreign = [
            "Images/00/.tmp-\(deadName)-1", "images/000/.tmp-\(deadName)-1", "images/00/.tmp-\(deadName)",
            "images/00/deadbeef.png", "images/00/sub/.tmp-\(deadName)-1", "writers/note.txt",
        ].sorted()
        for path in foreign { try temporary.write([1], to: path) }
        try WriterLease.Sweep(of: layout).run()
        #expect(try temporary.files() == foreign)
    }

    @Test func walksOnlyWhereAWriterDied() throws {
        try temporary.write([1], to: "images/00/.tmp-\(deadName)-1")
        try WriterLease.Sweep(of: layout).run()
        #expect(try temporary.files() == ["images/00/.tmp-\(deadName)-1"])
    }

    @Test func letsNobodyTakeTheNameOfADeadWriterBeforeItIsDone() throws {
        let path = try temporary.write([], to: "writers/" + deadName)
        let sweep = try WriterLease.Sweep(of: layout)
        #expect(try LockFile.acquire(path) == nil)
        try sweep.run()
        #expect(try LockFile.acquire(path) != nil)
    }

    @Test func leavesToALaterSweepWhatWouldHoldTooManyFiles() throws {
        for number in 100..<140 { try temporary.write([], to: "writers/0000000000000\(number)") }
        for left in [24, 8, 0] {
            try WriterLease.Sweep(of: layout).run()
            #expect(try temporary.files().count == left)
        }
    }

    @Test func comesWithTheFirstStore() async throws {
        try temporary.write([], to: "writers/" + deadName)
        try temporary.write([1], to: "images/00/.tmp-\(deadName)-1")
        let cache = DiskCache(directory: temporary.path)
        _ = try await cache.store([1], fileExtension: "png", for: CacheKey("key", in: .images))
        #expect(try !temporary.files().contains { $0.contains(deadName) })
    }

    @Test func findsNoTraceOfAWriterThatLeft() throws {
        do {
            let lease = try WriterLease.enter(layout)
            #expect(try temporary.files() == ["CACHEDIR.TAG", "writers/" + lease.name])
        }
        #expect(try temporary.files() == ["CACHEDIR.TAG"])
    }
}
