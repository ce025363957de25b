import FoundationEssentials
import SupplierGoKit
import Testing

@testable import suppliergo

@Suite struct SupplierUUIDTests {
    private func uuid(_ location: String, _ id: String) throws -> String {
        let formatter = VCardFormatter(catalog: try CatalogLocation(location, relativeTo: "/"), isForTerminal: false)
        return try formatter.uuid(of: #require(Supplier.ID(id))).uuidString
    }

    @Test func isTheSameWheneverItIsAsked() throws {
        // SHA-256 of "https://a.example/catalog.json\n7", its version and variant set (RFC 9562, section 5.8).
        #expect(try uuid("https://a.example/catalog.json", "7") == "ECE0FABD-805A-8743-9A75-B43AD4E1EDD6")
        #expect(
            try uuid("https://ana:secret@a.example/catalog.json", "7") == uuid("https://a.example/catalog.json", "7"))
    }

    @Test func isAnotherForAnotherIdOrCatalog() throws {
        let texts = try [
            uuid("https://a.example/c?list=a", "7"), uuid("https://a.example/c?list=b", "7"), uuid("/c", "7"),
            uuid("-", "7"),
            uuid("https://a.example/c?list=a", "07"),
        ]
        #expect(Set(texts).count == texts.count)
        for text in texts { #expect(text.dropFirst(14).first == "8" && "89AB".contains(text.dropFirst(19).prefix(1))) }
    }
}
