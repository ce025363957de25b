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
        let reading = CatalogReading(of: chunks)
        if let error = reading.error { throw error }
        return reading.envelope
    }

    static let links: [(members: String, next: CatalogEnvelope.Link)] = [
        (#""next":"https://a.example/c?page=2""#, .page("https://a.example/c?page=2")),
        (#""next":"HTTP://a.example/""#, .page("HTTP://a.example/")), (#""next":"/c?page=2""#, .page("/c?page=2")),
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
        (#""next":{"href":"/2"}"#, .page("/2")), (#""paging":{"next":{"after":"2","link":"/2"}}"#, .page("/2")),
        (#""nextLink":"/2""#, .page("/2")), (#""next_page_uri":"/2""#, .page("/2")),
        (#""nextPageUrl":"/2""#, .page("/2")), (#""nextRecordsUrl":"/2""#, .page("/2")),
        (#""links":[{"rel":"self","href":"/1"},{"rel":"next","href":"/2"}]"#, .page("/2")),
        (#""link":[{"relation":"self","url":"/1"},{"relation":"next","url":"/2"}]"#, .page("/2")),
        (#""_links":{"next":[{"href":"/2"}]}"#, .page("/2")),
        (#""_links":{"next":{"href":"/2?page=1&size=2{&sort}","templated":true}}"#, .page("/2?page=1&size=2")),
        (#""links":[{"rel":"prev","href":"/1"}]"#, .none), (#""links":[{"rel":"next"}]"#, .none),
        (#""nextPage":"/2""#, .none),
        (#""links":[{"rel":"next","href":2}]"#, .unusable("'links.next.href' is the number 2")),
    ]

    @Test(arguments: links)
    func findsTheNextPageBeforeAndAfterTheArray(members: String, next: CatalogEnvelope.Link) throws {
        let records = #""data":[{"id":"1","next":"/no","links":{"next":"/no"},"total":9},{}]"#
        #expect(try Self.envelope(of: "{\(members),\(records)}").next == next)
        #expect(try Self.envelope(of: "{\(records),\(members)}").next == next)
        #expect(try Self.envelope(of: "{ \"a\" : [ { } ] , \(members) , \(records) , \"b\" : 1 }").next == next)
    }

    @Test func eachNameThatIsFollowedOrCountedHasAMeaning() {
        for path in PageNames.links + PageNames.totals {
            let steps = path.text == "total.value" ? ["total"] : path.steps
            #expect(PageNames.meaning(of: steps) != nil, "\(path.text)")
        }
    }

    /// Members beside the array with the clause that names what says that there is more.
    static let signs: [(members: String, clause: String?)] = [
        (#""has_more":true"#, "'has_more' is true"), (#""hasMore":true"#, "'hasMore' is true"),
        (#""page":{"hasNextPage":true,"endCursor":"x"}"#, "'page.hasNextPage' is true"),
        (#""info":{"page":1,"more_records":"true"}"#, "'info.more_records' is true"),
        (#""a":{"b":{"more_items_in_collection":true}}"#, "'a.b.more_items_in_collection' is true"),
        (#""a":{"b":{"c":{"has_more":true}}}"#, nil), (#""a":[{"has_more":true}]"#, nil),
        (#""last":false,"totalPages":2"#, "'last' is false"), (#""isLast":false"#, "'isLast' is false"),
        (#""meta":{"total":9}"#, "'meta.total' is 9"), (#""summary":{"total":900}"#, nil),
        (#""a":{"pagination":{"total":"9"}}"#, "'a.pagination.total' is 9"),
        (#""Meta":{"CurrentPage":1,"TotalNumberOfPages":2}"#, "'Meta.TotalNumberOfPages' is 2"),
        (#""odata.nextLink":"Vendors?$skip=2""#, #"'odata\.nextLink' is not empty"#),
        (#""page":{"number":0,"totalPages":2}"#, "'page.totalPages' is 2"),
        (#""customer":{"number":10045},"totalPages":3"#, "'totalPages' is 3"), (#""number":3,"totalPages":3"#, nil),
        (#""done":false"#, "'done' is false"), (#""last_page":false"#, "'last_page' is false"),
        (#""nextPageToken":"a""#, "'nextPageToken' is not empty"),
        (#""next_cursor":"a""#, "'next_cursor' is not empty"),
        (#""meta":{"nextCursor":"a"}"#, "'meta.nextCursor' is not empty"),
        (#""offset":"itr/1""#, "'offset' is not empty"),
        (#""metadata":{"continue":"a"}"#, "'metadata.continue' is not empty"),
        (#""pages":{"next":{"page":2,"starting_after":"a"}}"#, "'pages.next.starting_after' is not empty"),
        (#""pageCount":2"#, "'pageCount' is 2"), (#""total_pages":"2""#, "'total_pages' is 2"),
        (#""meta":{"last_page":2}"#, "'meta.last_page' is 2"), (#""M":{"@TotalPages":2}"#, "'M.@TotalPages' is 2"),
        (#""page":{"totalElements":3}"#, "'page.totalElements' is 3"),
        (#""meta":{"next_page":2}"#, "'meta.next_page' is 2"),
        (#""pagination":{"nextPage":"/2"}"#, "'pagination.nextPage' is a URL"),
        (#""a":{"next.url":"/2"}"#, #"'a.next\.url' is a URL"#),
        (#""a":{"next":{"href":"/2"}}"#, "'a.next.href' is a URL"),
        (#""next_cursor":"""#, nil), (#""next_cursor":null"#, nil), (#""offset":0"#, nil), (#""limit":100"#, nil),
        (#""endCursor":"a""#, nil), (#""cursor":"a""#, nil), (#""after":"a""#, nil), (#""url":"/2""#, nil),
        (#""totalPages":1,"pageCount":1"#, nil), (#""info":{"count":9}"#, nil), (#""totalElements":2"#, nil),
        (#""has_more":false,"next_cursor":"a","total_pages":5"#, nil), (#""last":true,"a":{"has_more":true}"#, nil),
        (#""has_more":true,"job":{"done":true}"#, "'has_more' is true"), (#""a":{"done":true,"hasMore":true}"#, nil),
        (#""hasNextPage":false,"a":{"next":"/2"}"#, nil), (#""last_page":true,"totalPages":5"#, nil),
        (#""links":{"first":"/1","last":"/9","next":null}"#, nil), (#""current_page":3,"last_page":3"#, nil),
        (#""meta":{"page":"2","totalPages":2}"#, nil), (#""page":2,"totalPages":3"#, "'totalPages' is 3"),
        (#""last":{"page":3},"pages":3"#, "'pages' is 3"), (#""limit":2,"more":true"#, "'more' is true"),
        (#""page_context":{"has_more_page":true}"#, "'page_context.has_more_page' is true"),
        (#""NextPageLink":"/2""#, "'NextPageLink' is a URL"), (#""fullResultSize":4"#, "'fullResultSize' is 4"),
        (#""page":{"total_rows":4}"#, "'page.total_rows' is 4"),
        (#""meta":{"filter_count":4}"#, "'meta.filter_count' is 4"),
        (#""end_of_stream":false"#, "'end_of_stream' is false"), (#""end_of_stream":true,"next_page":"/2""#, nil),
    ]

    @Test(arguments: signs)
    func findsWhatSaysThatThereIsMore(members: String, clause: String?) throws {
        for document in [
            #"{\#(members),"items":[{},{"has_more":true}]}"#, #"{"items":[{},{"has_more":true}],\#(members)}"#,
        ] {
            let envelope = try Self.envelope(of: document)
            #expect(envelope.signs.sign(after: 1, recordCount: 2)?.clause == clause, Comment(rawValue: document))
        }
    }

    @Test func readsTheTotalOfAFieldInJSON() {
        var signs = MoreSigns()
        signs.read(["X-Pagination": #"{"currentPage":1,"totalCount":9}"#])
        let clause = "the header field X-Pagination counts 9"
        #expect(signs.sign(after: 1, recordCount: 2)?.clause == clause && signs.sign(after: 1, recordCount: 9) == nil)
    }

    static let totals: [(members: String, total: Int?)] = [
        (#""count":40"#, 40), (#""total":0"#, 0), (#""totalCount":1e2"#, 100), (#""@odata.count":7"#, 7),
        (#""totalResults":"12""#, 12), (#""count":20,"total":40"#, 40), (#""count":null"#, nil), (#""count":1.5"#, nil),
        (#""count":{"total":3}"#, nil), (#""total":99999999999999999999"#, nil), (#""size":3"#, nil),
        (#""__count":"4""#, 4), (#""Count":4"#, 4),
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
}
