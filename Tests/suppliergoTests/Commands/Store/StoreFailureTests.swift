import FoundationEssentials
import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

/// Stores that fail are stores that are missing: the avatars come from their servers, and it is said.
@Suite struct StoreFailureTests {
    private let fleet: StoreSetting

    init() throws {
        fleet = try StoreSetting(Samples.catalog(avatarCount: 5))
    }

    /// The store's secrets, which nothing may print.
    private var secrets: [String] {
        [ObjectStoreServer.signature.secretAccessKey, "s3ss10n"]
    }

    private func expectNoSecrets(in result: ProcessResult) {
        for secret in secrets { #expect(!(result.output + result.errorOutput).contains(secret)) }
    }

    @Test(arguments: [
        (403, "AccessDenied", "refuses access (AccessDenied: This store says AccessDenied)"),
        (403, "RequestTimeTooSkewed", "refuses access since this machine's clock is "),
        (404, "NoSuchBucket", "has no such bucket"), (301, "PermanentRedirect", "is in another region"),
    ])
    func saysOnceWhatIsWrongAndWhichAvatarsAreNotStored(status: Int, code: String, sentence: String) async throws {
        fleet.store.setFault { _ in .error(status, code: code) }
        let result = try await fleet.run(
            "fetch -v --per-host 1 --store STORE -c CATALOG", environment: ["AWS_SESSION_TOKEN": "s3ss10n"])
        #expect(result.status == 74)
        let lines = result.errorOutput.split(separator: "\n")
        let store = "the store \(fleet.address) \(sentence)"
        let warnings = lines.filter { $0.hasPrefix("suppliergo: warning: ") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("suppliergo: warning: \(store)") == true)
        #expect(warnings.first?.hasSuffix("; avatars are requested from their servers instead") == true)
        let error = try #require(lines.last)
        #expect(error.hasPrefix("suppliergo: error: 5 avatars are not stored, those of Name "))
        #expect(error.contains(" and 2 more; \(store)"))
        #expect(lines.contains { $0 == Samples.fetched(5) })
        #expect(try fleet.setting.avatarFiles().count == 5)
        expectNoSecrets(in: result)
    }

    @Test(arguments: [
        "fetch --store STORE -c CATALOG", "fetch --no-local --store STORE -c CATALOG",
        "show 2 --store STORE -c CATALOG",
    ])
    func replacesAnObjectWithImpossibleNumbers(line: String) async throws {
        let avatars = CacheKey.Namespace(name: "avatars")
        let key = CacheKey(fleet.server.url("/2.png").absoluteString, in: avatars)
        let now = Date.now.microseconds
        fleet.store.setObject(
            CraftedRecord.object(for: key, Samples.picture, at: now), named: "pictures/" + key.path)
        let result = try await fleet.run(line)
        #expect(result.status == 0)
    }

    @Test func asksAStoreNoMoreThatRefuses() async throws {
        let fleet = try StoreSetting(Samples.catalog(avatarCount: 1000))
        fleet.store.setFault { _ in .error(403, code: "AccessDenied") }
        #expect(try await fleet.run("fetch --store STORE -c CATALOG").status == 74)
        #expect(fleet.askedTargets.count == 1000)
        // One try to read and one to write for each avatar that was in flight then, and a few more.
        #expect(fleet.store.requests.count <= 2 * 256 + 50)
    }

    @Test func namesWhatIsGoneButNotFromTheStore() async throws {
        let origin = try LoopbackServer { _ in .status(404) }
        defer { origin.stop() }
        let records = [Samples.record(2, avatar: origin.url("/2.png").absoluteString)]
        let fleet = try StoreSetting(Samples.catalog(records))
        fleet.store.setFault { ["PUT", "DELETE"].contains($0.method) ? .error(500, code: "InternalError") : nil }
        let result = try await fleet.run("fetch --retries 0 --store STORE -c CATALOG")
        #expect(result.status == 74)
        #expect(result.errorOutput.contains("error: 1 avatar is not stored, that of Name 2 (id 2); the store "))
    }

    @Test func saysHowFarTheClockIsOff() async throws {
        fleet.store.setClock(ahead: .seconds(20 * 60))
        let result = try await fleet.run("fetch -q --store STORE -c CATALOG")
        #expect(result.status == 74)
        #expect(result.errorOutput.hasPrefix("suppliergo: error: 5 avatars are not stored, those of "))
        #expect(result.errorOutput.contains("minutes behind the store's; set the clock"))
        #expect(result.errorOutput.split(separator: "\n").count == 1)
        let one = try await fleet.run("fetch -q --store STORE -c CATALOG id:2")
        let sentence = "suppliergo: error: 1 avatar is not stored, that of Name 2 (id 2); the store "
        #expect(one.errorOutput.hasPrefix(sentence))
    }

    @Test func saysWhatIsNotStoredWhereOnlyWritingFails() async throws {
        fleet.store.setFault { $0.method == "PUT" ? .error(507, code: "InsufficientCapacity") : nil }
        let result = try await fleet.run("fetch --no-local --format ndjson --store STORE -c CATALOG")
        #expect(result.status == 74)
        #expect(result.errorOutput.contains("suppliergo: warning: the store \(fleet.address) is full"))
        #expect(result.errorOutput.contains("; some avatars are not stored\n"))
        #expect(result.output.split(separator: "\n").count { $0.contains(#""state":"loaded""#) } == 5)
        #expect(result.output.split(separator: "\n").count { $0.contains("is full") } == 5)
        fleet.store.setFault(nil)
        #expect(try await fleet.run("fetch --no-local --store STORE -c CATALOG").status == 0)
        #expect(fleet.names().count == 5)
    }

    @Test func goesOnWithoutAStoreThatIsGone() async throws {
        let port = try ClosedPort()
        let environment = ["AWS_ENDPOINT_URL_S3": "http://127.0.0.1:\(port.port)"]
        let result = try await fleet.run("fetch --retries 0 --store STORE -c CATALOG", environment: environment)
        #expect(result.status == 74)
        #expect(result.errorOutput.contains("the store \(fleet.address) cannot be used: cannot connect to 127.0.0.1:"))
        #expect(try fleet.setting.avatarFiles().count == 5)
    }

    @Test(arguments: [
        Answer.silence, .steps(.close), .ok("<html>Sign in</html>", contentType: "text/html"), .status(503),
        .status(204),
    ])
    func storesNothingWrongAndNeverHangs(answer: Answer) async throws {
        fleet.store.setFault { _ in .answer(answer) }
        let line = "fetch --no-local --timeout 1 --retries 0 --store STORE -c CATALOG"
        let result = try await fleet.run(line)
        #expect(result.status == 74)
        #expect(result.errorOutput.contains("suppliergo: error: 5 avatars are not stored, those of "))
        #expect(fleet.askedTargets.count == 5)
        fleet.store.setFault(nil)
        #expect(try await fleet.run(line).status == 0)
        #expect(fleet.names().count == 5)
    }

    @Test func namesOnlyWhatIsNotStoredOfAStoreThatGoesInTheMiddle() async throws {
        let putCount = Lock(0)
        fleet.store.setFault { request in
            guard request.method == "PUT" else { return nil }
            return putCount.withLock {
                $0 += 1; return $0 > 2
            } ? .answer(.steps(.close)) : nil
        }
        let result = try await fleet.run("fetch --no-local --retries 0 --store STORE -c CATALOG")
        #expect(result.status == 74)
        #expect(fleet.names().count == 2)
        #expect(result.errorOutput.contains("suppliergo: error: 3 avatars are not stored, those of "))
    }

    @Test func saysThatAStoreLosesMetadata() async throws {
        #expect(try await fleet.run("fetch --no-local --store STORE -c CATALOG").status == 0)
        for (name, object) in fleet.store.objects { fleet.store.setObject(.init(object.bytes), named: name) }
        let result = try await fleet.run("fetch --no-local --store STORE -c CATALOG")
        #expect(result.status == 0)
        #expect(
            result.errorOutput.contains("warning: 5 avatars are fetched again: not the image that was stored"))
    }

    @Test func obeysNothingThatAStoreSays() async throws {
        let text = "<Error><Code>Evil\u{9b}31m</Code><Message>a&#27;[2Jb\u{7f}</Message></Error>"
        fleet.store.setFault { _ in .answer(.status(403, Array(text.utf8))) }
        let result = try await fleet.run("fetch --format ndjson --store STORE -c CATALOG")
        #expect(result.status == 74)
        #expect(result.errorOutput.contains("returned status 403 (Evil"))
        let printed = (result.output + result.errorOutput).unicodeScalars
        #expect(!printed.contains { $0 != "\n" && $0.isControl })
    }

    @Test(arguments: ["list --avatars wait --format tsv", "show 1 --format json"])
    func costsAListOrACardNothing(command: String) async throws {
        fleet.store.setFault { _ in .error(403, code: "AccessDenied") }
        let result = try await fleet.run("\(command) --store STORE -c CATALOG")
        #expect(result.status == 0)
        #expect(result.output.contains("Name 1"))
        #expect(result.errorOutput.split(separator: "\n").count { $0.contains("warning") } == 1)
        #expect(result.errorOutput.contains("refuses access"))
        #expect(try !fleet.setting.avatarFiles().isEmpty)
    }

    @Test func saysAfterBrowsingWhatWasWrong() async throws {
        fleet.store.setFault { _ in .error(403, code: "AccessDenied") }
        let run = try fleet.setting.browse(
            fleet.words(of: "--store STORE -c CATALOG"), environment: fleet.variables())
        try await fleet.server.requestCount(reaches: 6)
        try await run.shows("Name 5")
        try await run.type("q")
        let result = try await run.result()
        #expect(result.status == 0)
        let text = result.output + result.errorOutput
        #expect(text.components(separatedBy: "warning").count == 2)
        #expect(text.contains("the store \(fleet.address) refuses access"))
    }

    @Test func needsCredentialsAndALocation() async throws {
        let nothing = ["AWS_SHARED_CREDENTIALS_FILE": "/dev/null", "AWS_CONFIG_FILE": "/dev/null"]
        let line = fleet.words(of: "fetch --store STORE -c CATALOG")
        let result = try await fleet.setting.run(line, environment: nothing)
        #expect(result.status == 78)
        let sentence = "suppliergo: error: no credentials for \(fleet.address); set AWS_ACCESS_KEY_ID"
        #expect(result.errorOutput.hasPrefix(sentence))
        let malformed = try await fleet.run("fetch --store s3:/x -c CATALOG")
        #expect(malformed.status == 64)
        #expect(malformed.errorOutput.contains("the value 's3:/x' of '--store' is not s3://BUCKET/PREFIX"))
        let variable = try await fleet.run("fetch -c CATALOG", environment: ["SUPPLIERGO_STORE": "http://x"])
        #expect(variable.status == 78)
        let endpoint = try await fleet.run(
            "fetch --store STORE -c CATALOG", environment: ["AWS_ENDPOINT_URL_S3": "http://me:s3cret@h"])
        #expect(endpoint.status == 78)
        #expect(!endpoint.errorOutput.contains("s3cret"))
        #expect(fleet.server.requests.isEmpty)
    }

    @Test(arguments: [
        "list --avatars wait", "list --avatars detach", "show 1 --format json", "open 1 --avatar --print",
    ])
    func noCredentialsCostOthersThanFetchNothing(command: String) async throws {
        let nothing = ["AWS_SHARED_CREDENTIALS_FILE": "/dev/null", "AWS_CONFIG_FILE": "/dev/null"]
        let line = fleet.words(of: "\(command) --store STORE -c CATALOG")
        let result = try await fleet.setting.run(line, environment: nothing)
        #expect(result.status == 0)
        let warning = "suppliergo: warning: no credentials for \(fleet.address); set AWS_ACCESS_KEY_ID"
        #expect(result.errorOutput.hasPrefix(warning))
        #expect(result.errorOutput.contains("in /dev/null; avatars are requested from their servers instead\n"))
        try await fleet.server.requestCount(reaches: 2)
        #expect(fleet.store.requests.isEmpty)
    }

    @Test func needsAStoreWhereNothingIsKeptLocally() async throws {
        let result = try await fleet.run("fetch --no-local -c CATALOG")
        #expect(result.status == 64)
        #expect(result.errorOutput.contains("'--no-local' needs '--store'"))
    }
}
