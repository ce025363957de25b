import Testing

@testable import SupplierGoKit

@Suite struct CatalogSplitterTests {
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
        var splitter = CatalogSplitter()
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
        var splitter = CatalogSplitter()
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

    /// Catalogs with two suppliers, and something long in them, of which not each chunk brings twice as much.
    @Test(arguments: [
        "[1,§,2]", "1\n§\n2\n", #"{"included":§,"data":[1,2],"total":2}"#,
        #"{"data":[1,2],"included":[§,§],"total":2}"#,
        "id,createdAt,fullname,phone,company,email,note\n1,,A,,,,\n2,,B,,,,\"§\"\n", #"{"a":oops,"b":§}"#,
    ])
    func givesTheSameOfWhatIsLongWhereverTheBytesAreCut(form: String) {
        let long = String(repeating: "x,", count: 50_000)
        let isCSV = form.hasPrefix("id")
        let records = isCSV ? form : form.replacing(/[12](?=[,\]\n])/) { Record.text(String($0.output)) }
        let catalog = Array(records.replacing("§", with: isCSV ? long : #"{"long":"\#(long)"}"#).utf8)
        let whole = CatalogTrial(chunks: [catalog])
        #expect(whole.ids == (form.contains("oops") ? [] : ["1", "2"]))
        for size in [4093, 1 << 15, 70_000, catalog.count - 20] {
            #expect(CatalogTrial(chunks: catalog.cut(every: size)) == whole, "cut every \(size)")
        }
    }

    /// Records that are too long, and members before them. Their beginnings are valid, or not.
    @Test(arguments: [
        (#"[1,{"long":""#, 3, nil), (#"{"included":""#, 0, nil), (#"[1,{"id":"2,"long":""#, 13, UInt8(ascii: "l")),
        (#"{"id":tru,"x":""#, 9, UInt8(ascii: ",")),
    ])
    func endsAtWhatIsTooLong(start: String, at index: Int, found: UInt8?) {
        let beginning = start.replacing("1", with: Record.text("1"))
        let offset = index + beginning.utf8.count - start.utf8.count
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 25)
        let chunks = [Array(beginning.utf8), chunk, chunk, chunk, chunk]
        let trial = CatalogTrial(chunks: chunks)
        #expect(trial.ids == (start.contains("1") ? ["1"] : []))
        switch trial.error {
        case .tooLarge(let byteOffset, _)?: #expect(byteOffset == offset && found == nil)
        case .malformed(let byteOffset, _, let byte)?: #expect(byteOffset == offset && byte == found)
        default: Issue.record("\(String(describing: trial.error))")
        }
    }

    /// A server that sends a long record slowly has each of its bytes looked at three times, and not with each chunk.
    @Test func looksAtALongRecordAFewTimes() throws {
        var (buffer, count, byteCount) = (ChunkBuffer(), 0, 0)
        while !buffer.isFull {
            try buffer.append([UInt8](repeating: 0, count: 1 << 16))
            byteCount += 1 << 16
            if buffer.canTryAgain(isWhole: false) { count += buffer.bytes.count }
        }
        #expect(count < 4 * byteCount)
        #expect(throws: CatalogSyntaxError.tooLarge(byteOffset: 0, limit: 1 << 26)) { try buffer.append([0]) }
    }
}
