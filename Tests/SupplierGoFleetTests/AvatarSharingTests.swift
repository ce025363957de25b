import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

/// What of an avatar others may read in the store: not what is for this user only, and no secret of anyone.
@Suite(.timeLimit(.minutes(1)))
struct AvatarSharingTests {
    private let fleet: FleetSetting
    private let token = ResponseLines.fields(["Authorization: Bearer t0ken"])

    init() throws {
        fleet = try FleetSetting()
    }

    private func answers(_ answer: @escaping @Sendable (RecordedRequest) -> Answer) {
        fleet.answer.withLock { $0 = answer }
    }

    /// A loader of a user with a token.
    private func personalLoader(_ cache: (any DataCaching)? = nil) throws -> SupplierLoader {
        fleet.loader(try fleet.store(), cache: cache) { $0.originFields = token }
    }

    private func outcome(_ loader: SupplierLoader) async throws -> FleetOutcome {
        try #require(await fleet.outcomes(loader, fleet.suppliers(1..<2)).first)
    }

    private func source(_ outcome: FleetOutcome) -> AvatarOutcome.Loaded.Source? {
        if case .loaded(let avatar) = outcome.result { avatar.source } else { nil }
    }

    @Test(
        arguments: [
            ([:], false), (["Cache-Control": "max-age=900"], false), (["Cache-Control": "public, max-age=900"], true),
            (["Cache-Control": "S-MaxAge=5, max-age=900"], true),
            (["Cache-Control": "must-revalidate, max-age=900"], true),
            (["Cache-Control": "public, private"], false),
            (["Cache-Control": "public, max-age=900", "Vary": "Authorization"], false),
            (["Cache-Control": "public, max-age=900", "Vary": "Accept-Encoding"], true),
        ] as [(KeyValuePairs<String, String>, Bool)])
    func whatATokenGotIsSharedOnlyWhereTheServerPermitsIt(fields: KeyValuePairs<String, String>, isShared: Bool)
        async throws
    {
        answers { _ in .ok(Records.png(1), fields: fields) }
        let cache = MemoryCache()
        let first = try await outcome(try personalLoader(cache))
        #expect(source(first) == .network)
        #expect(first.isPersonal != isShared)
        #expect(cache[fleet.key(1)] == Records.png(1))
        #expect((fleet.server.objects[fleet.name(1)] != nil) == isShared)
        // Nor does a later run without the token share it.
        let filling = fleet.loader(try fleet.store(isFilled: true), cache: cache)
        guard source(try await outcome(filling)) == .cache else { return }
        #expect((fleet.server.objects[fleet.name(1)] != nil) == isShared)
    }

    @Test(arguments: [404, 410, 200])
    func whatAServerSaysToATokenLeavesTheObject(status: Int) async throws {
        answers { _ in status == 200 ? .ok(Records.png(2)) : .status(status) }
        fleet.putObject(1, Records.png(1), fleet.response(1, ["Cache-Control: max-age=60"], age: 100))
        let cache = MemoryCache()
        let outcome = try await outcome(try personalLoader(cache))
        #expect(outcome.isPersonal == (status == 200))
        #expect(cache[fleet.key(1)] == (status == 200 ? Records.png(2) : nil))
        #expect(fleet.server.objects.mapValues(\.bytes) == [fleet.name(1): Records.png(1)])
    }

    @Test func anObjectIsUsedAndRevalidatedWithATokenButNotRenewed() async throws {
        answers { _ in .status(304, fields: ["ETag": "\"a\""]) }
        fleet.putObject(1, Records.png(1), fleet.response(1, ["Cache-Control: max-age=60", "ETag: \"a\""], age: 100))
        let object = fleet.server.objects[fleet.name(1)]
        let outcome = try await outcome(try personalLoader(MemoryCache()))
        #expect(source(outcome) == .revalidated)
        #expect(outcome.isPersonal)
        #expect(fleet.server.objects[fleet.name(1)] == object)
    }

    @Test(arguments: ["private", "no-store", "max-age=60"])
    func whatAPrivateRedirectLedToIsNotShared(directive: String) async throws {
        let isShared = directive == "max-age=60"
        answers { request in
            guard request.target == "/1.png" else { return .ok(Records.png(1), fields: ["Cache-Control": "public"]) }
            return .status(302, fields: ["Location": "/elsewhere.png", "Cache-Control": directive])
        }
        let cache = MemoryCache()
        let outcome = try await outcome(fleet.loader(try fleet.store(), cache: cache))
        #expect(outcome.isPersonal == (directive == "private"))
        #expect((fleet.server.objects[fleet.name(1)] != nil) == isShared)
        let filling = fleet.loader(try fleet.store(isFilled: true), cache: cache)
        _ = await fleet.outcomes(filling, fleet.suppliers(1..<2))
        #expect((fleet.server.objects[fleet.name(1)] != nil) == isShared)
    }

    @Test func aRecordHoldsNoURLAndIsRevalidatedAllTheSame() async throws {
        answers { request in
            guard request.target != "/1.png" else {
                return .status(302, fields: ["Location": "/x.png?signature=s3cret", "Cache-Control": "max-age=900"])
            }
            let isKnown = request["If-None-Match"] != nil
            let fields: KeyValuePairs = ["ETag": "\"a\"", "Cache-Control": "max-age=900"]
            return isKnown ? .status(304, fields: fields) : .ok(Records.png(1), fields: fields)
        }
        _ = try await outcome(fleet.loader(try fleet.store()))
        for _ in 1...2 {
            let object = try #require(fleet.server.objects[fleet.name(1)])
            let text = object.fields.fields.filter { $0.name.hasPrefix("x-amz-meta") }.map(\.value).joined()
            let record = try #require(Data(base64Encoded: text))
            #expect(!String(decoding: record, as: UTF8.self).contains("s3cret"))
            let refreshing = fleet.loader(try fleet.store()) { $0.isRefreshing = true }
            #expect(source(try await outcome(refreshing)) == .revalidated)
        }
    }

    @Test func bytesThatAnotherMachineReplacedAreNotTakenForTheOldOnes() async throws {
        let (server, name) = (fleet.server, fleet.name(1))
        fleet.putObject(1, Records.png(2), fleet.response(1, ["Cache-Control: max-age=60", "ETag: \"b\""], age: 90))
        let second = server.objects[name]
        fleet.putObject(1, Records.png(1), fleet.response(1, ["Cache-Control: max-age=60", "ETag: \"a\""], age: 100))
        answers { request in
            guard request["If-None-Match"] != nil else { return .ok(Records.png(3), fields: ["ETag": "\"c\""]) }
            server.setObject(second, named: name)
            return .status(304, fields: ["ETag": "\"a\""])
        }
        #expect(source(try await outcome(fleet.loader(try fleet.store()))) == .network)
        let object = try #require(server.objects[name])
        let entry = try #require(AvatarObject.entry(for: fleet.key(1), byteCount: object.bytes.count, object.fields))
        #expect(object.bytes == Records.png(3))
        #expect(entry.entry.response?.entityTag == "\"c\"")
    }

    @Test func saysWhatAStoreDidNotGiveUp() async throws {
        answers { _ in .status(404) }
        fleet.putObject(1, Records.png(1), fleet.response(1, ["Cache-Control: max-age=60"], age: 100))
        fleet.server.setFault { ["PUT", "DELETE"].contains($0.method) ? .error(500, code: "InternalError") : nil }
        guard let error = try await outcome(fleet.loader(try fleet.store())).storeError else {
            Testing.Issue.record("expected that the store failed")
            return
        }
        #expect(
            error.reason == .status(HTTPStatus(500), code: "InternalError", message: "This store says InternalError."))
    }

    @Test(arguments: [true, false])
    func whatTheCacheKnowsToBeMissingGoesLater(isPersonal: Bool) async throws {
        answers { _ in .status(404) }
        fleet.putObject(1, Records.png(1), fleet.response(1, ["Cache-Control: max-age=60"], age: 100))
        fleet.server.setFault { _ in .error(500, code: "InternalError") }
        let cache = MemoryCache()
        _ = try await outcome(isPersonal ? personalLoader(cache) : fleet.loader(try fleet.store(), cache: cache))
        fleet.server.setFault(nil)
        let count = fleet.server.requests.count
        for _ in 1...2 {
            let filling = fleet.loader(try fleet.store(isFilled: true), cache: cache)
            guard case .failed(.missing) = try await outcome(filling).result else {
                Testing.Issue.record("expected what is missing")
                return
            }
        }
        // The second time the store knows it.
        let methods = fleet.server.requests.dropFirst(count).map(\.method)
        #expect(methods == (isPersonal ? [] : ["HEAD", "DELETE", "PUT", "HEAD", "GET"]))
        #expect(Set(fleet.server.objects.keys) == [isPersonal ? fleet.name(1) : fleet.missingName(1)])
        #expect(fleet.origin.requests.count == 1)
    }

    @Test func whatIsKnownToBeMissingDoesNotRemoveWhatAnotherMachineHasStoredSince() async throws {
        answers { _ in .status(404) }
        let cache = MemoryCache()
        _ = try await outcome(fleet.loader(nil, cache: cache))
        fleet.putObject(1, Records.png(1), fleet.response(1, ["Cache-Control: max-age=60"], age: -1))
        _ = try await outcome(fleet.loader(try fleet.store(isFilled: true), cache: cache))
        #expect(fleet.server.objects[fleet.name(1)]?.bytes == Records.png(1))
    }

    @Test(arguments: [true, false])
    func suppliersThatShareAnAvatarAreToldTheSame(isRead: Bool) async throws {
        if isRead { fleet.putObject(1, Records.png(1), fleet.response(1, ["Cache-Control: max-age=900"], age: 10)) }
        fleet.server.setFault { $0.method == "PUT" ? .error(507, code: "InsufficientStorage") : nil }
        let suppliers = fleet.suppliers(1..<2) + fleet.suppliers(1..<2)
        let cache = isRead ? nil : MemoryCache()
        let outcomes = await fleet.outcomes(fleet.loader(try fleet.store(), cache: cache), suppliers)
        #expect(outcomes.map(source) == (isRead ? [.store, .store] : [.network, .cache]))
        #expect(outcomes.map { $0.unstored != nil } == [!isRead, !isRead])
    }
}
