import Testing

@testable import SupplierGoKit

@Suite struct RecordScannerTests {
    static let catalogs = [
        "[\(Record.text("1")),\(Record.text("2"))]",
        " [ \(Record.text("1")) , \(Record.text("2")) ] \n",
        "\u{feff}[\(Record.text("1")),\(Record.text("2"))]",
        #"{"suppliers":[\#(Record.text("1")),\#(Record.text("2"))]}"#,
        #"{"meta":{"data":[1,{"a":[]}]},"n":1.5e3,"data":[\#(Record.text("1")),\#(Record.text("2"))],"next":null}"#,
        #"{"id":"page 1","d\u0061ta":[\#(Record.text("1")),\#(Record.text("2"))],"items":[true]}"#,
        #"{"results":[\#(Record.text("1")),\#(Record.text("2"))]}"#,
        "\(Record.text("1"))\n\(Record.text("2"))",
        "\(Record.text("1"))\r\n\(Record.text("2"))\r\n\r\n",
        "\u{feff}\n\(Record.text("1"))\n\n\(Record.text("2"))\n",
    ]

    @Test(arguments: catalogs)
    func findsTheRecords(catalog: String) {
        let trial = CatalogTrial(catalog)
        #expect(Record.ids(trial) == ["1", "2"])
        #expect(trial.issues.isEmpty)
        #expect(trial.fault == nil)
    }

    @Test(arguments: catalogs)
    func givesTheSameWhereverTheBytesAreCut(catalog: String) {
        let bytes = Array(catalog.utf8)
        let whole = CatalogTrial(chunks: [bytes])
        for cut in 0...bytes.count {
            #expect(CatalogTrial(chunks: [Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
        }
        #expect(CatalogTrial(chunks: bytes.map { [$0] }) == whole)
    }
}
