import SupplierGoKit
import Testing

@testable import suppliergo

struct OutputFormatTests {
    @Test(arguments: [OutputFormat.tsv, .csv, .json, .ndjson], [nil, 80])
    func rendersSuppliersOneByOneAsInAList(format: OutputFormat, width: Int?) throws {
        let suppliers = [
            try Supplier.sample(), try .sample(id: "a|b", fullname: "\u{1b}[m\t", avatar: nil, company: "\"x\\,\n"),
            try .sample(id: "3", phone: "", email: "\u{202e}é 山"),
        ]
        try format.expectRendersAsItAppends(suppliers, width: width)
        try format.expectRendersAsItAppends(Array(suppliers.prefix(1)), width: width)
    }

    @Test(arguments: OutputFormat.ofSuppliers)
    func rendersOneByOneWhereNothingBeforeMatters(format: OutputFormat) {
        let formatter = format.makeFormatter(
            style: .plain, width: nil, isForTerminal: false, catalog: .standardInput, query: SupplierQuery(""))
        #expect((formatter.renderer != nil) == ![.card, .vcard, .html].contains(format))
    }
}
