import FoundationEssentials
import SupplierGoKit
import Testing

@testable import suppliergo

@Suite struct FailureTests {
    private static let url = URL(filePath: "/x")
    private static let remote = URL(string: "https://carol:pw@a.example/c.json") ?? url
    private static let issue = Supplier.BadRecord(record: 3, byteOffset: 412, path: "email", reason: "is missing")

    @Test(arguments: [
        (CatalogError.unreadableFile(DataLoadError(.unreadableFile(path: "/c", errorNumber: 2), remote)), 66),
        (.brokenResponse(DataLoadError(.cutShort(byteCount: 9), remote)), 65),
        (.unreachable(DataLoadError(.unresolvedHost, remote)), 69),
        (.unreachable(DataLoadError(.unreachable(reason: "refused"), remote)), 69),
        (.unreachable(DataLoadError(.timedOut(after: .seconds(1)), remote)), 69),
        (.brokenResponse(DataLoadError(.cutShort(byteCount: 9), remote, tryCount: 4)), 65),
        (.unreachable(DataLoadError(.connectionLost(reason: "reset"), remote, tryCount: 4)), 69),
        (.unreachable(DataLoadError(.tls(reason: "bad"), remote)), 69),
        (.status(remote, HTTPStatus(401)), 77),
        (.status(remote, HTTPStatus(403)), 77), (.status(remote, HTTPStatus(404)), 69),
        (.status(remote, HTTPStatus(500)), 69), (.syntax(.empty), 65),
        (.badRecord(issue), 65), (.noSnapshot(remote), 69),
        (.page(number: 2, .status(remote, HTTPStatus(401))), 77),
        (.page(number: 2, .syntax(.empty)), 65), (.page(number: 2, .status(remote, HTTPStatus(500))), 69),
        (.paging(.loop(remote)), 65), (.paging(.elsewhere(remote)), 69), (.paging(.malformedLink("x")), 65),
    ])
    func givesCatalogErrorsTheirStatus(error: CatalogError, status: Int) throws {
        let failure = try #require(Failure(error))
        #expect(Int(failure.status.rawValue) == status)
        #expect(!failure.sentence.isEmpty && !failure.sentence.hasSuffix("."))
        #expect(!failure.sentence.contains("pw") && !failure.sentence.contains("carol"))
    }

    @Test func accusesNoTokenOfTooManyRequests() {
        let errors = [(401, nil), (403, nil), (403, .zero)].map { code, wait in
            CatalogError.status(Self.remote, HTTPStatus(code), retryAfter: wait)
        }
        #expect(errors.map { $0.refusal(ofTokenFrom: "X") != nil } == [true, true, false])
    }

    @Test func saysWhatToDoNext() {
        let noSnapshot = Failure(CatalogError.noSnapshot(Self.remote))
        #expect(noSnapshot?.sentence.contains("read all of it once without '--offline'") == true)
        let refusal = Failure(CatalogError.status(Self.remote, HTTPStatus(401)))
        #expect(refusal?.sentence.contains("check the user and the password in the address") == true)
    }

    @Test(arguments: [
        (CatalogError.status(remote, HTTPStatus(404)), "returned status 404: check the address"),
        (.status(remote, HTTPStatus(503)), "returned status 503: try again later"),
        (
            .unreachable(DataLoadError(.unresolvedHost, remote)),
            "does not resolve: check the name and the network connection"
        ),
        (
            .unreachable(DataLoadError(.unreachable(reason: "no"), remote)),
            "cannot connect to a.example (no): check the address and that the server is running"
        ),
        (
            .unreachable(DataLoadError(.timedOut(after: .seconds(1)), remote, tryCount: 2)),
            "(2 tries): try again later, or give it more time with '--timeout'"
        ),
        (
            .page(number: 2, .unreachable(DataLoadError(.connectionLost(reason: "reset"), remote))),
            "gave no response (reset): try again later"
        ),
        (
            .unreachable(DataLoadError(.tls(reason: "self-signed"), remote)),
            "(self-signed): '--cacert FILE' names authorities to trust"
        ),
        (
            .unreadableFile(DataLoadError(.unreadableFile(path: "/tmp", errorNumber: 21), remote)),
            "(is a directory): name a file in it"
        ),
        (.syntax(.otherFormat(.gzip)), "is compressed with gzip: decompress it with 'gzip -dc'"),
        (
            .status(remote, HTTPStatus(503), reason: "A: B"),
            "returned status 503 (\"A: B\"); try again later"
        ),
        (.status(remote, HTTPStatus(418)), "returned status 418"),
        (.status(remote, HTTPStatus(403), retryAfter: .zero), "refuses access with status 403: try again later"),
        (
            .status(remote, HTTPStatus(403), reason: "API rate limit exceeded"),
            "rate limit exceeded\"): try again later"
        ),
    ])
    func saysWhatToDoAboutACatalog(error: CatalogError, ending: String) throws {
        #expect(try #require(Failure(error)).sentence.hasSuffix(ending))
    }

    @Test func givesOutputAndCacheErrorsTheirStatus() {
        #expect(Failure(OutputError.failed(errorNumber: 28))?.status == .inputOutput)
        #expect(Failure(CacheError.notADirectory(path: "/c"))?.status == .inputOutput)
        #expect(
            Failure(CacheError.failed(operation: "create", path: "/c", errorNumber: 13))?.sentence
                == "the cache could not create '/c': Permission denied")
    }

    @Test func takesAReaderThatHasSeenEnoughForNoFailure() {
        #expect(Failure(OutputError.closedByReader) == nil)
    }

    @Test func saysInOneSentenceWhatNobodyForesaw() {
        struct Unforeseen: Error {
            let detail = "raw\ntext"
        }
        #expect(Failure(Unforeseen())?.sentence == "an unexpected error has ended the run: Unforeseen")
        #expect(Failure(DataLoadError(.loaderIsShutDown, Self.remote))?.sentence == "the loader was shut down")
    }

    @Test func makesForeignTextVisible() {
        let failure = Failure(
            CatalogError.unreadableFile(
                DataLoadError(.unreadableFile(path: "/\u{1b}]0;x\u{7}\n", errorNumber: 2), Self.remote)))
        #expect(failure?.sentence.contains("/\\u{1b}]0;x\\u{7}\\n") == true)
    }

    @Test(arguments: [
        (Duration.seconds(30), "within 30 seconds"), (.seconds(1), "within 1 second"),
        (.milliseconds(250), "0.25 seconds"),
        (.milliseconds(1), "0.001 seconds"), (.milliseconds(1500), "1.5 seconds"),
    ])
    func saysHowLongItWaited(duration: Duration, text: String) {
        #expect(DataLoadError(.timedOut(after: duration), Self.remote).sentence.hasSuffix(text))
    }

    @Test func saysToWhomItHappenedAndHowOften() {
        let timeout = DataLoadError(.timedOut(after: .seconds(30)), Self.remote, tryCount: 4)
        #expect(timeout.sentence == "a.example did not answer within 30 seconds (4 tries)")
        let wait = DataLoadError(.askedToWait(HTTPStatus(429), wait: .seconds(3600), limit: .seconds(300)), Self.remote)
        #expect(
            wait.sentence
                == "a.example asks to wait 3600 seconds (status 429, at most 300 seconds)")
    }

    @Test(arguments: [
        ("http://u:p@h/x", "http://h/x"),
        ("at 'http://u@h' and https://a:b@c:1/d@e", "at 'http://h' and https://c:1/d@e"),
        ("http://h/u:p@x", "http://h/u:p@x"), ("ann@example.com", "ann@example.com"), ("http://u:p@q@h", "http://h"),
        ("://", "://"), ("http:u:p@h/x", "http:h/x"), ("'https:/u:p@h'", "'https:/h'"),
        (#"http:\\u:p@h"#, #"http:\\h"#), ("http://u:a/p@h/x", "http://h/x"), ("http://h:80/p@x", "http://h:80/p@x"),
        ("see http: ann@example.com", "see http: ann@example.com"), ("http://u:it's@h/a", "http://h/a"),
    ])
    func takesUserAndPasswordOutOfURLs(text: String, expected: String) {
        #expect(text.withoutCredentials == expected)
    }
}
