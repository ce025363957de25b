import Testing

@testable import suppliergo

struct BrowserLayoutTests {
    @Test(arguments: [40, 80, 99, 100, 120, 200], [6, 11, 12, 24, 50])
    func givesEveryRowToOnePart(columns: Int, rows: Int) {
        for (isCardOpen, failureRowCount) in [(false, 0), (true, 0), (false, 1), (true, 2)] {
            let size = CellSize(columns: columns, rows: rows)
            let layout = BrowserLayout(size, isCardOpen: isCardOpen, failureRowCount: failureRowCount)
            #expect(layout.isUsable && layout.statusRow == rows - 1)
            let end = rows - 1 - failureRowCount
            #expect(layout.failureRows == end..<rows - 1)
            for area in [layout.list, layout.card].compactMap({ $0 }) {
                #expect(area.row >= 1 && area.row + area.rows == end)
                #expect(area.columns >= 40 && area.column + area.columns <= columns)
            }
            let hasBoth = columns >= 100 && rows >= 12
            #expect((layout.list != nil) == (hasBoth || !isCardOpen))
            #expect((layout.card != nil) == (hasBoth || isCardOpen))
            if let list = layout.list, let card = layout.card { #expect(list.columns < card.column) }
        }
    }

    @Test(arguments: [0, 2])
    func hasALineOfTheListInFourRows(failureRowCount: Int) {
        let size = CellSize(columns: 40, rows: 4)
        let layout = BrowserLayout(size, isCardOpen: false, failureRowCount: failureRowCount)
        #expect(layout.list == ScreenArea(row: 2, column: 0, rows: 1, columns: 40) && layout.failureRows.isEmpty)
    }

    @Test(arguments: [
        (100, 24, 14), (120, 40, 14), (130, 40, 20), (130, 24, 14), (200, 50, 28),
    ])
    func growsThePictureWithTheCard(columns: Int, rows: Int, width: Int) throws {
        let layout = BrowserLayout(CellSize(columns: columns, rows: rows), isCardOpen: false, failureRowCount: 0)
        #expect(try #require(layout.card).pictureBox == CellSize(columns: width, rows: width / 2))
    }

    @Test(arguments: [(39, 12), (40, 3), (1, 1), (200, 2)])
    func hasNoPlaceForAnythingInASmallWindow(columns: Int, rows: Int) {
        let size = CellSize(columns: columns, rows: rows)
        let layout = BrowserLayout(size, isCardOpen: true, failureRowCount: 2)
        #expect(!layout.isUsable && layout.list == nil && layout.card == nil && layout.failureRows.isEmpty)
    }
}
