import Testing

@testable import SupplierGoKit

@Suite struct JSONSplitterTests {
    static let catalogs = [
        "[\(Record.text("1")),\(Record.text("2"))]",
        " [ \(Record.text("1")) , \(Record.text("2")) ] \n",
        "\u{feff}[\(Record.text("1")),\(Record.text("2"))]",
        #"{"suppliers":[\#(Record.text("1")),\#(Record.text("2"))]}"#,
        #"{"meta":{"data":[1,{"a":[]}]},"n":1.5e3,"data":[\#(Record.text("1")),\#(Record.text("2"))],"next":null}"#,
        #"{"id":"page 1","d\u0061ta":[\#(Record.text("1")),\#(Record.text("2"))],"items":[true],"data":[{}]}"#,
        #"{"items":[\#(Record.text("1")),\#(Record.text("2"))],"id":7}"#,
        #"{"results":[\#(Record.text("1")),\#(Record.text("2"))]}"#,
        "\(Record.text("1"))\n\(Record.text("2"))",
        "\(Record.text("1"))\r\n\(Record.text("2"))\r\n\r\n",
        "\u{feff}\n\(Record.text("1"))\n\n\(Record.text("2"))\n",
    ]

    @Test(arguments: catalogs)
    func findsTheRecords(catalog: String) {
        let trial = CatalogTrial(catalog)
        #expect(trial.ids == ["1", "2"])
        #expect(trial.badRecords.isEmpty)
        #expect(trial.error == nil)
    }

    static let oddCatalogs = [
        #"[\#(Record.text("1")),{"id":7},[1,[2,{"a":-0.5E+7}]],"\ud83d\ude00\n",-0,12.5e-3,true,false,null,{}]"#,
        #"[\#(Record.text("é ✓ 😀 \\u00e9\\ud83d\\ude00\\\\\\\"\\/\\b\\f\\n\\r\\t")),{"\u0069d":"","x":{"y":[]}}]"#,
        "1\n", "-1.5e+10", #""text""#, "null", "[1,2", #"{"data":[{"id":tru"#, "[1.]", #"["\u12G4"]"#, "[1 2]",
        "\(Record.text("1"))\n12\n[3]\n\"x\"\nnull\n", #"{"a":1}"#, "{\"a\":1}\n\(Record.text("2"))",
        "\(Record.text("1")) \(Record.text("2"))", "\u{feff}", "\u{feff} \n", "[]]", #"{"suppliers":[]}"#,
    ]

    @Test(arguments: catalogs + oddCatalogs)
    func givesTheSameWhereverTheBytesAreCut(catalog: String) {
        CatalogTrial.expectNoDifference(whereverCut: Array(catalog.utf8))
    }

    @Test func givesTheSameOfBytesThatAreNoText() {
        CatalogTrial.expectNoDifference(whereverCut: [0xef, 0xbb, 0x20])
        CatalogTrial.expectNoDifference(whereverCut: Array(#"[{"id":""#.utf8) + [0xff, 0xc0] + Array(#""}]"#.utf8))
        CatalogTrial.expectNoDifference(whereverCut: Array("[1]".utf8) + [0xff])
    }

    @Test func countsRecordsAndBytesAcrossChunks() {
        let catalog = "\u{feff}[\(Record.text("1")), 7 ,\"é\",\(Record.text("4")),null]"
        let bytes = Array(catalog.utf8)
        let offset = 3 + 1 + Record.text("1").utf8.count + 2
        for size in [1, 2, 3, 50, bytes.count] {
            let chunks = stride(from: 0, to: bytes.count, by: size).map {
                Array(bytes[$0..<min($0 + size, bytes.count)])
            }
            let trial = CatalogTrial(chunks: chunks)
            #expect(trial.ids == ["1", "4"])
            #expect(trial.badRecords.map(\.record) == [2, 3, 5])
            #expect(trial.badRecords.map(\.byteOffset) == [offset, offset + 3, bytes.count - 5])
        }
    }

    @Test func givesARecordWithTheChunkThatEndsIt() throws {
        var splitter = JSONSplitter()
        func recordCounts(_ chunk: String) throws -> [Int] {
            try splitter.split(Array(chunk.utf8))
            return DecodedBatch.batches(of: splitter.takePieces()).map(\.recordCount)
        }
        #expect(try recordCounts("[\(Record.text("1"))") == [1])
        #expect(try recordCounts(",{\"id\":") == [])
        #expect(try recordCounts("2},\(Record.text("3")),{") == [2])
    }

    @Test func decodesManyRecordsInBatches() throws {
        let catalog = "[" + repeatElement("{}", count: 10_000).joined(separator: ",") + "]"
        var splitter = JSONSplitter()
        try splitter.split(Array(catalog.utf8))
        try splitter.finish()
        let batches = DecodedBatch.batches(of: splitter.takePieces())
        #expect(batches.map(\.recordCount) == [2048, 2048, 2048, 2048, 1808])
        #expect(batches[4].badRecords.last?.byteOffset == catalog.utf8.count - 3)
    }

    @Test(arguments: [31, 32, 33, 64, 65, 200])
    func keepsEveryMemberOfARecord(count: Int) throws {
        let names = (0..<count).map { $0 == 32 ? "" : "name\($0)" }
        let members = names.indices.map { #""\#(names[$0])":"\#(String(repeating: "é", count: $0 % 12))""# }
        let record = Array("[\(Record.text("1").dropLast()),\(members.joined(separator: ","))}]".utf8)
        for chunkSize in [1, 7, 64, 1 << 20] {
            let read = CatalogReading(of: record.cut(every: chunkSize), as: DecodingPlan(keepsOtherFields: true))
            let others = try #require(read.batch.suppliers.first?.otherFields.shown)
            #expect(others.map(\.path) == names)
            #expect(others.map { $0.value.text?.count } == names.indices.map { $0 % 12 })
        }
    }

    @Test(arguments: [1 << 26, 1 << 16])
    func passesOverARecordThatIsTooLarge(chunkSize: Int) {
        let large =
            #"{"id":"2","junk":[""# + String(repeating: "x", count: RecordPiece.recordByteLimit) + #"",1,[2]]}"#
        let bytes = Array("[\(Record.text("1")),\(large),\(Record.text("3"))]".utf8)
        let chunks = stride(from: 0, to: bytes.count, by: chunkSize).map {
            Array(bytes[$0..<min($0 + chunkSize, bytes.count)])
        }
        let trial = CatalogTrial(chunks: chunks)
        #expect(trial.ids == ["1", "3"])
        #expect(
            trial.badRecords == [
                SupplierBatch.BadRecord(
                    record: 2, byteOffset: Record.text("1").utf8.count + 2, path: "",
                    reason: "expected a record of at most 16777216 bytes, found a longer one")
            ])
        #expect(trial.error == nil)
    }

    /// What follows an element that is too long is in the same 64 bytes as its end, with brackets and without.
    @Test(arguments: [1 << 26, 1 << 16])
    func readsWhatFollowsAnElementThatIsTooLarge(chunkSize: Int) {
        let large = "\"" + String(repeating: "x", count: RecordPiece.recordByteLimit) + "\""
        for rest in [#"{"id":"2"}"#, "1,2,3", #"[{"id":"2"},1]"#] {
            let catalog = Array("[\(Record.text("1")),\(large),\(rest),\(Record.text("3")),\(Record.text("4"))]".utf8)
            let trial = CatalogTrial(chunks: catalog.cut(every: chunkSize))
            #expect(trial.ids == ["1", "3", "4"] && trial.error == nil, "\(rest)")
            #expect(trial.badRecords.map(\.record) == Array(2..<(rest == "1,2,3" ? 6 : 4)), "\(rest)")
        }
    }

    @Test(arguments: [1 << 26, 1 << 16])
    func goesOnAfterAFirstLineThatIsTooLarge(chunkSize: Int) {
        let large = #"{"id":"1","junk":""# + String(repeating: "x", count: RecordPiece.recordByteLimit) + #""}"#
        let catalog = Array("\(large)\n\(Record.text("2"))\n\(Record.text("3"))\n".utf8)
        let trial = CatalogTrial(chunks: catalog.cut(every: chunkSize))
        #expect(trial.ids == ["2", "3"] && trial.error == nil)
        #expect(trial.badRecords.map(\.record) == [1])
    }

    /// The line feed after the record that is too long comes with it, or alone, or with the next record.
    @Test(arguments: [0, 1, 2])
    func findsTheLineAfterARecordThatIsTooLarge(byteCount: Int) {
        let long = String(repeating: "x", count: RecordPiece.recordByteLimit)
        let start = Array("\(Record.text("1"))\n{\"id\":\"2\",\"junk\":\"\(long)".utf8)
        let end = Array("\"}\n\(Record.text("3"))\n".utf8)
        let chunks = [start, Array(end[..<(byteCount + 1)]), Array(end[(byteCount + 1)...])]
        for chunks in [chunks, [start + chunks[1], chunks[2]]] {
            let trial = CatalogTrial(chunks: chunks)
            #expect(trial.ids == ["1", "3"] && trial.error == nil)
            #expect(trial.badRecords.map(\.record) == [2])
        }
    }
}
