import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// A limit of 256 MiB: each process counts a mebibyte in advance.
@Suite struct UsageCountTests {
    private static let mebibyte = 1 << 20

    private let temporary: TemporaryDirectory

    init() throws {
        temporary = try TemporaryDirectory()
        try temporary.write([7, 7, 7], to: entry)
    }

    private let entry = "images/00/" + String(repeating: "0", count: 38) + ".png"

    private func makeCount(limit: Int = 256 << 20) -> UsageCount {
        UsageCount(of: CacheLayout(directory: temporary.path), limit: limit)
    }

    /// Sets the count to what is there.
    private func walk() throws { _ = try makeCount().prune(downTo: 256 << 20, unusedSince: nil) }

    @Test func isUnknownAtFirst() throws {
        #expect(try makeCount().count() == nil)
    }

    @Test func isSetByAWalk() throws {
        try walk()
        #expect(try makeCount().count() == 3)
    }

    @Test func walksWhereItIsUnknown() throws {
        let count = makeCount()
        try count.add(3)
        #expect(try count.count() == 3)
    }

    @Test func walksWhereItIsImpossible() throws {
        for total in [UInt64(Int64.max), UInt64(Int64.max) - 5, 1 << 63, .max] {
            let record = [2] + [total, 0].bytes
            try temporary.write(CraftedRecord.sealed(record), to: CacheLayout.usage)
            let count = makeCount(limit: 1000)
            try count.add(3)
            #expect(try count.count() == 3)
        }
    }

    @Test func countsABatchInAdvanceAndStoresFromThat() throws {
        try walk()
        let count = makeCount()
        try count.add(10)
        #expect(try makeCount().count() == 3 + 10 + Self.mebibyte)
        try count.add(Self.mebibyte)
        #expect(try makeCount().count() == 3 + 10 + Self.mebibyte)
        try count.add(1)
        #expect(try makeCount().count() == 3 + 11 + 2 * Self.mebibyte)
    }

    @Test func countsExactlyWhereTheLimitIsSmall() throws {
        try walk()
        let count = makeCount(limit: 1000)
        try count.add(10)
        #expect(try count.count() == 13)
        try count.add(-10)
        #expect(try count.count() == 3)
    }

    @Test func takesAwayWhatIsLeftInTheEnd() throws {
        try walk()
        do {
            let count = makeCount()
            try count.add(10)
            try count.add(20)
        }
        #expect(try makeCount().count() == 33)
    }

    @Test func takesNothingAwayAfterAWalkOfAnother() throws {
        try walk()
        do {
            let count = makeCount()
            try count.add(10)
            try walk()
        }
        #expect(try makeCount().count() == 3)
    }

    @Test func takesAwayWhatIsRemoved() throws {
        try walk()
        let count = makeCount()
        try count.add(10 * Self.mebibyte)
        try count.add(-4 * Self.mebibyte)
        #expect(try makeCount().count() == 3 + 7 * Self.mebibyte)
    }

    @Test func makesNoFileInACacheThatWasCleared() throws {
        try walk()
        do {
            let count = makeCount()
            try count.add(10)
            try FileManager.default.removeItem(atPath: temporary.path(of: CacheLayout.usage))
        }
        #expect(try temporary.files() == [entry])
    }

    @Test(arguments: [[], [1, 2, 3], [UInt8](repeating: 0, count: 24), [UInt8](repeating: 0xff, count: 400)])
    func isUnknownWhereItIsDamaged(_ damage: [UInt8]) throws {
        try temporary.write(damage, to: CacheLayout.usage)
        #expect(try makeCount().count() == nil)
        try walk()
        #expect(try makeCount().count() == 3)
    }
}
