import TestSupport
import Testing

@testable import suppliergo

@Suite struct ListLinesTests {
    /// Expects that a list has these lines, and finds each of its rows.
    private func expect(
        _ list: ListLines, has lines: [ListLines.Line], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(list.lineCount == lines.count, sourceLocation: sourceLocation)
        #expect((0..<list.lineCount).map { list[$0] } == lines, sourceLocation: sourceLocation)
        for (line, content) in lines.enumerated() {
            switch content {
            case .row(let row): #expect(list.line(of: row) == line, sourceLocation: sourceLocation)
            case .heading(let section):
                #expect(list.line(ofSection: section) == line, sourceLocation: sourceLocation)
                #expect(list.section(ofLine: line) == section, sourceLocation: sourceLocation)
            }
        }
    }

    @Test func showsAllRowsInTheCatalogsOrder() {
        let all = ListLines.all(3)
        expect(all, has: [.row(0), .row(1), .row(2)])
        #expect(Array(all.rows) == [0, 1, 2])
        #expect(all.line(of: 3) == nil && all.section(ofLine: 0) == nil)
        expect(.all(0), has: [])
    }

    @Test func showsRowsThatWereFound() {
        let found = ListLines([2, 5, 9])
        expect(found, has: [.row(2), .row(5), .row(9)])
        for row in [0, 1, 3, 8, 10] { #expect(found.line(of: row) == nil) }
        expect(ListLines([]), has: [])
    }

    @Test func showsRowsInAnyOrder() {
        let sorted = ListLines([4, 0, 2])
        expect(sorted, has: [.row(4), .row(0), .row(2)])
        #expect(Array(sorted.rows) == [4, 0, 2] && sorted.rowCount == 3)
        for row in [1, 3, 5] { #expect(sorted.line(of: row) == nil) }
    }

    @Test func foldsSections() {
        var grouped = ListLines([4, 0, 2, 1], starts: [0, 2, 3, 4])
        let lines: [ListLines.Line] = [
            .heading(0), .row(4), .row(0), .heading(1), .row(2), .heading(2), .row(1),
        ]
        expect(grouped, has: lines)
        #expect(grouped.section(at: 0) == .init(firstRow: 4, rowCount: 2, isFolded: false))
        #expect(grouped.section(at: 2).firstRow == 1)
        #expect(grouped.section(ofLine: 2) == 0 && grouped.section(ofLine: 6) == 2)
        grouped.setFolded(0, true)
        grouped.setFolded(2, true)
        expect(grouped, has: [.heading(0), .heading(1), .row(2), .heading(2)])
        #expect(grouped.line(of: 0) == 0 && grouped.line(of: 1) == 3)
        #expect(grouped.section(at: 0).isFolded)
        #expect(Array(grouped.rows) == [4, 0, 2, 1] && grouped.rowCount == 4)
        grouped.setFolded(0, false)
        grouped.setFolded(2, false)
        expect(grouped, has: lines)
        expect(
            ListLines([0, 1], starts: [0, 1, 2], folded: [0]),
            has: [.heading(0), .heading(1), .row(1)])
        expect(ListLines([], starts: [0]), has: [])
    }

    @Test func findsEveryRowOfManySections() {
        var random = SeededRandom(seed: 5)
        let rows = (0..<500).shuffled(using: &random).prefix(300).map { UInt32($0) }
        let starts = [0] + (1..<300).filter { _ in Int.random(in: 0..<4, using: &random) == 0 } + [300]
        let folded = Set((0..<starts.count - 1).filter { _ in Bool.random(using: &random) })
        var lines: [ListLines.Line] = []
        for section in 0..<starts.count - 1 {
            lines.append(.heading(section))
            guard !folded.contains(section) else { continue }
            lines += rows[starts[section]..<starts[section + 1]].map { .row(Int($0)) }
        }
        expect(ListLines(rows, starts: starts.map { UInt32($0) }, folded: folded), has: lines)
    }
}
