#if Curl
import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

struct AdmissionTests {
    private static func origin(_ host: String) throws -> Origin {
        try #require(URL(string: "http://\(host)/").flatMap { Origin($0) })
    }

    @Test func startsNoMoreThanItsConcurrency() throws {
        let origin = try Self.origin("a")
        var admission = NumberedAdmission(concurrency: 2, perOrigin: 16)
        for id in 1...3 { admission.enqueue(id, to: origin) }
        #expect(admission.next() == 1)
        #expect(admission.next() == 2)
        #expect(admission.next() == nil)
        admission.finish(at: origin)
        #expect(admission.next() == 3)
        #expect(admission.next() == nil)
    }

    @Test func holdsTheBoundOfEachOrigin() throws {
        let (a, b) = (try Self.origin("a"), try Self.origin("b"))
        var admission = NumberedAdmission(concurrency: 10, perOrigin: 1)
        for id in 1...3 { admission.enqueue(id, to: a) }
        admission.enqueue(4, to: b)
        #expect(admission.next() == 1)
        #expect(admission.next() == 4)
        #expect(admission.next() == nil)
        admission.finish(at: b)
        #expect(admission.next() == nil)
        admission.finish(at: a)
        #expect(admission.next() == 2)
    }

    @Test func givesOriginsFairTurns() throws {
        let (a, b, c) = (try Self.origin("a"), try Self.origin("b"), try Self.origin("c"))
        var admission = NumberedAdmission(concurrency: 6, perOrigin: 16)
        for id in 1...10 { admission.enqueue(id, to: a) }
        for id in 11...12 { admission.enqueue(id, to: b) }
        admission.enqueue(21, to: c)
        var started: [Int] = []
        while let id = admission.next() { started.append(id) }
        #expect(started == [1, 11, 21, 2, 12, 3])
    }

    @Test func letsAnOriginThatMultiplexesUseAllPlaces() throws {
        let origin = try Self.origin("a")
        var admission = NumberedAdmission(concurrency: 4, perOrigin: 1)
        for id in 1...6 { admission.enqueue(id, to: origin) }
        #expect(admission.next() == 1)
        #expect(admission.next() == nil)
        admission.noteProtocol(at: origin, isMultiplexing: true)
        #expect((0..<4).map { _ in admission.next() } == [2, 3, 4, nil])
    }

    @Test func forgetsThatAnOriginMultiplexedOnceNothingIsLeft() throws {
        let origin = try Self.origin("a")
        var admission = NumberedAdmission(concurrency: 4, perOrigin: 1)
        for id in 1...3 { admission.enqueue(id, to: origin) }
        #expect(admission.next() == 1)
        admission.noteProtocol(at: origin, isMultiplexing: true)
        #expect((0..<3).map { _ in admission.next() } == [2, 3, nil])
        for count in (0..<3).reversed() {
            admission.finish(at: origin)
            #expect(admission.isMultiplexing(origin) == (count > 0))
        }
    }

    @Test func startsNoMoreThanTheStreamsOfAConnection() throws {
        let origin = try Self.origin("a")
        var admission = NumberedAdmission(concurrency: 9, perOrigin: 1)
        for id in 1...6 { admission.enqueue(id, to: origin) }
        #expect(admission.next() == 1)
        admission.noteProtocol(at: origin, isMultiplexing: true)
        admission.noteStreamLimit(3, at: origin)
        admission.noteProtocol(at: origin, isMultiplexing: true)
        #expect((0..<3).map { _ in admission.next() } == [2, 3, nil])
    }

    @Test func startsFewOverTLSBeforeTheProtocolIsKnown() throws {
        let origin = try #require(URL(string: "https://a/").flatMap { Origin($0) })
        var admission = NumberedAdmission(concurrency: 100, perOrigin: 50)
        for id in 1...100 { admission.enqueue(id, to: origin) }
        #expect(Self.startAll(&admission) == 16)
        admission.noteProtocol(at: origin, isMultiplexing: false)
        #expect(Self.startAll(&admission) == 34)
    }

    /// - Returns: the number of transfers that started.
    private static func startAll(_ admission: inout NumberedAdmission) -> Int {
        var count = 0
        while admission.next() != nil { count += 1 }
        return count
    }

    /// Ends transfers, each followed by the start of those that may start.
    private static func end(_ count: Int, _ admission: inout NumberedAdmission, _ origin: Origin, isSuccess: Bool) {
        for _ in 0..<count {
            admission.adapt(to: origin, isSuccess: isSuccess)
            admission.finish(at: origin)
            _ = startAll(&admission)
        }
    }

    @Test func growsWhileTransfersWaitAndNoneFails() throws {
        let origin = try Self.origin("a")
        var admission = NumberedAdmission(concurrency: 200, perOrigin: nil)
        for id in 0..<1000 { admission.enqueue(id, to: origin) }
        #expect(Self.startAll(&admission) == 16)
        for (count, active) in [(15, 16), (1, 32), (31, 32), (1, 64), (200, 64)] {
            Self.end(count, &admission, origin, isSuccess: true)
            #expect(admission.activeCount == active)
        }
    }

    @Test func doesNotGrowIfNothingWaits() throws {
        let origin = try Self.origin("a")
        var admission = NumberedAdmission(concurrency: 200, perOrigin: nil)
        for id in 0..<100 {
            admission.enqueue(id, to: origin)
            #expect(admission.next() == id)
            if id >= 10 { Self.end(1, &admission, origin, isSuccess: true) }
        }
        for id in 100..<200 { admission.enqueue(id, to: origin) }
        _ = Self.startAll(&admission)
        #expect(admission.activeCount == 16)
    }

    @Test func halvesOnceForTheFailuresOfOneTimeAndGrowsNoMore() throws {
        let origin = try Self.origin("a")
        var admission = NumberedAdmission(concurrency: 200, perOrigin: nil)
        for id in 0..<1000 { admission.enqueue(id, to: origin) }
        _ = Self.startAll(&admission)
        for (count, isSuccess, active) in [
            (16, true, 32), (1, false, 31), (31, false, 16), (100, true, 16), (16, false, 8), (100, false, 1),
        ] {
            Self.end(count, &admission, origin, isSuccess: isSuccess)
            #expect(admission.activeCount == active)
        }
    }

    @Test func doesNotAdaptALimitThatWasGiven() throws {
        let origin = try Self.origin("a")
        var admission = NumberedAdmission(concurrency: 200, perOrigin: 16)
        for id in 0..<1000 { admission.enqueue(id, to: origin) }
        _ = Self.startAll(&admission)
        Self.end(100, &admission, origin, isSuccess: true)
        Self.end(1, &admission, origin, isSuccess: false)
        #expect(admission.activeCount == 16)
    }

    @Test func passesOverWhatWasWithdrawn() throws {
        let origin = try Self.origin("a")
        var admission = NumberedAdmission(concurrency: 1, perOrigin: 1)
        for id in 1...3 { admission.enqueue(id, to: origin) }
        admission.withdraw(1)
        admission.withdraw(3)
        #expect(admission.next() == 2)
        admission.finish(at: origin)
        #expect(admission.next() == nil)
        admission.enqueue(4, to: origin)
        #expect(admission.next() == 4)
    }

    @Test func startsTheMostUrgentFirst() throws {
        let (a, b) = (try Self.origin("a"), try Self.origin("b"))
        var admission = NumberedAdmission(concurrency: 10, perOrigin: 16)
        admission.enqueue(1, to: a, priority: .low)
        admission.enqueue(2, to: b)
        admission.enqueue(3, to: a)
        admission.enqueue(4, to: a)
        admission.enqueue(5, to: b, priority: .high)
        #expect((0..<6).map { _ in admission.next() } == [5, 2, 3, 4, 1, nil])
    }

    @Test func movesWhatWaits() throws {
        let origin = try Self.origin("a")
        var admission = NumberedAdmission(concurrency: 10, perOrigin: 16)
        for id in 1...4 { admission.enqueue(id, to: origin, priority: .low) }
        admission.enqueue(3, to: origin, priority: .normal)
        admission.enqueue(4, to: origin, priority: .normal)
        admission.enqueue(4, to: origin, priority: .high)
        admission.enqueue(1, to: origin, priority: .high)
        admission.withdraw(1)
        #expect((0..<4).map { _ in admission.next() } == [4, 3, 2, nil])
        admission.enqueue(1, to: origin)
        #expect(admission.next() == 1)
    }

    @Test func keepsOriginsApartThatFollowedOneAnother() throws {
        let (a, b) = (try Self.origin("a"), try Self.origin("b"))
        var admission = NumberedAdmission(concurrency: 10, perOrigin: 1)
        for (id, origin) in [(1, a), (2, b)] {
            admission.enqueue(id, to: origin)
            #expect(admission.next() == id)
            admission.finish(at: origin)
        }
        admission.enqueue(3, to: a)
        admission.enqueue(4, to: b)
        #expect((0..<3).map { _ in admission.next() } == [3, 4, nil])
    }

    @Test func startsEveryTransferOnceWithinItsBounds() throws {
        let origins = try (0..<7).map { try Self.origin("host\($0)") }
        var random = SeededRandom(seed: 7)
        var admission = NumberedAdmission(concurrency: 5, perOrigin: 2)
        var running: [Int] = []
        var started: Set<Int> = []
        for id in 0..<500 {
            admission.enqueue(id, to: origins[id % origins.count])
            while let next = admission.next() {
                #expect(started.insert(next).inserted)
                running.append(next)
            }
            #expect(running.count <= 5)
            for place in origins.indices { #expect(running.count { $0 % origins.count == place } <= 2) }
            let ended = running.remove(at: Int.random(in: running.indices, using: &random))
            admission.finish(at: origins[ended % origins.count])
        }
        while let next = admission.next() {
            #expect(started.insert(next).inserted)
            admission.finish(at: origins[next % origins.count])
        }
        #expect(started.count == 500)
    }
}

/// Transfers by numbers, with their hosts, as an engine has them.
private struct NumberedAdmission {
    private let context: TransferContext
    private var hosts: Hosts
    private var admission: Admission
    private var waiting: [Int: Transfer] = [:]
    private var running: [Origin: [Transfer]] = [:]

    var activeCount: Int { admission.activeCount }

    init(concurrency: Int, perOrigin: Int?) {
        var configuration = DataLoader.Configuration()
        configuration.connectionsPerHost = perOrigin
        context = TransferContext(configuration)
        hosts = Hosts(configuration)
        admission = Admission(concurrency: concurrency)
    }

    mutating func enqueue(_ id: Int, to origin: Origin, priority: DataRequest.Priority = .normal) {
        let transfer = waiting[id] ?? transfer(id, to: origin)
        waiting[id] = transfer
        admission.enqueue(transfer, priority: priority)
    }

    private mutating func transfer(_ id: Int, to origin: Origin) -> Transfer {
        let url = URL(string: "\(origin)/\(id)") ?? URL(filePath: "/")
        return unsafe Transfer(
            DataRequest(url: url), to: hosts.enter(origin), context, for: Transfer.Receiver(id: id, continuation: nil))
    }

    mutating func next() -> Int? {
        guard let transfer = admission.next() else { return nil }
        waiting[transfer.id] = nil
        running[transfer.host.origin, default: []].append(transfer)
        return transfer.id
    }

    mutating func withdraw(_ id: Int) {
        if let transfer = waiting.removeValue(forKey: id) { leave(transfer) }
    }

    mutating func finish(at origin: Origin) {
        if let transfer = running[origin]?.removeFirst() { leave(transfer) }
    }

    private mutating func leave(_ transfer: Transfer) {
        admission.leave(transfer)
        hosts.leave(transfer.host)
    }

    mutating func noteProtocol(at origin: Origin, isMultiplexing: Bool) {
        withHost(origin) { $0.noteProtocol(isMultiplexing: isMultiplexing) }
    }

    mutating func noteStreamLimit(_ limit: Int, at origin: Origin) {
        withHost(origin) { $0.streamLimit = limit }
    }

    mutating func isMultiplexing(_ origin: Origin) -> Bool { withHost(origin, \.isMultiplexing) }

    mutating func adapt(to origin: Origin, isSuccess: Bool) {
        withHost(origin) { $0.adapt(isSuccess: isSuccess) }
    }

    private mutating func withHost<Value>(_ origin: Origin, _ body: (Host) -> Value) -> Value {
        let host = hosts.enter(origin)
        defer { hosts.leave(host) }
        return body(host)
    }
}
#endif
