import SupplierGoKit
import SupplierGoTesting
import TestSupport
import Testing

@testable import suppliergo

/// The columns of the browser's list, and the order by one of them.
struct BrowserColumnTests {
    private static func suppliers(_ others: String...) throws -> [Supplier] {
        try others.enumerated().map { index, json in
            try Supplier.sample(id: "\(index + 1)", fullname: "Name \(index + 1)", email: "", others: json)
        }
    }

    private static func trial(
        _ columns: String, _ suppliers: [Supplier], width: Int = 80, isComplete: Bool = true
    ) throws -> BrowserTrial {
        let columns = try columns.split(separator: ",").map { try #require(ListColumn.named(String($0))) }
        var trial = BrowserTrial(columns: width, listColumns: columns)
        if isComplete { try trial.load(SupplierTable(suppliers)) }
        return trial
    }

    private static func click(on title: String, in trial: BrowserTrial) throws -> TerminalInput {
        let heading = trial.screen[1]
        let start = try #require(heading.firstRange(of: title)).lowerBound
        return .click(column: heading.distance(from: heading.startIndex, to: start), row: 1)
    }

    private static let three = [
        #""vat":"DE1","address":{"city":"Rome"},"clients":10"#, #""vat":"DE2","address":{"city":"Oslo"},"clients":9"#,
        #""vat":"DE3","address":{}"#,
    ]

    @Test func showsTheColumnsThatAreChosenInTheirOrder() throws {
        let suppliers = try Self.suppliers(Self.three[0], Self.three[1], Self.three[2])
        let trial = try Self.trial("address.city,name,vat,created", suppliers)
        #expect(
            Array(trial.screen[1...4]) == [
                "   address.city  Name               vat  Since",
                "›  Rome          Name 1             DE1  21 January 2021",
                "   Oslo          Name 2             DE2  21 January 2021",
                "                 Name 3             DE3  21 January 2021",
            ])
    }

    @Test func leavesOutAColumnThatNobodyHasAValueFor() throws {
        let suppliers = try Self.suppliers(Self.three[0], Self.three[1])
        #expect(try !Self.trial("name,email,nope,vat", suppliers).screen[1].contains("E-mail"))
        // A list always has a column.
        #expect(try Self.trial("email", suppliers).screen[1].contains("E-mail"))
    }

    @Test func namesTheFieldsThatNoRecordHas() throws {
        let suppliers = try Self.suppliers(Self.three[0], Self.three[1])
        var trial = try Self.trial("name,vatt,vat", suppliers, isComplete: false)
        try trial.load(SupplierTable(suppliers))
        #expect(trial.state.message?.text == "no record has 'vatt': did you mean 'vat'?")
        try trial.expire(.message)
        // Once is enough.
        try trial.end(with: CatalogEnd(source: .location))
        #expect(trial.state.message == nil)
        #expect(try Self.trial("name,vat", suppliers).state.message == nil)
        #expect(try Self.trial("nope", []).state.message == nil)
    }

    @Test func showsWhereAnAvatarIsOnceItIsThere() throws {
        var trial = try Self.trial("name,file", Self.suppliers(Self.three[0]), width: 90)
        #expect(trial.screen[1].contains("File") && !trial.screen[2].contains("/"))
        try trial.send(.avatar(endpoint: "https://example.com/1.png", .loaded(file: "/cache/1.png")))
        #expect(trial.screen[2].contains("/cache/1.png"))
        try trial.send(.input(Self.click(on: "File", in: trial)))
        #expect(trial.state.arrangement.order == .catalog)
    }

    @Test func sortsByTheHeadingThatIsClickedAndReverses() throws {
        let suppliers = try Self.suppliers(Self.three[0], Self.three[1], Self.three[2])
        var trial = try Self.trial("name,clients,vat", suppliers)
        let click = try Self.click(on: "clients", in: trial)
        try trial.send(.input(click))
        #expect(trial.ids == ["2", "1", "3"] && trial.screen[1].contains("clients▲"))
        try trial.send(.input(click))
        #expect(trial.ids == ["1", "2", "3"] && trial.screen[1].contains("clients▼"))
        try trial.send(.input(.click(column: 3, row: 1)))
        #expect(trial.ids == ["1", "2", "3"] && trial.screen[1].contains("Name▲") && !trial.screen[1].contains("▼"))
        // Beside the list, and before its first column, there is no heading.
        let order = trial.state.arrangement
        for column in [0, 2] { try trial.send(.input(.click(column: column, row: 1))) }
        #expect(trial.state.arrangement == order)
    }

    @Test func sortsByTheUsualColumnsToo() throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog(), columns: 200, rows: 30)
        for (title, order) in [("Name", SupplierOrder.name), ("Phone", .phone), ("Id", .id)] {
            try trial.send(.input(Self.click(on: title, in: trial)))
            #expect(trial.state.arrangement.order == order && trial.screen[1].contains(title + "▲"))
        }
        // The faces are no column.
        try trial.send(.input(.click(column: 4, row: 1)))
        #expect(trial.state.arrangement.order == .id)
    }

    @Test func offersTheOtherFieldsToSortBy() throws {
        let suppliers = try Self.suppliers(Self.three[2], Self.three[0], #""a,b":1,".name":"x""#)
        var trial = try BrowserTrial(suppliers)
        try trial.press(.character("s"))
        let others = try #require(trial.menu).items.dropFirst(SupplierOrder.named.count)
        #expect(others.map(\.title) == ["vat", "address", "address.city", "clients", "a,b", ".name"])
        #expect(others.map(\.letter) == ["1", "2", "3", "4", "5", "6"])
        try trial.press(.character("4"))
        #expect(trial.ids == ["2", "1", "3"] && trial.screen[0].hasSuffix("by clients"))
    }

    @Test func listsThePresentOrderIfItOffersNoSuchPath() throws {
        let suppliers = try Self.suppliers(#""sites":[{"n":2}]"#, #""sites":[{"n":1}]"#)
        var trial = try Self.trial("name,sites.n", suppliers)
        try trial.send(.input(Self.click(on: "sites.n", in: trial)))
        try trial.press(.character("s"))
        let menu = try #require(trial.menu)
        #expect(menu.items.map(\.title).suffix(2) == ["sites", "sites.n"] && menu.position == menu.items.count - 1)
        try trial.press(.enter)
        #expect(trial.ids == ["2", "1"] && trial.state.arrangement.order.description == "sites.n")
    }

    @Test func scrollsAMenuThatIsLongerThanTheWindow() throws {
        let members = (1...60).map { "\"field\($0)\":\($0)" }.joined(separator: ",")
        var trial = try BrowserTrial(Self.suppliers(members), columns: 40, rows: 12)
        try trial.press(.character("s"))
        #expect(trial.screen.contains { $0.contains("Sort by") } && trial.screen.contains { $0.contains("› f  the") })
        for _ in 0..<7 { try trial.press(.pageDown) }
        #expect(trial.screen.contains { $0.contains("›    field60 ") } && trial.screen[11].contains("╰"))
        try trial.press(.up, .enter)
        #expect(trial.state.arrangement.order.description == "field59")
    }
}
