import SupplierGoKit
import Testing

@testable import suppliergo

/// What a card says of an edit.
struct EditNoteTests {
    private let then: Timestamp
    private let now: Timestamp

    init() throws {
        then = try #require(Timestamp("2026-11-20T09:00:00Z"))
        now = try #require(Timestamp("2026-11-23T10:00:00Z"))
    }

    private func rows(_ edited: SupplierEdits.Applied?) throws -> [String] {
        try #require(edited).noteFields(at: now, catalog: nil).map { "\($0.name) \($0.value)" }
    }

    private func edits(_ values: [Supplier.Field: String], of supplier: Supplier) throws -> SupplierEdits {
        var edits = SupplierEdits()
        try edits.change(values, of: supplier.id, original: supplier, at: then)
        return edits
    }

    @Test func saysSinceWhenAndWhatItWas() throws {
        let supplier = try Supplier.sample(phone: "020 555 01 13", email: "")
        let edits = try edits([.phone: "+351 21 555", .email: "a@b.example"], of: supplier)
        #expect(
            try rows(edits[supplier.id]?.applied(to: supplier)) == [
                "Edited 3 days ago: phone (was 020 555 01 13), email (was empty)"
            ])
    }

    @Test func saysWhatTheCatalogHasNow() throws {
        let edits = try edits([.phone: "+351 21 555"], of: try .sample(phone: "020"))
        let now = try Supplier.sample(phone: "030\u{1b}[2J")
        #expect(
            try rows(edits[now.id]?.applied(to: now)) == [
                "Edited 3 days ago: phone (was 020)",
                "Conflict the catalog now has phone 030\\u{1b}[2J; 'suppliergo edits --take 1' takes it, "
                    + "'--keep 1' keeps yours",
            ])
        #expect(try rows(edits[now.id]?.applied(to: .sample(phone: "+351 21 555"))).isEmpty)
    }

    @Test func saysThatASupplierWasAdded() throws {
        var edits = SupplierEdits()
        let id = try #require(Supplier.ID("new"))
        try edits.add(id, [.fullname: "Ana Lima", .company: "C"], at: then)
        #expect(try rows(edits[id]?.applied(to: nil)) == ["Added 3 days ago"])
    }

    @Test(arguments: OutputFormat.ofSuppliers)
    func formatsRenderAnEditedSupplierAsTheyAppendIt(format: OutputFormat) throws {
        let supplier = try Supplier.sample()
        let edits = try edits([.phone: "1234", .avatar: ""], of: supplier)
        let edited = try #require(edits[supplier.id]?.applied(to: supplier).supplier)
        #expect(format.rendering([edited]).contains("1234"))
        let hasRenderer =
            format.makeFormatter(
                style: .plain, width: nil, isForTerminal: false, catalog: .standardInput, query: SupplierQuery("")
            ).renderer != nil
        if hasRenderer { try format.expectRendersAsItAppends([supplier, edited, supplier], width: nil) }
        let names = format == .json || format == .ndjson
        #expect(format.rendering([edited]).contains(#""edited":["phone","avatar"]}"#) == names)
        #expect(!format.rendering([supplier]).contains(#""edited""#))
    }
}
