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
        #expect(asked(state.update(.arrived(SupplierTable(suppliers), source: .location))) == ["1"])
        #expect(asked(state.update(.loadingEnded(CatalogEnd(source: .location)))) == [])
        #expect(asked(state.update(.input(.key(.down)))) == ["2"])
        #expect(asked(state.update(.resized(CellSize(columns: 60, rows: 30)))) == ["-"])
        #expect(asked(state.update(.input(.key(.down)))) == [])
        #expect(asked(state.update(.input(.key(.enter)))) == ["3"])
        var other = self.state(columns: 120, hasDetails: false)
        #expect(asked(other.update(.arrived(SupplierTable(suppliers), source: .location))) == [])
    }

    @Test func completeTheCardOfTheirSupplier() async throws {
        var configuration = SupplierLoader.Configuration()
        configuration.shape = try CatalogShape([.detail: "details/{id}"])
        let dataLoader = ScriptedDataLoader(
            suppliers: suppliers,
            details: [Supplier.ID(1): .ok(Array(#"{"rating":"five"}"#.utf8)), Supplier.ID(2): .status(500)])
        let loader = SupplierLoader(
            location: .remote(SampleData.catalogURL), configuration: configuration, dataLoader: dataLoader, cache: nil)
        var state = state(columns: 120)
        _ = state.update(.arrived(SupplierTable(suppliers), source: .location))
        for supplier in suppliers.prefix(2) {
            _ = state.update(.detailed(supplier, try await loader.details(of: supplier)))
        }
        func screen() -> String { state.draw().lines.joined(separator: "\n") }
        #expect(screen().contains("five") && !screen().contains("Details"))
        _ = state.update(.input(.key(.down)))
        #expect(screen().contains(/Details +status 500/))
        // A key that tries again what failed asks once more.
        #expect(asked(state.retry() + state.requestDetails()) == ["2"])
    }
}
