import FoundationEssentials
import SupplierGoKit
import Testing

@testable import suppliergo

@Suite struct FailureTests {
    private static let url = URL(filePath: "/x")
    private static let remote = URL(string: "https://carol:pw@a.example/c.json") ?? url
    private static let issue = CatalogIssue(record: 3, byteOffset: 412, path: "email", reason: "is missing")

    @Test(arguments: [
        (CatalogError.transfer(.unreadableFile(path: "/c", errorNumber: 2)), 66),
        (.transfer(.cutShort(remote, byteCount: 9)), 65), (.transfer(.unresolvedHost(remote)), 69),
        (.transfer(.unreachable(remote, reason: "refused")), 69),
        (.transfer(.timedOut(remote, after: .seconds(1))), 69),
        (.transfer(.tls(remote, reason: "bad")), 69), (.status(remote, HTTPStatus(401)), 77),
        (.status(remote, HTTPStatus(403)), 77), (.status(remote, HTTPStatus(404)), 69),
        (.status(remote, HTTPStatus(500)), 69), (.fault(.empty), 65),
        (.fault(.badRecord(issue)), 65), (.noSnapshot(remote), 69),
    ])
    func givesCatalogErrorsTheirStatus(error: CatalogError, status: Int) throws {
        let failure = try #require(Failure(error))
        #expect(Int(failure.status.rawValue) == status)
        #expect(!failure.sentence.isEmpty && !failure.sentence.hasSuffix("."))
        #expect(!failure.sentence.contains("pw") && !failure.sentence.contains("carol"))
    }

    @Test func saysWhatToDoNext() {
        let noSnapshot = Failure(CatalogError.noSnapshot(Self.remote))
        #expect(noSnapshot?.sentence.contains("run it once without '--offline'") == true)
        let refusal = Failure(CatalogError.status(Self.remote, HTTPStatus(401)))
        #expect(refusal?.sentence.contains("$SUPPLIERGO_TOKEN") == true)
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

    @Test func makesForeignTextVisible() {
        let failure = Failure(CatalogError.transfer(.unreadableFile(path: "/\u{1b}]0;x\u{7}\n", errorNumber: 2)))
        #expect(failure?.sentence.contains("/\\u{1b}]0;x\\u{7}\\n") == true)
    }

    @Test(arguments: [
        (Duration.seconds(30), "for 30 seconds"), (.seconds(1), "for 1 second"), (.milliseconds(250), "0.25 seconds"),
        (.milliseconds(1), "0.001 seconds"), (.milliseconds(1500), "1.5 seconds"),
    ])
    func saysHowLongItWaited(duration: Duration, text: String) {
        #expect(Failure.sentence(of: DataLoadError.timedOut(Self.remote, after: duration)).hasSuffix(text))
    }

    @Test(arguments: [
        ("http://u:p@h/x", "http://h/x"),
        ("at 'http://u@h' and https://a:b@c:1/d@e", "at 'http://h' and https://c:1/d@e"),
        ("http://h/u:p@x", "http://h/u:p@x"), ("ann@example.com", "ann@example.com"), ("http://u:p@q@h", "http://h"),
        ("://", "://"),
    ])
    func takesUserAndPasswordOutOfURLs(text: String, expected: String) {
        #expect(text.withoutCredentials == expected)
    }
}
