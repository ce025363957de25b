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
        var admission = Admission(concurrency: 2, perOrigin: 16)
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
        var admission = Admission(concurrency: 10, perOrigin: 1)
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
        var admission = Admission(concurrency: 6, perOrigin: 16)
        for id in 1...10 { admission.enqueue(id, to: a) }
        for id in 11...12 { admission.enqueue(id, to: b) }
        admission.enqueue(21, to: c)
        var started: [Int] = []
        while let id = admission.next() { started.append(id) }
        #expect(started == [1, 11, 21, 2, 12, 3])
    }

    @Test func letsAnOriginThatMultiplexesUseAllPlaces() throws {
        let origin = try Self.origin("a")
        var admission = Admission(concurrency: 4, perOrigin: 1)
        for id in 1...6 { admission.enqueue(id, to: origin) }
        #expect(admission.next() == 1)
        #expect(admission.next() == nil)
        admission.noteMultiplexing(at: origin)
        #expect((0..<4).map { _ in admission.next() } == [2, 3, 4, nil])
    }

    @Test func forgetsThatAnOriginMultiplexedOnceNothingIsLeft() throws {
        let origin = try Self.origin("a")
        var admission = Admission(concurrency: 4, perOrigin: 1)
        for id in 1...3 { admission.enqueue(id, to: origin) }
        #expect(admission.next() == 1)
        admission.noteMultiplexing(at: origin)
        #expect((0..<3).map { _ in admission.next() } == [2, 3, nil])
        for count in (0..<3).reversed() {
            admission.finish(at: origin)
            #expect(admission.isMultiplexing(origin) == (count > 0))
        }
    }

    @Test func passesOverWhatWasWithdrawn() throws {
        let origin = try Self.origin("a")
        var admission = Admission(concurrency: 1, perOrigin: 1)
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
        var admission = Admission(concurrency: 10, perOrigin: 16)
        admission.enqueue(1, to: a, priority: .low)
        admission.enqueue(2, to: b)
        admission.enqueue(3, to: a)
        admission.enqueue(4, to: a)
        admission.enqueue(5, to: b, priority: .high)
        #expect((0..<6).map { _ in admission.next() } == [5, 2, 3, 4, 1, nil])
    }

    @Test func movesWhatWaits() throws {
        let origin = try Self.origin("a")
        var admission = Admission(concurrency: 10, perOrigin: 16)
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

    @Test func startsNothingToAnOriginThatPauses() throws {
        let (a, b) = (try Self.origin("a"), try Self.origin("b"))
        var admission = Admission(concurrency: 10, perOrigin: 16)
        admission.pause(a)
        admission.enqueue(1, to: a, priority: .high)
        admission.enqueue(2, to: b, priority: .low)
        #expect(admission.next() == 2)
        #expect(admission.next() == nil)
        admission.resume(a)
        #expect(admission.next() == 1)
    }

    @Test func keepsOriginsApartThatFollowedOneAnother() throws {
        let (a, b) = (try Self.origin("a"), try Self.origin("b"))
        var admission = Admission(concurrency: 10, perOrigin: 1)
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
        var admission = Admission(concurrency: 5, perOrigin: 2)
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
