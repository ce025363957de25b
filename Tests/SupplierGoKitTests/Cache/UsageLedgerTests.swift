import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct UsageLedgerTests {
    private let temporary: TemporaryDirectory

    init() throws {
        temporary = try TemporaryDirectory()
        try makeLedger().change { _ in 0 }
    }

    private func makeLedger() -> UsageLedger { UsageLedger(in: temporary.path) }

    @Test func addsAheadAndGoesOnFromThat() throws {
        let ledger = makeLedger()
        #expect(try ledger.add(10, ahead: 100, within: 1000) == 110)
        #expect(try ledger.take(60))
        #expect(try !ledger.take(60))
        #expect(try ledger.take(40))
        #expect(try makeLedger().count() == 110)
    }

    @Test func addsNothingAheadBeyondTheLimit() throws {
        let ledger = makeLedger()
        #expect(try ledger.add(10, ahead: 100, within: 109) == 10)
        #expect(try !ledger.take(1))
    }

    @Test func givesBackInTheEndWhatItAddedAhead() throws {
        do {
            let ledger = makeLedger()
            _ = try ledger.add(10, ahead: 100, within: 1000)
            #expect(try ledger.take(30))
        }
        #expect(try makeLedger().count() == 40)
    }

    @Test func hasNothingAheadAfterAWalkOfAnother() throws {
        do {
            let ledger = makeLedger()
            _ = try ledger.add(10, ahead: 100, within: 1000)
            try makeLedger().change(isWalk: true) { _ in 7 }
            #expect(try !ledger.take(1))
            #expect(try ledger.add(1, ahead: 0, within: 1000) == 8)
        }
        #expect(try makeLedger().count() == 8)
    }

    @Test func addsWhatItTookSinceItLastLookedWhereAWalkHasComeBetween() throws {
        let ledger = makeLedger()
        _ = try ledger.add(10, ahead: 100, within: 1000)
        #expect(try ledger.take(20))
        try makeLedger().change(isWalk: true) { _ in 7 }
        #expect(try ledger.take(30))
        #expect(try ledger.add(1, ahead: 0, within: 1000) == 58)
        #expect(try ledger.add(1, ahead: 0, within: 1000) == 59)
    }

    @Test func addsThatInTheEndAsWell() throws {
        do {
            let ledger = makeLedger()
            _ = try ledger.add(10, ahead: 100, within: 1000)
            #expect(try ledger.take(30))
            try makeLedger().change(isWalk: true) { _ in 7 }
        }
        #expect(try makeLedger().count() == 37)
    }

    @Test func looksAgainForAWalkAfterALot() throws {
        let ledger = makeLedger()
        _ = try ledger.add(10, ahead: 100, within: 1000)
        #expect(try ledger.take(1))
        try makeLedger().change(isWalk: true) { _ in 7 }
        var count = 1
        while count < 100, try ledger.take(1) { count += 1 }
        #expect(count == 16)
    }

    @Test func makesNoFileInACacheThatWasCleared() throws {
        do {
            let ledger = makeLedger()
            _ = try ledger.add(10, ahead: 100, within: 1000)
            try FileManager.default.removeItem(atPath: temporary.path(of: CacheLayout.ledger))
        }
        #expect(try temporary.files() == [])
    }

    @Test func hasNothingAheadOnceTheFileIsGone() throws {
        let ledger = makeLedger()
        _ = try ledger.add(10, ahead: 100, within: 1000)
        try FileManager.default.removeItem(atPath: temporary.path(of: CacheLayout.ledger))
        #expect(try !ledger.take(1))
        #expect(try ledger.add(1, ahead: 0, within: 1000) == nil)
    }
}
