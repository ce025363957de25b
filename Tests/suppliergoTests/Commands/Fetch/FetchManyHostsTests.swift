import SupplierGoKit
import TestSupport
import Testing

/// Many avatars over several hosts, more than there are connections kept open.
@Suite(.timeLimit(.minutes(1)))
struct FetchManyHostsTests {
    private static let avatarCount = 900

    /// A request is answered when so many others have arrived after it, or all have.
    private static let delay = 120

    @Test(arguments: [3, 8, 150])
    func asksOnceForEachAvatarAndAccusesNobody(hostCount: Int) async throws {
        let arrivals = (0...Self.avatarCount).map { _ in Gate() }
        let count = Lock(0)
        let hosts = try (0..<hostCount).map { _ in
            try LoopbackServer { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                let answer = Answer.ok(Samples.picture, contentType: "image/png")
                guard number <= Self.avatarCount else { return answer }
                let last = arrivals[min(number + Self.delay, Self.avatarCount)]
                return Answer(steps: [.open(arrivals[number]), .waitFor(last)] + answer.steps)
            }
        }
        let setting = try CommandSetting()
        let records = (1...Self.avatarCount).map {
            Samples.record($0, avatar: hosts[$0 % hostCount].url("/\($0).png").absoluteString)
        }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let result = try await setting.run("fetch --per-host 64 -c c.json")
        #expect(result.status == 0)
        #expect(result.errorOutput == Samples.fetched(Self.avatarCount) + "\n")
        #expect(count.withLock { $0 } == Self.avatarCount)
        #expect(try setting.avatarFiles().count == Self.avatarCount)
        for host in hosts { host.stop() }
    }
}
