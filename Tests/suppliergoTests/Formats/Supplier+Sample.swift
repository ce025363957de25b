import SupplierGoKit
import Testing

@testable import suppliergo

extension Supplier {
    /// A supplier like those of real catalogs, but for what a test gives.
    static func sample(
        id: String = "1", createdAt: String = "2021-01-21T09:11:16.040Z", fullname: String = "Matteo Hamill",
        avatar: String? = "https://example.com/1.png", phone: String = "1-789-686-0305",
        company: String = "Murphy, Kerluke and Swift", email: String = "Laurianne.Bashirian68@yahoo.com",
        others: String = ""
    ) throws -> Supplier {
        var supplier = Supplier(
            id: try #require(ID(id)), createdAt: Timestamp(createdAt), fullname: fullname,
            avatar: avatar.flatMap { Avatar(endpoint: $0) }, phone: phone, company: company, email: email)
        supplier.otherFields = Supplier.OtherFields(json: Array(others.utf8), exportedByteCount: others.utf8.count)
        return supplier
    }
}

extension SupplierFormatter {
    /// Adds a supplier.
    mutating func append(
        _ supplier: Supplier, _ avatar: ListedAvatar = ListedAvatar(), into output: inout [UInt8]
    ) {
        var text: [UInt8] = []
        let fields = FieldRanges(of: supplier, writtenTo: &text)
        add(fields, in: text.span, avatar, into: &output)
    }
}

extension OutputFormat {
    /// What the format makes of suppliers, from the first byte to the last.
    func rendering(
        _ suppliers: [Supplier], cached entry: CacheEntry? = nil,
        style: TextStyle = TextStyle(usesColor: false, usesUnicode: true), width: Int? = nil,
        columns: [ListColumn]? = nil, catalog: CatalogLocation = .standardInput, query: String = "",
        image: [UInt8]? = nil
    ) -> String {
        var formatter = makeFormatter(
            style: style, width: width, isForTerminal: width != nil, columns: columns, catalog: catalog,
            query: SupplierQuery(query))
        var output: [UInt8] = []
        output.append(formatter.begin(asOf: nil))
        output += formatter.layOut(for: suppliers.map { ($0, entry?.file) })
        let avatar = ListedAvatar(entry: entry, image: image)
        var added: [UInt8] = []
        for supplier in suppliers { formatter.append(supplier, avatar, into: &added) }
        output += formatter.joining(added, isFirst: true)
        output.append(formatter.end(isEmpty: suppliers.isEmpty))
        return String(decoding: output, as: UTF8.self)
    }

    /// Expects that suppliers that are rendered one by one, in two batches, are printed as if each was added.
    func expectRendersAsItAppends(
        _ suppliers: [Supplier], width: Int?, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var formatter = makeFormatter(
            style: TextStyle(usesColor: false, usesUnicode: true), width: width, isForTerminal: width != nil,
            catalog: .standardInput, query: SupplierQuery(""))
        let renderer = try #require(formatter.renderer, sourceLocation: sourceLocation)
        var output: [UInt8] = []
        output.append(formatter.begin(asOf: nil))
        var isFirst = true
        for batch in [suppliers.prefix(1), suppliers.dropFirst(1)] {
            var rendered: [UInt8] = []
            for supplier in batch { #expect(renderer.render(supplier, into: &rendered)) }
            output += formatter.joining(rendered, isFirst: isFirst)
            isFirst = false
        }
        output.append(formatter.end(isEmpty: false))
        #expect(
            String(decoding: output, as: UTF8.self) == rendering(suppliers, width: width),
            sourceLocation: sourceLocation)
    }

    /// Expects that fields without escapes are copied as they are written.
    func expectCopies(of supplier: Supplier, width: Int?, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let formatter = makeFormatter(
            style: TextStyle(usesColor: false, usesUnicode: true), width: width, isForTerminal: width != nil,
            catalog: .standardInput, query: SupplierQuery(""))
        let renderer = try #require(formatter.renderer, sourceLocation: sourceLocation)
        var text = Array("before".utf8)
        var fields = FieldRanges(of: supplier, writtenTo: &text)
        var (copied, written): ([UInt8], [UInt8]) = ([], [])
        #expect(renderer.render(fields, in: text.span, into: &written), sourceLocation: sourceLocation)
        fields.isPlain = true
        #expect(renderer.render(fields, in: text.span, into: &copied), sourceLocation: sourceLocation)
        #expect(copied == written, sourceLocation: sourceLocation)
    }
}
