import FoundationEssentials
import SupplierGoKit
import Testing

@testable import suppliergo

@Suite struct AvatarLineFormatterTests {
    private let formatter: AvatarLineFormatter
    private let url: URL

    init() throws {
        let catalog = try #require(URL(string: "https://a.example/c.json"))
        formatter = AvatarLineFormatter(resolver: EndpointResolver(against: .remote(catalog)), isForTerminal: false)
        url = try #require(URL(string: "https://a.example/1.png"))
    }

    private func outcome(
        _ id: String, _ endpoint: String?, _ result: AvatarOutcome.Result, after duration: Duration = .zero,
        retryCount: Int? = nil
    ) throws -> AvatarOutcome {
        var metrics = retryCount.map { _ in DataLoader.Metrics(url: url) }
        metrics?.retryCount = retryCount ?? 0
        return AvatarOutcome(
            supplier: try .sample(id: id, avatar: endpoint), position: 0, result: result, duration: duration,
            metrics: metrics)
    }

    private func lines(of outcomes: [AvatarOutcome]) -> String {
        formatter.lines(of: outcomes)
    }

    /// A line from `state` to `tries`, and its error.
    private func line(of result: AvatarOutcome.Result) throws -> (middle: String, error: String) {
        let line = lines(of: [try outcome("1", "/1.png", result)])
        let start = try #require(line.firstRange(of: #""state":"#)).upperBound
        let end = try #require(line.firstRange(of: #","tries":0"#)).lowerBound
        let error = try #require(line.firstRange(of: #","error":"#)).upperBound
        return (String(line[start..<end]), String(line[error...].dropLast(2)))
    }

    @Test func saysAllOfATransferInOneLine() throws {
        let avatar = AvatarOutcome.Loaded(source: .network, status: HTTPStatus(200), byteCount: 15_912, file: "/f.png")
        let ended = try outcome("7", "1.png#x", .loaded(avatar), after: .microseconds(1_034_600), retryCount: 2)
        #expect(
            lines(of: [ended]) == """
                {"url":"https://a.example/1.png","ids":["7"],"state":"loaded","status":200,"bytes":15912,\
                "source":"network","tries":3,"seconds":1.035,\
                "key":"avatars/a6/1b9a566c31d2ee01445caca7b3d82657d757","error":null}

                """)
    }

    @Test func givesTheSuppliersOfOneAvatarOneLineAndThoseWithoutNone() throws {
        let avatar = AvatarOutcome.Result.loaded(
            AvatarOutcome.Loaded(source: .cache, status: nil, byteCount: 9, file: "/f.png"))
        let outcomes = [
            try outcome("a\"b", "/1.png", avatar), try outcome("2", "/2.png", avatar), try outcome("3", nil, .none),
            try outcome("é\u{1b}", "https://a.example/1.png", avatar),
        ]
        let text = lines(of: outcomes)
        #expect(text.split(separator: "\n").count == 2)
        #expect(text.hasPrefix(#"{"url":"https://a.example/1.png","ids":["a\"b","é\u001b"],"#))
        #expect(text.contains(#"{"url":"https://a.example/2.png","ids":["2"],"#))
        #expect(lines(of: []).isEmpty)
    }

    @Test(arguments: [
        ("https://u:it's@a.example/1.png", "https://a.example/1.png"), ("http:u:it's@a.example", "http:a.example"),
        ("https://p.example/get/https://u@a.example/1.png", "https://p.example/get/https://u@a.example/1.png"),
    ])
    func printsAnAddressWithoutItsUserAndPassword(endpoint: String, address: String) throws {
        let failure = AvatarOutcome.Result.failed(.status(url, HTTPStatus(404)))
        #expect(lines(of: [try outcome("1", endpoint, failure)]).hasPrefix(#"{"url":"\#(address)","#))
    }

    @Test func tellsWhatBecameOfEach() throws {
        func loaded(_ source: AvatarOutcome.Loaded.Source, _ status: Int? = nil) -> AvatarOutcome.Result {
            .loaded(
                AvatarOutcome.Loaded(source: source, status: status.map { HTTPStatus($0) }, byteCount: 9, file: "/f"))
        }
        let now = Date.now
        let cases: [(AvatarOutcome.Result, String)] = [
            (loaded(.cache), #""loaded","status":null,"bytes":9,"source":"cache""#),
            (loaded(.file), #""loaded","status":null,"bytes":9,"source":"file""#),
            (loaded(.revalidated, 304), #""loaded","status":304,"bytes":9,"source":"revalidated""#),
            (loaded(.stale), #""loaded","status":null,"bytes":9,"source":"stale""#),
            (.failed(.status(url, HTTPStatus(410))), #""missing","status":410,"bytes":null,"source":null"#),
            (
                .failed(.missing(url, HTTPStatus(404), since: now, until: now + 60)),
                #""missing","status":404,"bytes":null,"source":null"#
            ),
            (.failed(.status(url, HTTPStatus(503))), #""failed","status":503,"bytes":null,"source":null"#),
            (.failed(.empty(url)), #""failed","status":null,"bytes":null,"source":null"#),
        ]
        for (result, expected) in cases { #expect(try line(of: result).middle == expected) }
    }

    @Test func saysWhyAnAvatarIsNotThereOrOldOrNotKept() throws {
        func loaded(_ error: CacheError?, _ reason: AvatarOutcome.Error?) -> AvatarOutcome.Result {
            .loaded(
                AvatarOutcome.Loaded(
                    source: .stale, status: nil, byteCount: 9, file: nil, cacheError: error, staleReason: reason))
        }
        #expect(try line(of: loaded(nil, nil)).error == "null")
        #expect(try line(of: loaded(nil, .empty(url))).error == #""https://a.example/1.png is empty""#)
        #expect(try line(of: loaded(.tooLarge(path: "/f"), nil)).error.hasPrefix(#""too large for the cache"#))
        let secret = try #require(URL(string: "https://kim:s3cret@a.example/1.png"))
        let failed = try line(of: .failed(.empty(secret)))
        #expect(failed.error == #""https://a.example/1.png is empty""#)
    }

    @Test func namesAnInvalidEndpointAsItIs() throws {
        let error = Avatar.EndpointError.unsupportedScheme(endpoint: "ftp://a", scheme: "ftp")
        let text = lines(of: [try outcome("1", "ftp://a/\u{7f}", .failed(.endpoint(error)))])
        #expect(text.hasPrefix(#"{"url":"ftp://a/\u007f","ids":["1"],"state":"failed","#))
        #expect(text.contains(#","key":null,"error":"#))
    }

    @Test func escapesEverythingThatATerminalWouldObey() throws {
        let formatter = AvatarLineFormatter(
            resolver: EndpointResolver(against: .standardInput), isForTerminal: true)
        let text = formatter.lines(of: [try outcome("\u{202e}", "https://a.example/1.png", .failed(.empty(url)))])
        #expect(text.contains(#""ids":["\u202e"]"#))
        #expect(text.hasSuffix("}\n"))
    }
}
