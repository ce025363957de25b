import SupplierGoKit
import SupplierGoTesting
import Testing

@testable import suppliergo

@Suite struct BrowserDetailsTests {
    private let suppliers = SampleData.suppliers(3)

    private func state(columns: Int, hasDetails: Bool = true) -> BrowserState {
        var setting = BrowserSetting(catalogName: "c.json")
        setting.hasDetails = hasDetails
        return BrowserState(setting, size: CellSize(columns: columns, rows: 30))
    }

    /// The suppliers whose details are asked for, and `-` for none.
    private func asked(_ effects: [BrowserEffect]) -> [String] {
        effects.compactMap { effect in
            if case .showDetails(let supplier) = effect { supplier?.id.rawValue ?? "-" } else { nil }
        }
    }

    @Test func areAskedForWhileTheCardIsInView() throws {
        var state = state(columns: 120)
        let table = SupplierTable(suppliers)
        #expect(asked(state.update(.catalog(ShownCatalog(table: table)))) == ["1"])
        #expect(asked(state.update(.catalog(ShownCatalog(table: table, isLoading: false)))) == [])
        #expect(asked(state.update(.input(.key(.down)))) == ["2"])
        #expect(asked(state.update(.resized(CellSize(columns: 60, rows: 30)))) == ["-"])
        #expect(asked(state.update(.input(.key(.down)))) == [])
        #expect(asked(state.update(.input(.key(.enter)))) == ["3"])
        var other = self.state(columns: 120, hasDetails: false)
        #expect(asked(other.update(.catalog(ShownCatalog(table: table)))) == [])
    }

    private func details(
        of supplier: Supplier, _ reply: ScriptedDataLoader.Reply
    ) async throws -> SupplierLoader.Details {
        var configuration = SupplierLoader.Configuration()
        configuration.shape = try CatalogShape([.detail: "details/{id}"])
        let dataLoader = ScriptedDataLoader(suppliers: [supplier], details: [supplier.id: reply])
        let loader = SupplierLoader(
            location: .remote(SampleData.catalogURL), configuration: configuration, dataLoader: dataLoader, cache: nil)
        return try await loader.details(of: supplier)
    }

    private func details(of supplier: Supplier, _ body: String) async throws -> SupplierLoader.Details {
        try await details(of: supplier, .ok(Array(body.utf8)))
    }

    @Test func completeTheCardOfTheirSupplier() async throws {
        var state = state(columns: 120)
        _ = state.update(.catalog(ShownCatalog(table: SupplierTable(suppliers))))
        _ = state.update(.detailed(suppliers[0], try await details(of: suppliers[0], #"{"rating":"five"}"#)))
        _ = state.update(.detailed(suppliers[1], try await details(of: suppliers[1], .status(500))))
        func screen() -> String { state.draw().lines.joined(separator: "\n") }
        #expect(screen().contains("five") && !screen().contains("Details"))
        _ = state.update(.input(.key(.down)))
        #expect(screen().contains(/Details +status 500/))
        // A key that tries again what failed asks once more, and not if nothing has.
        let retry = BrowserEvent.input(.key(.character("R")))
        #expect(asked(state.update(retry)) == ["2"])
        #expect(!screen().contains("Details"))
        #expect(asked(state.update(retry)).isEmpty && state.message?.text == "nothing has failed")
        // One that reads the catalog again always does.
        state.catalog.isLoading = false
        #expect(asked(state.update(.input(.key(.character("r"))))) == ["2"])
    }

    private static let accounts = #"{"email":"filled@x.example","accounts":[{"kind":"IRA"},{"kind":"Roth"}]}"#

    /// Its own fields are those of the new record at once.
    @Test(arguments: [true, false]) func stayWhileThoseOfTheChangedRecordAreOnTheirWay(isEdit: Bool) async throws {
        var state = state(columns: 120)
        let (former, changed) = (try record(phone: "111"), try record(phone: "999"))
        _ = state.update(.catalog(ShownCatalog(table: SupplierTable([former]))))
        _ = state.update(.detailed(former, try await details(of: former, Self.accounts)))
        for key in [Key.enter, .down] { _ = state.update(.input(.key(key))) }
        let changes = isEdit ? nil : CatalogChanges([])
        func again(_ supplier: Supplier) -> BrowserEvent {
            .catalog(ShownCatalog(table: SupplierTable([supplier]), isLoading: false, changes: changes))
        }
        #expect(asked(state.update(again(changed))) == ["1"])
        #expect(state.level.chosen == 1 && state.cardSupplier?.phone == "999")
        #expect(state.cardSupplier?.email == "filled@x.example")
        _ = state.update(.input(.key(.enter)))
        #expect(state.way.last == "Roth")
        _ = state.update(again(former))
        #expect(state.way.last == "Roth")
        // Those that have come count, and not those of another record.
        _ = state.update(.detailed(former, try await details(of: former, #"{"accounts":[{"kind":"IRA"}]}"#)))
        _ = state.update(again(changed))
        #expect(state.levels.count == 1 && state.card?.lines.elementCount == 1)
    }

    private func record(phone: String) throws -> Supplier { try .sample(id: "1", phone: phone, email: "") }

    @Test func areUsedForMarkedSuppliersToo() async throws {
        var state = state(columns: 120)
        let supplier = try record(phone: "111")
        _ = state.update(.catalog(ShownCatalog(table: SupplierTable([supplier]))))
        _ = state.update(.detailed(supplier, try await details(of: supplier, Self.accounts)))
        _ = state.update(.input(.key(.character(" "))))
        guard case .write(let written)? = state.update(.input(.key(.character("e")))).first else {
            return #expect(Bool(false))
        }
        #expect(written.map(\.email) == ["filled@x.example"])
        _ = state.update(.input(.key(.character("y"))))
        guard case .copy(let text)? = state.update(.input(.key(.character("e")))).first else {
            return #expect(Bool(false))
        }
        #expect(text == "filled@x.example")
    }
}
