import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct QueueTests {
    private final class Thing {}

    @Test func keepsTheOrderHoweverItIsFilledAndEmptied() {
        var random = SeededRandom()
        let seed = random.seed
        var queue = Queue<Int>()
        var model: [Int] = []
        for number in 0..<10_000 {
            if Bool.random(using: &random) || number < 20 {
                queue.append(number)
                model.append(number)
            } else {
                #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()), "seed \(seed)")
            }
            #expect(queue.count == model.count, "seed \(seed)")
        }
        while !model.isEmpty { #expect(queue.popFirst() == model.removeFirst(), "seed \(seed)") }
        #expect(queue.popFirst() == nil)
    }

    @Test func letsGoOfWhatWasTaken() throws {
        var queue = Queue<Thing>()
        queue.append(Thing())
        queue.append(Thing())
        weak let first = queue.popFirst()
        #expect(first == nil)
        #expect(queue.count == 1)
    }
}
