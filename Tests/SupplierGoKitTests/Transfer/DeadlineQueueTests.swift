import Testing

@testable import SupplierGoKit

struct DeadlineQueueTests {
    @Test func givesTheSoonestFirstAndOnlyWhatIsDue() {
        let start = ContinuousClock.now
        var queue = DeadlineQueue<Int>()
        for second in (1...200).shuffled() { queue.insert(second, at: start + .seconds(second)) }
        #expect(queue.first == start + .seconds(1))
        #expect(queue.popFirst(dueAt: start) == nil)
        var due: [Int] = []
        while let second = queue.popFirst(dueAt: start + .seconds(150)) { due.append(second) }
        #expect(due == Array(1...150))
        #expect(queue.first == start + .seconds(151))
        while queue.popFirst(dueAt: start + .seconds(200)) != nil {}
        #expect(queue.first == nil)
    }
}
