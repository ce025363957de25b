import Testing

@testable import suppliergo

struct LineLayoutTests {
    private func layout(
        _ chosen: [ListColumn]? = nil, width: Int?, name: Int = 20, company: Int = 30, id: Int = 2
    ) -> LineLayout {
        LineLayout(of: chosen, width: width) { column in
            switch column {
            case .name: name
            case .company: company
            case .id: id
            case .phone: 15
            default: 30
            }
        }
    }

    @Test(arguments: [
        (47, [ListColumn.name, .id]), (48, [.name, .company, .id]), (99, [.name, .company, .id]),
        (100, [.name, .company, .phone, .id]),
        (129, [.name, .company, .phone, .id]), (130, [.name, .company, .phone, .email, .id]), (27, [.name, .id]),
        (18, [.name, .id]), (17, [.name]), (1, [.name]), (nil, [.name, .company, .phone, .email, .id]),
    ])
    func choosesColumnsByTheWidth(width: Int?, columns: [ListColumn]) {
        #expect(layout(width: width).columns == columns)
    }

    @Test(arguments: [(13, 11, true), (13, 12, false), (24, 0, false), (26, 30, false)])
    func hasAWholeNameInANarrowLine(name: Int, company: Int, hasBoth: Bool) {
        let layout = layout(width: 40, name: name, company: company)
        #expect(layout.columns == (hasBoth ? [.name, .company, .id] : [.name, .id]))
        #expect(layout.widths[0] >= min(name, 26))
    }

    @Test(arguments: 28...200)
    func cutsNoIDOfEightColumns(width: Int) {
        for chosen in [nil, [.id, .name, .company], [ListColumn.name, .id]] {
            let layout = layout(chosen, width: width, name: 300, company: 300)
            #expect(layout.columns.firstIndex(of: .id).flatMap { layout.limits?[$0] } ?? 0 >= 8)
        }
    }

    @Test func padsCellsALittleInALineOfAnyLength() {
        let layout = layout(width: nil, name: 300, company: 30, id: 36)
        #expect(layout.widths == [24, 24, 16, 24, 24] && layout.limits == nil)
    }

    @Test(arguments: [
        (80, 20, 30, 2, [20, 30, 8]), (80, 5, 7, 2, [20, 24, 8]), (80, 60, 70, 2, [34, 34, 8]),
        (80, 60, 20, 36, [46, 20, 10]), (40, 20, 30, 2, [14, 14, 8]), (200, 20, 30, 36, [20, 30, 36]),
    ])
    func givesTheWidestColumnsLessFirst(width: Int, name: Int, company: Int, id: Int, widths: [Int]) {
        let layout = layout([.name, .company, .id], width: width, name: name, company: company, id: id)
        #expect(layout.widths == widths)
    }

    @Test func cutsTheLastColumnAtTheLinesEnd() {
        let layout = layout(width: 80, id: 36)
        #expect(layout.hasInitials)
        #expect(layout.limits == [20, 30, 80 - 4 - 20 - 2 - 30 - 2])
        #expect(self.layout(width: nil).limits == nil)
    }

    @Test func hasWhatIsChosen() {
        let layout = layout([.email, .name], width: 80)
        #expect(layout.columns == [.email, .name] && !layout.hasInitials)
        #expect(layout.limits == [30, 48])
        #expect(self.layout(ListColumn.allCases, width: 30).columns == [.id, .name, .company])
    }

    @Test(arguments: 1...220)
    func fillsNoMoreThanTheWidth(width: Int) {
        for chosen in [nil, ListColumn.allCases, [.id]] {
            let layout = layout(chosen, width: width, name: 300, company: 90, id: 36)
            let start = layout.hasInitials ? LineLayout.initialsWidth : 0
            let limits = layout.limits ?? []
            #expect(start + limits.reduce(0, +) + LineLayout.gap * (limits.count - 1) == width)
            #expect(limits.allSatisfy { $0 > 0 })
        }
    }
}
