import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

/// Avatars of a server that sends responses which nobody asked for.
@Suite(.timeLimit(.minutes(1)))
struct SuspectAvatarsTests {
    private let fleet: FleetSetting

    init() throws {
        fleet = try FleetSetting()
    }

    private func response(_ number: Int) -> [UInt8] {
        let body = Records.png(number)
        let fields: KeyValuePairs = ["Cache-Control": "max-age=900", "Content-Length": "\(body.count)"]
        return Answer.head(200, fields: fields) + body
    }

    /// Answers the second request with the first one's image, and the third one with two images.
    private func spoil(then status: Int = 200) {
        let count = Watched(0)
        let spoiled = [response(1), response(1), response(2) + response(3)]
        let responses = (1...3).map { response($0) }
        fleet.answer.withLock {
            $0 = { request in
                let number = count.update { count in
                    count += 1
                    return count
                }
                if number <= 3 { return .raw(spoiled[number - 1]) }
                guard status == 200 || request.target == "/3.png" else { return .status(status) }
                return .raw(responses[(Int(request.target.filter(\.isNumber)) ?? 0) - 1])
            }
        }
    }

    private func images(_ outcomes: [AvatarOutcome]) -> [[UInt8]?] { outcomes.map(\.supplier.avatar?.bytes) }

    @Test func areReplacedInCacheAndStore() async throws {
        spoil()
        let cache = MemoryCache()
        let loader = fleet.loader(try fleet.store(), cache: cache)
        let outcomes = await fleet.outcomes(loader, fleet.suppliers(1..<4), delivering: .bytes)
        // The second was delivered before anything showed.
        #expect(images(outcomes) == [Records.png(1), Records.png(1), Records.png(3)])
        for number in 1..<4 {
            #expect(cache[fleet.key(number)] == Records.png(number))
            #expect(fleet.server.objects[fleet.name(number)]?.bytes == Records.png(number))
        }
        #expect(fleet.origin.requests.map(\.target) == ["/1.png", "/2.png", "/3.png", "/3.png", "/2.png"])
        #expect(await fleet.dataLoader.totals().distrustedOrigins == ["http://127.0.0.1:\(fleet.origin.port)"])
    }

    @Test(arguments: [500, 404]) func goWhereNoneCanBeHadInTheirPlace(status: Int) async throws {
        spoil(then: status)
        let cache = MemoryCache()
        let loader = fleet.loader(try fleet.store(), cache: cache)
        _ = await fleet.outcomes(loader, fleet.suppliers(1..<4))
        #expect((1..<4).map { cache[fleet.key($0)] } == [Records.png(1), nil, Records.png(3)])
        #expect((1..<4).map { fleet.server.objects[fleet.name($0)]?.bytes } == [Records.png(1), nil, Records.png(3)])
    }

    /// A later pipeline of the same loader replaces what an earlier one was given.
    @Test func areReplacedByAnotherPipeline() async throws {
        spoil()
        let cache = MemoryCache()
        let loader = fleet.loader(nil, cache: cache)
        _ = await fleet.outcomes(loader, fleet.suppliers(1..<3))
        #expect(cache[fleet.key(2)] == Records.png(1))
        _ = await fleet.outcomes(loader, fleet.suppliers(3..<4))
        #expect((1..<4).map { cache[fleet.key($0)] } == (1..<4).map { Records.png($0) })
    }

    @Test func noneIsAskedForAgainOfAnOriginThatIsTrusted() async throws {
        let cache = MemoryCache()
        _ = await fleet.outcomes(fleet.loader(nil, cache: cache), fleet.suppliers(1..<9))
        #expect(fleet.origin.requests.count == 8)
        #expect(fleet.origin.log.connectionCount == 1)
    }
}
