import Foundation
import Testing

@testable import SupplierGoKit

/// Nothing that is printed holds a password, a token or a value of a query.
struct SecretsTests {
    private static let url =
        URL(string: "https://me:s3cret@a.example:8443/c.json?key=s3cret#s3cret") ?? URL(filePath: "/")
    private static let shown = "https://a.example:8443/c.json?key=…"

    private func fields() throws -> HeaderFields {
        let lines = [
            ("Authorization", "Bearer s3cret"), ("X-Api-Key", "s3cret"), ("Accept", "image/png"),
            ("Location", "?t=s3cret"),
            ("X-Via", "see http://u:s3cret@b.example/?p=s3cret, c"),
        ]
        return HeaderFields(try lines.map { try #require(HeaderFields.Field(name: $0, value: $1)) })
    }

    private func supplier() throws -> Supplier {
        Supplier(
            id: Supplier.ID(1), createdAt: nil, fullname: "A",
            avatar: Avatar(endpoint: "http://u:s3cret@a/b.png?k=s3cret"), phone: "", company: "", email: "")
    }

    private func batch() throws -> SupplierBatch {
        var batch = SupplierBatch()
        batch.suppliers = [try supplier()]
        batch.omissions = [.unreadNextPage("?k=s3cret"), .unusableNextPage("'http://a/?k=s3cret'")]
        batch.source = .snapshot(storedAt: .now, reason: .noSnapshot(Self.url))
        return batch
    }

    @Test func headerFieldsReadAsText() throws {
        let text = """
            Authorization: …
            X-Api-Key: …
            Accept: image/png
            Location: ?t=…
            X-Via: see http://b.example/?p=… c
            """
        #expect("\(try fields())" == text)
    }

    @Test func noDescriptionHoldsOne() throws {
        var request = DataRequest(url: Self.url, fields: try fields(), originFields: try fields())
        request.signature = RequestSignature(accessKeyID: "ID", secretAccessKey: "s3cret", region: "r")
        var loading = DataLoader.Configuration()
        loading.proxy = "http://me:s3cret@proxy.example"
        var schemeless = DataLoader.Configuration()
        schemeless.proxy = "me:s3cret@proxy.example:3128"
        var catalog = SupplierLoader.Configuration()
        catalog.originFields = try fields()
        let values: [Any] = [
            request, loading, schemeless, catalog, CatalogLocation.remote(Self.url), try fields().fields,
            DataLoader.Metrics(url: Self.url),
            CacheKey(Self.url.absoluteString, in: CacheKey.Namespace(name: "a")),
            StoredResponse.Failure(
                url: Self.url.absoluteString, status: nil, reason: "x", failedAt: .now, retryAt: nil),
            try #require(Avatar(endpoint: "/a.png?k=s3cret")), try supplier(),
            try CatalogShape([.next: "?k=s3cret&p={page}"]),
            AvatarOutcome(supplier: try supplier(), position: 0, result: .failed(.empty(Self.url))), try batch(),
            DataLoadError(.refusedRedirect(location: Self.url.absoluteString), Self.url),
            CatalogError.paging(.loop(Self.url)), CatalogError.noSnapshot(Self.url),
            CatalogError.Paging.elsewhere(Self.url),
            CatalogLocation.ParseError.malformed("http:u:s3cret@a"), AvatarOutcome.Error.offline(Self.url),
            CatalogShape.ParseError(part: .next, place: "http://a/?k=s3cret", reason: "is none"),
            CacheError.refused(path: "/", reason: "no http://u:s3cret@a"),
            DataResponse(
                head: DataResponse.Head(url: Self.url, status: HTTPStatus(200), fields: try fields()), body: []),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("s3cret"), "\(text)") }
        }
        #expect("\(schemeless)".hasSuffix(", through http://proxy.example:3128"))
        #expect("\(request)".hasPrefix("GET \(Self.shown)\nAuthorization: …\n"))
    }

    @Test(arguments: [
        (
            DataLoadError.Reason.unreachable(reason: "Connection refused"),
            "cannot connect to a.example:8443 (connection refused)"
        ),
        (.tls(reason: "certificate has expired"), "no secure connection to a.example:8443 (certificate has expired)"),
        (
            .unreachable(reason: "Refused by http://u:s3cret@b/?k=s3cret"),
            "cannot connect to a.example:8443 (refused by http://b/?k=…)"
        ),
        (
            .malformedResponse(reason: "no luck with http://u:s3cret@b/?k=s3cret"),
            "\(shown) gave an invalid response (no luck with http://b/?k=…)"
        ),
        (.bodyTooLarge(limit: 10), "\(shown) has more than 10 bytes"),
        (
            .refusedRedirect(location: "ftp://u:s3cret@b/?k=s3cret"),
            "\(shown) redirects to 'ftp://b/?k=…', which is not followed"
        ),
        (.failed(code: 0, reason: "no luck with http://u:s3cret@b/?k=s3cret"), "no luck with http://b/?k=…"),
        (
            .suspended(until: .now + 5400, after: HTTPStatus(429)),
            "a.example:8443 returned status 429 earlier and asked for a wait; it is asked again after 1 hour"
        ),
    ])
    func errorsSayFactsWithoutThem(reason: DataLoadError.Reason, sentence: String) {
        let error = DataLoadError(reason, Self.url)
        #expect(error.description == sentence)
        #expect((error as any Error).localizedDescription == sentence)
        #expect(CatalogError.unreachable(error).description == sentence)
        #expect(AvatarOutcome.Error.transfer(error).errorDescription == sentence)
        #expect(!"\(reason)".contains("s3cret"))
    }

    @Test(arguments: [(429, "the host is not asked yet"), (nil, "no response earlier")] as [(Int?, String)])
    func aWaitHasAReason(code: Int?, words: String) {
        #expect("\(DataLoadError.Reason.suspended(until: .now, after: code.map { HTTPStatus($0) }))" == words)
    }

    @Test func theKitsErrorsDescribeThemselvesToFoundation() {
        let errors: [any Error] = [
            CatalogError.noSnapshot(Self.url), CatalogError.Paging.loop(Self.url), CatalogSyntaxError.empty,
            Supplier.BadRecord(record: 1, byteOffset: 0, path: "", reason: "x"), CacheError.tooLarge(path: "/"),
            AvatarOutcome.Error.empty(Self.url), Avatar.EndpointError.malformed(endpoint: "http://a/?k=s3cret"),
            CatalogLocation.ParseError.malformed("http:u:s3cret@a"),
            SupplierEdits.Edit.Error.noSupplier(Supplier.ID(1)),
            SupplierEdits.Edit.FieldError(.email, "x"), CatalogShape.ParseError(part: .id, place: "a", reason: "x"),
        ]
        for error in errors {
            #expect(error.localizedDescription == "\(error)")
            #expect(!"\(error)".contains("s3cret"))
        }
    }
}
