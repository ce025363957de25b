import FoundationEssentials
import SupplierGoTesting
import Testing

@testable import SupplierGoKit

/// Details of one supplier, loaded by a scripted loader.
@Suite(.timeLimit(.minutes(1)))
struct SupplierLoaderDetailsTests {
    private let cache = MemoryCache()
    private let supplier = SampleData.supplier(1)

    /// A loader whose server sends this reply for the details.
    private func loader(
        _ reply: ScriptedDataLoader.Reply, detail: String = "details/{id}", record: String = "",
        changing change: (inout SupplierLoader.Configuration) -> Void = { _ in }
    ) throws -> (SupplierLoader, ScriptedDataLoader) {
        let dataLoader = ScriptedDataLoader(suppliers: [supplier], details: [supplier.id: reply])
        var configuration = SupplierLoader.Configuration()
        configuration.shape = try CatalogShape([.detail: detail, .detailRecord: record])
        change(&configuration)
        let loader = SupplierLoader(
            location: .remote(SampleData.catalogURL), configuration: configuration, dataLoader: dataLoader, cache: cache
        )
        return (loader, dataLoader)
    }

    private static func reply(_ body: String, _ fields: [(String, String)] = [], status: Int = 200)
        -> ScriptedDataLoader.Reply
    {
        let fields = fields.compactMap { HeaderFields.Field(name: $0, value: $1) }
        return .init(
            steps: [.head, .chunk(Array(body.utf8))], status: HTTPStatus(status), fields: HeaderFields(fields))
    }

    private static let good = reply(#"{"rating":5}"#, [("ETag", "\"a\""), ("Cache-Control", "no-cache")])

    @Test func completesASupplierThatAsksForNothingElse() async throws {
        let (loader, dataLoader) = try loader(Self.reply(#"{"rating":5}"#, [("Cache-Control", "max-age=60")]))
        for _ in 0..<2 {
            let details = try await loader.details(of: supplier)
            #expect(details.supplier.otherFields["rating"]?.text == "5" && details.error == nil)
            #expect(details.receivedAt != nil && details.supplier.avatar == supplier.avatar)
        }
        #expect(dataLoader.log.requests.map(\.url.path) == ["/details/1"])
        #expect(dataLoader.log.requests.first?.byteLimit == 16 << 20)
        #expect(try await loader.completed([supplier])[0].otherFields["rating"]?.text == "5")
        #expect(try await loader.offline.details(of: supplier).error == nil)
        #expect(dataLoader.log.requests.count == 1)
    }

    @Test func leavesASupplierWithoutDetailsAsItIs() async throws {
        for detail in ["", "details/{vat}"] {
            let (loader, dataLoader) = try loader(Self.good, detail: detail)
            let details = try await loader.details(of: supplier)
            #expect(details.supplier == supplier && details.error == nil && details.receivedAt == nil)
            #expect(dataLoader.log.requests.isEmpty)
        }
    }

    @Test(arguments: [
        (ScriptedDataLoader.Reply.status(500), "status 500"), (.status(401), "status 401"), (.ok([1]), "no valid JSON"),
        (reply(#"{"other":1}"#), "no record at 'rating'"),
        (.failure(DataLoadError(.bodyTooLarge(limit: 1), SampleData.catalogURL)), "too many bytes"),
        (.failure(DataLoadError(.timedOut(after: .seconds(1)), SampleData.catalogURL)), "no response in time"),
    ])
    func shows(reply: ScriptedDataLoader.Reply, summary: String) async throws {
        let record = summary.hasPrefix("no record") ? "rating" : ""
        let none = try await loader(reply, record: record).0.details(of: supplier)
        #expect(none.error?.summary == summary && none.supplier == supplier && none.receivedAt == nil)
        let body = record.isEmpty ? #"{"rating":5}"# : #"{"rating":{"rating":5}}"#
        for field in ["no-cache", "must-revalidate, max-age=0", "stale-while-revalidate=60, max-age=0", "*"] {
            let good = Self.reply(body, [(field == "*" ? "Vary" : "Cache-Control", field)])
            _ = try await loader(good, record: record).0.details(of: supplier)
            let (other, dataLoader) = try loader(reply, record: record)
            let older = try await other.details(of: supplier)
            #expect(older.error?.summary == summary && older.receivedAt != nil)
            #expect(older.supplier.otherFields["rating"]?.text == "5")
            #expect(dataLoader.log.requests.count == 1)
        }
    }

    @Test(arguments: [404, 410])
    func dropsDetailsThatAreGoneAndAsksForThemAfterAnHour(status: Int) async throws {
        _ = try await loader(Self.good).0.details(of: supplier)
        let (gone, dataLoader) = try loader(.status(status))
        for _ in 0..<2 {
            let details = try await gone.details(of: supplier)
            #expect(details.error?.summary == "status \(status)" && details.receivedAt == nil)
        }
        #expect(dataLoader.log.requests.count == 1)
        #expect(try await gone.completed([supplier]) == [supplier])
        #expect(try await gone.offline.details(of: supplier).receivedAt == nil)
        let (refreshing, other) = try loader(Self.good) { $0.isRefreshing = true }
        #expect(try await refreshing.details(of: supplier).error == nil)
        #expect(other.log.requests.count == 1)
    }

    @Test func revalidatesFreshDetailsWhenRefreshing() async throws {
        let fresh = Self.reply(#"{"rating":5}"#, [("ETag", "\"a\""), ("Cache-Control", "max-age=60")])
        _ = try await loader(fresh).0.details(of: supplier)
        let (loader, dataLoader) = try loader(Self.reply("", [("ETag", "\"a\"")], status: 304)) {
            $0.isRefreshing = true
        }
        let details = try await loader.details(of: supplier)
        #expect(details.error == nil && details.supplier.otherFields["rating"]?.text == "5")
        #expect(dataLoader.log.requests.map { $0.fields["If-None-Match"] } == ["\"a\""])
    }

    @Test func asksForDetailsAgainThatDoNotFitTheSettings() async throws {
        _ = try await loader(Self.reply(#"{"rating":5}"#, [("Cache-Control", "max-age=60")])).0.details(of: supplier)
        let (loader, dataLoader) = try loader(Self.reply(#"{"d":{"rating":6}}"#), record: "d")
        #expect(try await loader.details(of: supplier).supplier.otherFields["rating"]?.text == "6")
        #expect(dataLoader.log.requests.count == 1)
    }

    @Test(arguments: [
        ("{link}", "https://other.example/1", false), ("{link}", "https://suppliers.example/1", true),
        ("{link}", "/1", true), ("link", "http://suppliers.example/1", false), ("{link}", "file:///etc/passwd", false),
        ("{link}", "//other.example/1", false), ("https://other.example/{id}", "", true), ("{link}", "http://[", false),
        ("{link}", "ftp://suppliers.example/1", false),
    ])
    func asksAtAnAddressInTheRecordOnlyIfItIsOfTheCatalogsOrigin(detail: String, link: String, isAsked: Bool)
        async throws
    {
        var supplier = supplier
        supplier.otherFields = Supplier.OtherFields(
            json: Array("\"link\":\"\(link)\"".utf8), exportedByteCount: link.utf8.count + 9)
        let (loader, dataLoader) = try loader(Self.good, detail: detail) {
            $0.originFields = HeaderFields([HeaderFields.Field(name: "Authorization", value: "t")].compactMap(\.self))
        }
        let details = try await loader.details(of: supplier)
        #expect(dataLoader.log.requests.count == (isAsked ? 1 : 0))
        let reasons = ["http://[": "is not a URL", "file": "names a file", "ftp": "has the scheme 'ftp'"]
        let reason = reasons.first { link.hasPrefix($0.key) }?.value
        if !isAsked {
            #expect(details.error?.summary.contains(reason ?? "is not of the catalog's own origin") == true)
            #expect(details.error?.description.hasPrefix("the details' address '\(link)' ") == true)
        }
        let isOwn = !detail.hasPrefix("https")
        #expect(dataLoader.log.requests.allSatisfy { ($0.originFields["Authorization"] != nil) == isOwn })
    }

    @Test func readsFilesForACatalogThatIsAFileAndSendsNoFieldElsewhere() async throws {
        var configuration = SupplierLoader.Configuration()
        configuration.originFields = HeaderFields(
            [HeaderFields.Field(name: "Authorization", value: "t")].compactMap(\.self))
        for (detail, path) in [
            ("d/{fullname}.json", "/catalogs/d/Supplier%201.json"), ("https://x.example/{id}", "/1"), ("{id}", nil),
        ] {
            configuration.shape = try CatalogShape([.detail: detail])
            let dataLoader = ScriptedDataLoader([:], otherwise: Self.good)
            let loader = SupplierLoader(
                location: .file(path: "/catalogs/c.json"), configuration: configuration, dataLoader: dataLoader,
                cache: nil)
            let details = try await loader.details(of: supplier)
            #expect(details.error == nil)
            let requests = dataLoader.log.requests
            #expect(requests.map { $0.url.path(percentEncoded: false) } == [path].compactMap(\.self))
            #expect(requests.allSatisfy { $0.originFields.isEmpty && $0.reach == .anywhere })
        }
    }
}
