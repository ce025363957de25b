import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

@Suite struct RowArrangerTests {
    private static func rows(_ answer: RowAnswer) -> [Row] { Array(answer.lines.rows) }

    /// The rows that `list` would print.
    private static func expectedRows(of arrangement: RowArrangement, in suppliers: [Supplier]) -> [Row] {
        // The row is in the avatar's endpoint, which nothing is looked for in or sorted by.
        let numbered = suppliers.enumerated().map { row, supplier in
            var supplier = supplier
            supplier.avatar = Avatar(endpoint: "\(row)")
            return supplier
        }
        var listed = arrangement.order.sorted(
            numbered.filter(arrangement.query.matches), reversed: arrangement.isReversed)
        if arrangement.isGrouped {
            listed = SupplierOrder.Collation.folded.groups(of: listed, by: \.company).flatMap(\.suppliers)
        }
        return listed.compactMap { $0.avatar.flatMap { Row($0.endpoint) } }
    }

    private static func answers(
        to arrangement: RowArrangement, in table: SupplierTable, by arranger: RowArranger,
        folded: Set<String> = [], wantsFirstRows: Bool = true
    ) throws -> [RowAnswer] {
        var answers: [RowAnswer] = []
        let request = RowRequest(
            generation: 7, arrangement: arrangement, table: table, foldedCompanies: folded,
            wantsFirstRows: wantsFirstRows)
        try arranger.answer(request) { answers.append($0) }
        return answers
    }

    @Test(arguments: SupplierOrder.named)
    func arrangesAsAListIsPrinted(order: SupplierOrder) throws {
        var generator = SupplierGenerator(random: SeededRandom(seed: 6))
        let suppliers = try generator.suppliers(300)
        let table = SupplierTable(suppliers)
        for isReversed in [false, true] {
            for isGrouped in [false, true] {
                for text in SupplierGenerator.queries {
                    let arrangement = RowArrangement(
                        query: SupplierQuery(text), order: order, isReversed: isReversed, isGrouped: isGrouped)
                    let arranger = RowArranger(collation: .folded)
                    let answer = try #require(try Self.answers(to: arrangement, in: table, by: arranger).last)
                    #expect(
                        answer.isComplete && answer.request.generation == 7 && answer.request.arrangement == arrangement
                    )
                    #expect(Self.rows(answer) == Self.expectedRows(of: arrangement, in: suppliers), "\(arrangement)")
                }
            }
        }
    }

    @Test func answersTheSameWhateverWasAskedBefore() throws {
        var generator = SupplierGenerator(random: SeededRandom())
        let suppliers = try generator.suppliers(1500)
        var table = SupplierTable(Array(suppliers.prefix(500)))
        let arranger = RowArranger(collation: .folded)
        for _ in 0..<100 {
            if Int.random(in: 0..<8, using: &generator.random) == 0 {
                let count = Int.random(in: 1...40, using: &generator.random)
                table.append(Array(suppliers[table.count...].prefix(count)))
            }
            let arrangement = generator.arrangement()
            let answers = try Self.answers(to: arrangement, in: table, by: arranger)
            let expected = Self.expectedRows(of: arrangement, in: Array(suppliers.prefix(table.count)))
            #expect(answers.last.map(Self.rows) == expected, "\(generator.random.seed) \(arrangement)")
            #expect(answers.dropLast().allSatisfy { !$0.isComplete } && answers.last?.isComplete == true)
        }
    }

    @Test func givesTheFirstRowsBeforeAllOthers() throws {
        let suppliers = try (0..<20_000).map { try Supplier.sample(id: "\($0)", fullname: "\($0 % 10)") }
        let table = SupplierTable(suppliers)
        for order in [SupplierOrder.catalog, .name] {
            let arranger = RowArranger(collation: .folded)
            let arrangement = RowArrangement(query: SupplierQuery("name:3"), order: order)
            let answers = try Self.answers(to: arrangement, in: table, by: arranger)
            let all = try #require(answers.last.map(Self.rows))
            #expect(all.count == 2000 && answers.count > 2)
            for answer in answers { #expect(all.starts(with: Self.rows(answer))) }
        }
    }

    @Test func answersOnceIfNoFirstRowsAreWanted() throws {
        let table = SupplierTable(try (0..<10_000).map { try .sample(id: "\($0)") })
        let arranger = RowArranger(collation: .folded)
        let arrangement = RowArrangement(query: SupplierQuery("matteo"), order: .id)
        #expect(try Self.answers(to: arrangement, in: table, by: arranger).count > 1)
        let answers = try Self.answers(to: arrangement, in: table, by: arranger, wantsFirstRows: false)
        #expect(answers.count == 1 && answers.first?.lines.rowCount == 10_000)
    }

    @Test func endsWithItsTask() async throws {
        let table = SupplierTable(try (0..<10_000).map { try .sample(id: "\($0)") })
        await Task {
            let request = RowRequest(
                generation: 1, arrangement: RowArrangement(query: SupplierQuery("matteo")), table: table)
            var answers: [RowAnswer] = []
            #expect(throws: CancellationError.self) {
                try RowArranger(collation: .folded).answer(request) {
                    answers.append($0)
                    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                }
            }
            #expect(answers.map(\.isComplete) == [false])
        }.value
    }

    @Test func foldsTheCompaniesThatWereFolded() throws {
        let suppliers = try ["Acme", "Krone", "Acme"].map { try Supplier.sample(company: $0) }
        let arranger = RowArranger(collation: .folded)
        let answers = try Self.answers(
            to: RowArrangement(isGrouped: true), in: SupplierTable(suppliers), by: arranger, folded: ["Acme", "Zeta"])
        let lines = try #require(answers.last?.lines)
        #expect((0..<lines.lineCount).map { lines[$0] } == [.heading(0), .heading(1), .row(1)])
    }

    @Test func saysWhenItIsTimeToAskAgain() throws {
        var table = SupplierTable(try (0..<10).map { try .sample(id: "\($0)") })
        let former = table
        func isOutdated(_ arrangement: RowArrangement, isArriving: Bool, isComplete: Bool = true) -> Bool {
            RowAnswer(
                request: RowRequest(generation: 1, arrangement: arrangement, table: former), lines: .all(10),
                isComplete: isComplete
            ).isOutdated(by: table, isArriving: isArriving)
        }
        let found = RowArrangement(query: SupplierQuery("x"))
        let sorted = RowArrangement(order: .name)
        for arrangement in [found, sorted] { #expect(!isOutdated(arrangement, isArriving: false)) }
        table.append([try .sample()])
        #expect(isOutdated(found, isArriving: true) && !isOutdated(found, isArriving: true, isComplete: false))
        #expect(!isOutdated(sorted, isArriving: true) && isOutdated(sorted, isArriving: false))
        table.append(try (0..<5).map { try .sample(id: "\($0)") })
        #expect(isOutdated(sorted, isArriving: true))
    }

    @Test(.timeLimit(.minutes(1))) func answersTheNewestRequest() async throws {
        let table = SupplierTable(try (0..<20_000).map { try .sample(id: "\($0)", email: "\(20_000 - $0)") })
        let answers = AsyncStream.makeStream(of: RowAnswer.self)
        let arranger = RowArranger(collation: .folded)
        let orders: [SupplierOrder] = [.name, .email, .created, .id, .email]
        for (generation, order) in orders.enumerated() {
            let arrangement = RowArrangement(query: SupplierQuery("matteo"), order: order)
            arranger.start(RowRequest(generation: generation, arrangement: arrangement, table: table)) {
                answers.continuation.yield($0)
            }
        }
        for await answer in answers.stream where answer.request.generation == 4 && answer.isComplete {
            // The e-mail addresses 1, 10 and 100.
            #expect(Array(answer.lines.rows.prefix(3)) == [19_999, 19_990, 19_900])
            break
        }
    }
}
