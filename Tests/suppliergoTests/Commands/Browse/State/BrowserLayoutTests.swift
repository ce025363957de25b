import Testing

@testable import suppliergo

struct BrowserLayoutTests {
    @Test(arguments: [40, 80, 99, 100, 120, 200], [12, 24, 50])
    func givesEveryRowToOnePart(columns: Int, rows: Int) {
        for (isCardOpen, hasFailure) in [(false, false), (true, false), (false, true), (true, true)] {
            let size = ScreenSize(columns: columns, rows: rows)
            let layout = BrowserLayout(size, isCardOpen: isCardOpen, hasFailure: hasFailure)
            #expect(layout.isUsable && layout.statusRow == rows - 1)
            #expect(layout.failureRow == (hasFailure ? rows - 2 : nil))
            let end = hasFailure ? rows - 2 : rows - 1
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
        let layout = BrowserLayout(size, isCardOpen: true, hasFailure: true)
        #expect(!layout.isUsable && layout.list == nil && layout.card == nil && layout.failureRow == nil)
    }
}
