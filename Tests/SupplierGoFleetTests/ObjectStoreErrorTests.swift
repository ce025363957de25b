import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct ObjectStoreErrorTests {
    private let server: ObjectStoreServer
    private let loader: DataLoader

    init() throws {
        server = try ObjectStoreServer()
        var configuration = DataLoader.Configuration()
        configuration.retryPolicy.firstDelay = .milliseconds(1)
        configuration.idleTimeout = .milliseconds(100)
        loader = DataLoader(configuration: configuration)
    }

    /// What each operation of a store ends with; `nil` if it succeeds.
    private func ends(_ location: ObjectStoreLocation) async throws -> [ObjectStoreError.Reason?] {
        let store = ObjectStore(at: location, dataLoader: loader)
        return [
            try await end { _ = try await store.object(named: "a") },
            try await end { try await store.put([1], named: "a") },
            try await end { try await store.remove(objectNamed: "a") },
            try await end { _ = try await store.object(named: "a", by: .head) },
        ]
    }

    private func end(_ operation: () async throws -> Void) async throws -> ObjectStoreError.Reason? {
        do {
            try await operation()
            return nil
        } catch let error as ObjectStoreError {
            #expect(error.store == "s3://fleet/p")
            #expect(!error.description.contains(ObjectStoreServer.signature.secretAccessKey))
            return error.reason
        }
    }

    private static func says(_ code: String) -> String { "This store says \(code)." }

    @Test(
        arguments: [
            (403, "AccessDenied", .refused(code: "AccessDenied", message: says("AccessDenied")), true),
            (401, "Unauthorized", .refused(code: "Unauthorized", message: says("Unauthorized")), true),
            (
                403, "InvalidObjectState",
                .status(HTTPStatus(403), code: "InvalidObjectState", message: says("InvalidObjectState")), false
            ),
            (400, "ExpiredToken", .refused(code: "ExpiredToken", message: says("ExpiredToken")), true),
            (400, "InvalidToken", .refused(code: "InvalidToken", message: says("InvalidToken")), true),
            (404, "NoSuchBucket", .noBucket, true), (301, "PermanentRedirect", .wrongRegion(region: nil), true),
            (507, "Full", .full(code: "Full", message: says("Full")), false),
            (403, "QuotaExceeded", .full(code: "QuotaExceeded", message: says("QuotaExceeded")), false),
            (503, "SlowDown", .status(HTTPStatus(503), code: "SlowDown", message: says("SlowDown")), false),
            (418, "Tea", .status(HTTPStatus(418), code: "Tea", message: says("Tea")), false),
        ] as [(Int, String, ObjectStoreError.Reason, Bool)])
    func answersHaveMeanings(
        status: Int, code: String, reason: ObjectStoreError.Reason, isLasting: Bool
    ) async throws {
        server.setFault { _ in .error(status, code: code) }
        let ends = try await ends(server.location("p"))
        #expect(ends.dropLast() == [reason, reason, reason])
        #expect(ObjectStoreError(reason, store: "").isLasting == isLasting)
    }

    @Test func aHeadSaysOnlyItsStatus() async throws {
        server.setFault { _ in .error(403, code: "AccessDenied") }
        #expect(try await ends(server.location("p")).last == .refused(code: "", message: ""))
    }

    @Test(arguments: [-1200, 1200])
    func clocksThatAreTooFarApartAreNamed(seconds: Int) async throws {
        server.setClock(ahead: .seconds(seconds))
        for end in try await ends(server.location("p")) {
            guard case .clockSkewed(let difference?) = end else {
                Issue.record("\(String(describing: end))")
                continue
            }
            #expect(abs(difference.components.seconds + Int64(seconds)) < 60)
        }
    }

    @Test(arguments: [301, 307, 400, 403])
    func theBucketsRegionIsNamedWhateverTheStatus(status: Int) async throws {
        for (region, isWrong) in [("eu-9", true), (ObjectStoreServer.signature.region, false)] {
            server.setFault { _ in
                .answer(.raw(Answer.head(status, fields: ["x-amz-bucket-region": region, "Content-Length": "0"])))
            }
            let end = try #require(try await ends(server.location("p")).last)
            #expect((end == .wrongRegion(region: region)) == (isWrong || status == 301))
        }
    }

    @Test func aWrongKeyIsRefused() async throws {
        let wrong = RequestSignature(accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wrong", region: "test-1")
        let location = try ObjectStoreLocation("s3://fleet/p", endpoint: server.endpoint, signature: wrong)
        let code = "SignatureDoesNotMatch"
        #expect(try await ends(location).first == .refused(code: code, message: Self.says(code)))
    }

    @Test func noBucketOfThatNameIsNotAnAbsentObject() async throws {
        let location = try ObjectStoreLocation(
            "s3://other/p", endpoint: server.endpoint, signature: ObjectStoreServer.signature)
        let store = ObjectStore(at: location, dataLoader: loader)
        await #expect(throws: ObjectStoreError(.noBucket, store: "s3://other/p")) { try await store.object(named: "a") }
    }

    @Test(arguments: [
        "", "<html>", "<html><body>Sign in</body></html>", "<ListBucketResult></ListBucketResult>",
    ])
    func nonsenseIsNoAcknowledgement(text: String) async throws {
        server.setFault { _ in .answer(.ok(text)) }
        let end = try await ends(server.location("p"))[1]
        guard case .malformedResponse = end else {
            Issue.record("\(String(describing: end))")
            return
        }
    }

    @Test(arguments: [
        (
            "<?xml version=\"1.0\"?>\n<Error><Code>A</Code><Message>a&amp;b &lt;&quot;c&apos;&gt;</Message></Error>",
            "A", "a&b <\"c'>"
        ),
        ("<Error><Code>A</Code></Error>", "A", ""), ("<Error><Message>m</Error>", "", "m"),
        ("<Error><Code/></Error>", "", ""),
        ("<Error><Code>A", "A", ""), ("<html><Code>A</Code></html>", "", ""), ("", "", ""), ("Message", "", ""),
    ])
    func anErrorsCodeAndMessageAreRead(body: String, code: String, message: String) async throws {
        server.setFault { _ in .answer(.status(418, Array(body.utf8))) }
        let end = try await ends(server.location("p"))[0]
        #expect(end == .status(HTTPStatus(418), code: code, message: message))
    }

    @Test(arguments: [Answer.silence, .steps(.reset), .steps(.close), .raw("nonsense\r\n\r\n")])
    func noAnswerIsAFailedTransfer(answer: Answer) async throws {
        server.setFault { _ in .answer(answer) }
        for end in try await ends(server.location("p")) {
            guard case .transfer = end else {
                Issue.record("\(String(describing: end))")
                continue
            }
        }
    }

    @Test func anAnswerWithoutEndIsGivenUp() async throws {
        let head = Answer.head(200, fields: ["ETag": "\"1\""])
        server.setFault { _ in
            .answer(.steps(.send(head), .sendEndlessly([UInt8](repeating: 0x20, count: 1 << 20))))
        }
        let store = ObjectStore(at: try server.location("p"), dataLoader: loader)
        for operation in [
            { try await store.put([1], named: "a") },
            { try await store.remove(objectNamed: "a") },
            { _ = try await store.object(named: "a", byteLimit: 1000) },
        ] as [() async throws -> Void] {
            guard case .transfer(let error) = try await end(operation), case .bodyTooLarge = error.reason else {
                Issue.record("it goes on")
                continue
            }
        }
    }

    @Test func aSignedRequestIsNotRedirected() async throws {
        let other = try LoopbackServer { _ in .ok([1], fields: ["ETag": "\"1\""]) }
        server.setFault { [url = other.url("/").absoluteString] _ in .answer(.redirect(to: url, status: 307)) }
        let reason = ObjectStoreError.Reason.status(HTTPStatus(307), code: "", message: "")
        #expect(try await ends(server.location("p")) == Array(repeating: reason, count: 4))
        #expect(other.requests.isEmpty)
        other.stop()
    }

    @Test(
        arguments: [
            (.noBucket, "the store s3://b has no such bucket"),
            (
                .refused(code: "AccessDenied", message: "Access Denied."),
                "the store s3://b refuses access (AccessDenied: Access Denied); check the credentials and what they "
                    + "permit"
            ),
            (
                .refused(code: "", message: ""),
                "the store s3://b refuses access; check the credentials and what they permit"
            ),
            (
                .clockSkewed(difference: .seconds(-1210)),
                "the store s3://b refuses access since this machine's clock is 20 minutes behind the store's; set "
                    + "the clock"
            ),
            (
                .clockSkewed(difference: nil),
                "the store s3://b refuses access since this machine's clock and the store's are too far apart; set "
                    + "the clock"
            ),
            (
                .wrongRegion(region: "eu-1"),
                "the store s3://b is in the region eu-1; set AWS_REGION, or the profile's region"
            ),
            (.full(code: "QuotaExceeded", message: ""), "the store s3://b is full (QuotaExceeded)"),
            (
                .status(HTTPStatus(503), code: "SlowDown", message: ""),
                "the store s3://b returned status 503 (SlowDown)"
            ),
            (
                .status(HTTPStatus(307), code: "TemporaryRedirect", message: ""),
                "the store s3://b redirects to another server (TemporaryRedirect), as it may for a new bucket; "
                    + "try again later"
            ),
        ] as [(ObjectStoreError.Reason, String)])
    func errorsAreSentences(reason: ObjectStoreError.Reason, sentence: String) {
        #expect(ObjectStoreError(reason, store: "s3://b").description == sentence)
    }
}
