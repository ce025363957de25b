import Testing

@testable import suppliergo

struct LineLayoutTests {
    private func layout(
        _ chosen: [ListColumn]? = nil, width: Int?, name: Int = 20, company: Int = 30, id: Int = 8, email: Int = 30
    ) -> LineLayout {
        LineLayout(of: chosen, width: width) { column in
            switch column {
            case .name: CellWidths([name])
            case .company: CellWidths([company])
            case .id: CellWidths([id])
            case .phone: CellWidths([15])
            default: CellWidths([email])
            }
        }
    }

    /// Names of 20 columns, companies of 30, numbers of 15 (usually 16), addresses of 30 and ids of 8, with initials
    /// and gaps.
    @Test(arguments: [
        (28, [ListColumn.name, .company, .id]), (65, [.name, .company, .id]), (83, [.name, .company, .id]),
        (84, [.name, .company, .phone, .id]),
        (115, [.name, .company, .phone, .id]), (116, [.name, .company, .phone, .email, .id]),
        (27, [.name, .id]), (18, [.name, .id]), (17, [.name]), (1, [.name]),
        (nil, [.name, .company, .phone, .email, .id]),
    ])
    func choosesColumnsThatAreWholeForMostBesideNameAndCompany(width: Int?, columns: [ListColumn]) {
        #expect(layout(width: width).columns == columns)
    }

    @Test func aFewLongCellsKeepNoColumnOut() {
        func columns(longCount: Int) -> [ListColumn] {
            let phones = Array(repeating: 20, count: 20 - longCount) + Array(repeating: 90, count: longCount)
            return LineLayout(of: nil, width: 60) { column in
                CellWidths(column == .phone ? phones : column == .name ? [16] : column == .id ? [4] : [])
            }.columns
        }
        #expect(columns(longCount: 2) == [.name, .phone, .id])
        #expect(columns(longCount: 3) == [.name, .id])
    }

    @Test func leavesColumnsWithoutValuesOut() {
        #expect(layout(width: 200, company: 0, email: 0).columns == [.name, .phone, .id])
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
        (80, 20, 30, 8, [20, 30, 8]), (80, 5, 7, 2, [20, 24, 2]), (80, 60, 70, 8, [34, 34, 8]),
        (80, 60, 20, 36, [46, 20, 10]), (40, 20, 30, 8, [14, 14, 8]), (200, 20, 30, 36, [20, 30, 10]),
    ])
    func givesTheWidestColumnsLessFirst(width: Int, name: Int, company: Int, id: Int, widths: [Int]) {
        let layout = layout([.name, .company, .id], width: width, name: name, company: company, id: id)
        #expect(layout.widths == widths)
    }

    @Test func showsAWholeIDBeforeOtherColumnsIfThereIsRoom() {
        #expect(layout([.id, .name], width: 80, id: 36).limits == [36, 42])
        #expect(layout([.id, .name], width: 80, name: 60, id: 36).limits == [18, 60])
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
