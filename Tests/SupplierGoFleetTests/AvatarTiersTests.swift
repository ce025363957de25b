import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

/// What becomes of an avatar, by what the cache has, what the store has, and what its server answers.
@Suite(.timeLimit(.minutes(1)))
struct AvatarTiersTests {
    enum Local: String, Sendable, CaseIterable {
        case none, fresh, stale
    }

    enum Remote: String, Sendable, CaseIterable {
        case none, fresh
        /// Stale, but newer than what the cache has, and older.
        case newer, older
        case broken, failing
    }

    /// The answers of an avatar's server, in the order of the table's columns.
    enum Origin: String, Sendable, CaseIterable {
        case ok, unchanged, gone, noStore, failing
    }

    /// A row: for each answer how it ends, what the cache has then and what the store has.
    ///
    /// It ends with the image of the (N)etwork, the (C)ache or the s(T)ore, one that is (R)evalidated or (S)tale, a
    /// (M)issing one, or a (F)ailure. There is nothing (0), the image that the cache had (1), the store's (2), the
    /// server's (3) or the broken object (x).
    static let rows: [(Local, Remote, String)] = [
        (.none, .none, "N33 F00 M00 N00 F00"), (.none, .fresh, "T22 T22 T22 T22 T22"),
        (.none, .newer, "N33 R22 M00 N00 S22"), (.none, .older, "N33 R22 M00 N00 S22"),
        (.none, .broken, "N33 F0x M00 N00 F0x"), (.none, .failing, "N32 F02 M02 N02 F02"),
        (.stale, .none, "N33 R11 M00 N00 S10"), (.stale, .fresh, "T22 T22 T22 T22 T22"),
        (.stale, .newer, "N33 R22 M00 N00 S22"), (.stale, .older, "N33 R11 M00 N00 S12"),
        (.stale, .broken, "N33 R11 M00 N00 S1x"), (.stale, .failing, "N32 R12 M02 N02 S12"),
        (.fresh, .none, "C10 C10 C10 C10 C10"), (.fresh, .fresh, "C12 C12 C12 C12 C12"),
        (.fresh, .newer, "C12 C12 C12 C12 C12"), (.fresh, .older, "C12 C12 C12 C12 C12"),
        (.fresh, .broken, "C1x C1x C1x C1x C1x"), (.fresh, .failing, "C12 C12 C12 C12 C12"),
    ]

    /// The rows without a cache.
    static let rowsWithoutCache: [(Remote, String)] = [
        (.none, "N-3 F-0 M-0 N-0 F-0"), (.fresh, "T-2 T-2 T-2 T-2 T-2"), (.newer, "N-3 R-2 M-0 N-0 S-2"),
        (.broken, "N-3 F-x M-0 N-0 F-x"), (.failing, "N-2 F-2 F-2 N-2 F-2"),
    ]

    /// The rows of a fresh avatar in the cache, if the store is to be filled. A broken object of the right size is not
    /// read.
    static let rowsOfFilling: [(Remote, String)] = [
        (.none, "C11 C11 C11 C11 C11"), (.fresh, "C12 C12 C12 C12 C12"), (.newer, "C12 C12 C12 C12 C12"),
        (.older, "C11 C11 C11 C11 C11"), (.broken, "C1x C1x C1x C1x C1x"), (.failing, "C12 C12 C12 C12 C12"),
    ]

    private let fleet: FleetSetting
    private let stale = ["Cache-Control: max-age=60", "ETag: \"a\"", "Last-Modified: {-90000}"]
    private let fresh = ["Cache-Control: max-age=900", "ETag: \"a\""]

    init() throws {
        fleet = try FleetSetting()
    }

    @Test func theTableIsWhole() {
        #expect(Set(Self.rows.map { "\($0.0) \($0.1)" }).count == Local.allCases.count * Remote.allCases.count)
    }

    @Test(arguments: rows, [AvatarOutcome.Delivery.bytes, .files])
    func asksTheTiersInTheirOrder(row: (Local, Remote, String), delivery: AvatarOutcome.Delivery) async throws {
        var ends: [String] = []
        for origin in Origin.allCases {
            let cache: MemoryCache =
                switch row.0 {
                case .none: MemoryCache()
                case .fresh: MemoryCache([fleet.key(1): Records.png(1)], response: fleet.response(1, fresh, age: 100))
                case .stale: MemoryCache([fleet.key(1): Records.png(1)], response: fleet.response(1, stale, age: 200))
                }
            ends.append(try await end(cache, row.1, origin, delivery))
        }
        #expect(ends.joined(separator: " ") == row.2, "\(row.0) \(row.1)")
    }

    @Test(arguments: rowsWithoutCache, [AvatarOutcome.Delivery.bytes, .files])
    func doesWithoutACache(row: (Remote, String), delivery: AvatarOutcome.Delivery) async throws {
        var ends: [String] = []
        for origin in Origin.allCases { ends.append(try await end(nil, row.0, origin, delivery)) }
        // Without its bytes, nothing tells that an object is broken.
        let isUnseen = row.0 == .broken && delivery == .files
        #expect(ends.joined(separator: " ") == (isUnseen ? "N-3 F-x M-0 N-0 S-x" : row.1), "\(row.0)")
    }

    @Test(arguments: rowsOfFilling, [AvatarOutcome.Delivery.bytes, .files])
    func fillsTheStore(row: (Remote, String), delivery: AvatarOutcome.Delivery) async throws {
        var ends: [String] = []
        for origin in Origin.allCases {
            let cache = MemoryCache([fleet.key(1): Records.png(1)], response: fleet.response(1, fresh, age: 100))
            ends.append(try await end(cache, row.0, origin, delivery, fillsStore: true))
        }
        #expect(ends.joined(separator: " ") == row.1, "\(row.0)")
    }

    private func end(
        _ cache: MemoryCache?, _ remote: Remote, _ origin: Origin, _ delivery: AvatarOutcome.Delivery,
        fillsStore: Bool = false
    ) async throws -> String {
        prepare(remote, origin)
        let loader = fleet.loader(try fleet.store(isFilled: fillsStore), cache: cache)
        let outcome = try #require(await fleet.outcomes(loader, fleet.suppliers(1..<2), delivering: delivery).first)
        fleet.server.setFault(nil)
        let stored = fleet.server.objects[fleet.name(1)]
        let kept = cache.map { content(of: $0[fleet.key(1)]) } ?? "-"
        let isWhole = stored.map { object in
            AvatarObject.entry(for: fleet.key(1), byteCount: object.bytes.count, object.fields)?.checksum
                == XXH64.hash(of: object.bytes.span)
        }
        let letter = letter(outcome.result)
        #expect((letter == "M" && remote != .failing) == (fleet.server.objects[fleet.missingName(1)] != nil))
        // Also of what is gone.
        let isPut = fillsStore || "NR".contains(letter) || origin == .gone && letter != "C"
        #expect((outcome.storeError != nil) == (remote == .failing && isPut))
        if case .loaded = outcome.result {
            let shown = content(of: outcome.supplier.avatar?.bytes)
            #expect(delivery == .files && kept != "0" ? shown == "0" : "123".contains(shown))
            if case .bytes = delivery, letter == "N" { #expect(shown == "3") }
        }
        return letter + kept + (isWhole == false ? "x" : content(of: stored?.bytes))
    }

    private func prepare(_ remote: Remote, _ origin: Origin) {
        fleet.server.setObject(nil, named: fleet.missingName(1))
        let words = fleet.response(1, remote == .fresh ? fresh : stale, age: remote == .older ? 300 : 100)
        fleet.putObject(1, Records.png(2), words)
        switch remote {
        case .none: fleet.server.setObject(nil, named: fleet.name(1))
        case .broken:
            var object = fleet.server.objects[fleet.name(1)]
            object?.bytes = Array(Records.png(2).dropLast()) + [0]
            fleet.server.setObject(object, named: fleet.name(1))
        case .failing: fleet.server.setFault { _ in .error(500, code: "InternalError") }
        case .fresh, .newer, .older: break
        }
        fleet.answer.withLock { answer in
            answer = { _ in
                switch origin {
                case .ok: .ok(Records.png(3), fields: ["Cache-Control": "max-age=60"])
                case .unchanged: .status(304, fields: ["ETag": "\"a\"", "Cache-Control": "max-age=60"])
                case .gone: .status(404)
                case .noStore: .ok(Records.png(3), fields: ["Cache-Control": "no-store"])
                case .failing: .status(500)
                }
            }
        }
    }

    private func letter(_ result: AvatarOutcome.Result) -> String {
        switch result {
        case .none: "?"
        case .failed(.missing): "M"
        case .failed: "F"
        case .loaded(let avatar):
            switch avatar.source {
            case .network: "N"
            case .file: "?"
            case .cache: "C"
            case .store: "T"
            case .revalidated: "R"
            case .stale: "S"
            }
        }
    }

    private func content(of bytes: [UInt8]?) -> String {
        guard let bytes else { return "0" }
        return (1...3).first { Records.png($0) == bytes }.map(String.init) ?? "x"
    }
}
