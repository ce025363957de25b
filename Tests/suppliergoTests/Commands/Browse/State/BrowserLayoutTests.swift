import Testing

@testable import suppliergo

struct BrowserLayoutTests {
    @Test(arguments: [40, 80, 99, 100, 120, 200], [12, 24, 50])
    func givesEveryRowToOnePart(columns: Int, rows: Int) {
        for (isCardOpen, failureRowCount) in [(false, 0), (true, 0), (false, 1), (true, 2)] {
            let size = ScreenSize(columns: columns, rows: rows)
            let layout = BrowserLayout(size, isCardOpen: isCardOpen, failureRowCount: failureRowCount)
            #expect(layout.isUsable && layout.statusRow == rows - 1)
            let end = rows - 1 - failureRowCount
            #expect(layout.failureRows == end..<rows - 1)
            for area in [layout.list, layout.card].compactMap({ $0 }) {
                #expect(area.row >= 1 && area.row + area.rows == end)
                #expect(area.columns >= 40 && area.column + area.columns <= columns)
            }
            #expect((layout.list != nil) == (columns >= 100 || !isCardOpen))
            #expect((layout.card != nil) == (columns >= 100 || isCardOpen))
            if let list = layout.list, let card = layout.card { #expect(list.columns < card.column) }
        }
    }

    @Test(arguments: [(39, 12), (40, 11), (1, 1), (200, 2)])
    func hasNoPlaceForAnythingInASmallWindow(columns: Int, rows: Int) {
        let size = ScreenSize(columns: columns, rows: rows)
        let layout = BrowserLayout(size, isCardOpen: true, failureRowCount: 2)
        #expect(!layout.isUsable && layout.list == nil && layout.card == nil && layout.failureRows.isEmpty)
    }
}
