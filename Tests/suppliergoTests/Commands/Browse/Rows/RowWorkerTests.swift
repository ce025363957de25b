import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

@Suite(.timeLimit(.minutes(1)))
struct RowWorkerTests {
    @Test func answersTheNewestRequest() async throws {
        let table = SupplierTable(try (0..<20_000).map { try .sample(id: "\($0)", email: "\(20_000 - $0)") })
        let answers = AsyncStream.makeStream(of: RowAnswer.self)
        let worker = RowWorker(RowArranger(collation: .folded)) { answers.continuation.yield($0) }
        let orders: [SupplierOrder] = [.name, .email, .created, .id, .email]
        for (generation, order) in orders.enumerated() {
            let arrangement = RowArrangement(query: SupplierQuery("matteo"), order: order)
            worker.start(RowRequest(generation: generation, arrangement: arrangement, table: table))
        }
        for await answer in answers.stream where answer.request.generation == 4 && answer.isComplete {
            // The e-mail addresses 1, 10 and 100.
            #expect(Array(answer.lines.rows.prefix(3)) == [19_999, 19_990, 19_900])
            break
        }
    }
}
