import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct CatalogEnvelopeTests {
    /// Reads a catalog whole and cut in two at each byte, and expects the same envelope.
    private static func envelope(
        of text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> CatalogEnvelope {
        let bytes = Array(text.utf8)
        let whole = try envelope(ofChunks: [bytes])
        for cut in bytes.indices {
            let parts = try envelope(ofChunks: [Array(bytes[..<cut]), Array(bytes[cut...])])
            #expect(parts == whole, "cut at \(cut)", sourceLocation: sourceLocation)
        }
        #expect(try envelope(ofChunks: bytes.map { [$0] }) == whole, sourceLocation: sourceLocation)
        return whole
    }

    private static func envelope(ofChunks chunks: [[UInt8]]) throws(CatalogSyntaxError) -> CatalogEnvelope {
        var scanner = RecordScanner()
        for chunk in chunks { try scanner.scan(chunk) }
        try scanner.finish()
        return scanner.envelope
    }

    static let links: [(members: String, next: CatalogEnvelope.Link)] = [
        (#""next":"https://a.example/c?page=2""#, .page("https://a.example/c?page=2")),
        (#""next":"http://a.example/""#, .page("http://a.example/")), (#""next":"/c?page=2""#, .page("/c?page=2")),
        (#""n\u0065xt":"?p\u0061ge=2""#, .page("?page=2")), (#""next":null"#, .none), (#""next":"""#, .none),
        (#""links":{"self":"/","next":"/2"}"#, .page("/2")), (#""links":{"next":{"href":"/2"}}"#, .page("/2")),
        (#""links":{"next":null}"#, .none), (#""links":{"next":{"href":null}}"#, .none),
        (#""links":[{"url":null}]"#, .none),
        (#""_links":{"next":{"href":"/2","templated":false}}"#, .page("/2")),
        (#""_links":{"self":{"href":"/1"}}"#, .none),
        (#""@odata.nextLink":"https://a.example/$skip=2""#, .page("https://a.example/$skip=2")),
        (#""next_page_url":"/2","links":[]"#, .page("/2")), (#""previous":"/1","first":"/1""#, .none),
        (#""next":2"#, .unusable("'next' is the number 2")), (#""next":false"#, .none), (#""next":["/2"]"#, .none),
        (#""next":"eyJpZCI6""#, .unusable("'next' is \"eyJpZCI6\"")),
        (#""next":{"page":2}"#, .none),
        (#""links":{"next":7}"#, .unusable("'links.next' is the number 7")),
        (#""links":{"next":{"href":7}}"#, .unusable("'links.next.href' is the number 7")),
        (#""next":2,"next_page_url":"/2""#, .page("/2")), (#""next":null,"@odata.nextLink":"/2""#, .page("/2")),
        (#""next":"/1","next":"/2""#, .page("/2")), (#""meta":{"next":"/2"}"#, .none),
    ]

    @Test(arguments: links)
    func findsTheNextPageBeforeAndAfterTheArray(members: String, next: CatalogEnvelope.Link) throws {
        let records = #""data":[{"id":"1","next":"/no","links":{"next":"/no"},"total":9},{}]"#
        #expect(try Self.envelope(of: "{\(members),\(records)}").next == next)
        #expect(try Self.envelope(of: "{\(records),\(members)}").next == next)
        #expect(try Self.envelope(of: "{ \"a\" : [ { } ] , \(members) , \(records) , \"b\" : 1 }").next == next)
    }

    static let totals: [(members: String, total: Int?)] = [
        (#""count":40"#, 40), (#""total":0"#, 0), (#""totalCount":1e2"#, 100), (#""@odata.count":7"#, 7),
        (#""totalResults":"12""#, 12), (#""count":20,"total":40"#, 40), (#""count":null"#, nil), (#""count":1.5"#, nil),
        (#""count":{"total":3}"#, nil), (#""total":99999999999999999999"#, nil), (#""size":3"#, nil),
    ]

    @Test(arguments: totals)
    func findsTheTotalBeforeAndAfterTheArray(members: String, total: Int?) throws {
        #expect(try Self.envelope(of: #"{\#(members),"items":[{"count":5}]}"#).total == total)
        #expect(try Self.envelope(of: #"{"items":[{"count":5}],\#(members)}"#).total == total)
    }

    @Test(arguments: [
        #"[{"next":"/2","count":3}]"#, #"{"id":"1","next":"/2","count":3}"#,
        "{\"id\":\"1\",\"next\":\"/2\"}\n{\"id\":\"2\",\"next\":\"/3\",\"total\":9}",
    ])
    func takesNoMemberOfARecordForIts(catalog: String) throws {
        #expect(try Self.envelope(of: catalog) == CatalogEnvelope())
    }

    @Test func keepsRecordsApartFromMembersAfterThem() {
        let catalog =
            #"{"data":[\#(Record.text("1")),\#(Record.text("2"))],"links":{"next":{"href":"/2"}},"count":"2"}"#
        #expect(CatalogTrial(catalog).ids == ["1", "2"])
        CatalogTrial.expectNoDifference(whereverCut: Array(catalog.utf8))
    }

    @Test func dropsAMemberThatIsTooLarge() throws {
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: RecordScanner.recordByteLimit)
        var chunks = [Array(#"{"data":[{}],"next":"/"#.utf8)] + [long, long]
        chunks.append(Array(#"","next_page_url":"/2"}"#.utf8))
        #expect(try Self.envelope(ofChunks: chunks).next == .page("/2"))
    }
}
