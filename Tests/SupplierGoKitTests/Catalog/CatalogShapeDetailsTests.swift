import Testing

@testable import SupplierGoKit

@Suite struct CatalogShapeDetailsTests {
    /// The supplier of a record that is read with some places.
    private func supplier(_ record: String, _ places: [CatalogShape.Part: String]) async throws -> Supplier {
        var configuration = SupplierLoader.Configuration()
        configuration.shape = try CatalogShape(places)
        let loader = SupplierLoader(
            location: .file(path: "/catalogs/c.json"), configuration: configuration,
            dataLoader: TextLoader(text: "[\(record)]"), cache: nil)
        for try await batch in loader.suppliers() {
            if let supplier = batch.suppliers.first { return supplier }
        }
        throw CancellationError()
    }

    private struct TextLoader: DataLoading {
        let text: String

        var checksAddresses: Bool { true }

        func stream(for request: DataRequest) async throws -> DataStream {
            let chunk = Lock<[UInt8]?>(Array(text.utf8))
            return DataStream(
                head: DataResponse.Head(url: request.url, status: HTTPStatus(200)),
                chunks: ByteChunks { chunk.withLock { $0.take() } })
        }
    }

    private static let record = """
        {"id":"7","createdAt":null,"fullname":"Ana","phone":"","company":"ACME","email":"a@x.example","note":"old",\
        "tags":[1]}
        """

    // MARK: Addresses

    @Test(arguments: [
        ("/advisors/{id}", "/advisors/7"), ("/a/{company}/{tags}", nil), ("/a/{missing}", nil), ("/a/{phone}", nil),
        ("{note}", "old"), ("note", "old"), ("/a?q={email|lower}&n={name}", "/a?q=a%40x.example&n=Ana"),
        ("/a/{{{id}", "/a/{7"), ("\"/one.json\"", "/one.json"), ("/a/{tags.0}", "/a/1"), ("/a/{.note}", "/a/old"),
    ])
    func putsValuesIntoTheAddress(place: String, address: String?) async throws {
        let supplier = try await supplier(Self.record, [:])
        #expect(try CatalogShape([.detail: place]).details?.address(of: supplier) == address)
    }

    @Test(arguments: [".", "..", "", " ", "null"])
    func hasNoAddressForAValueThatIsNoName(value: String) async throws {
        let json = value == "null" ? value : "\"\(value)\""
        let record = Self.record.replacing("\"old\"", with: json)
        let details = try CatalogShape([.detail: "/a/{note}/b"]).details
        #expect(details?.address(of: try await supplier(record, [:])) == nil)
    }

    @Test func takesTheRecordsMemberBeforeTheFieldOfItsName() async throws {
        let record = #"{"id":"own","Nr":"7","Contact":"Ana","company":{"title":"x"},"Tel":"1 2/3"}"#
        let places: [CatalogShape.Part: String] = [
            .id: "Nr", .fullname: "Contact", .phone: "Tel", .company: "org",
        ]
        let supplier = try await supplier(record, places)
        for (place, address) in [
            ("/{id}", "/own"), ("/{Nr}", "/7"), ("/{company}", nil), ("/{company.title}", "/x"),
            ("/{fullname}", "/Ana"),
            ("/{phone}", "/1%202%2F3"),
        ] {
            let found = try CatalogShape([.detail: place]).details?.address(of: supplier)
            #expect(found == address, "\(place)")
        }
    }

    @Test(arguments: [
        "https://{id}.example/a", "{id}://a.example/", "https://a.example:{id}/", "//{id}/a", "https://{id}@a.example/",
        "{id}:a", "https:{id}", "/a/{id", "/a/{id|upper}",
    ])
    func refusesAnAddressThatValuesWouldTakeElsewhere(place: String) {
        #expect(throws: CatalogShape.ParseError.self) { try CatalogShape([.detail: place]) }
    }

    @Test(arguments: [
        ("a/{id}", "-", "is relative"), ("file:///a/{id}", "-", "names a file"), ("a/{id}", "/c.json", nil),
        ("file:///a/{id}", "https://x.example/c", "names a file"), ("ftp://x.example/{id}", "/c.json", "scheme 'ftp'"),
        ("https://x.example/{id}", "-", nil), ("?id={id}", "https://x.example/c", nil), ("{id}", "-", nil),
    ])
    func checksTheAddressAgainstTheCatalog(place: String, location: String, reason: String?) throws {
        let (shape, location) = (try CatalogShape([.detail: place]), try CatalogLocation(location, relativeTo: "/"))
        do {
            try shape.checkDetails(of: location)
            #expect(reason == nil)
        } catch {
            #expect(error.reason.contains(reason ?? "nothing"), "\(error.reason)")
        }
    }

    @Test func leavesRecordsAsStrictAsBefore() throws {
        let shape = try CatalogShape([.detail: "/{id}", .detailRecord: "data"])
        #expect(!shape.hasMap && shape.identity == 0)
        #expect(try CatalogShape([.detail: ""]).details == nil)
    }

    // MARK: Merging

    /// The exported members of a supplier that is completed by a response.
    private func completed(
        _ supplier: Supplier, by response: String, _ places: [CatalogShape.Part: String]
    ) throws -> (supplier: Supplier, members: String)? {
        let shape = try CatalogShape(places.merging([.detail: "/{id}"]) { $1 })
        return shape.completed(supplier, byDetails: Array(response.utf8)).map { supplier in
            let fields = supplier.otherFields
            return (supplier, String(decoding: fields.json.prefix(fields.exportedByteCount), as: UTF8.self))
        }
    }

    @Test(arguments: [
        (#"{"note":"new","more":1}"#, "", #""note":"new","tags":[1],"more":1"#),
        (#"{"d":{"note":{"a":1}},"note":"top","asOf":2}"#, "d", #""note":{"a":1},"tags":[1],"asOf":2"#),
        (#"{"d":[{"x":true}],"y":1}"#, "d.0", #""note":"old","tags":[1],"x":true,"y":1"#),
        (
            #"{"id":"8","company":"Other","fullname":"Ana"}"#, "",
            #""note":"old","tags":[1],".id":"8",".company":"Other""#
        ),
        (#"{"phone":"12","email":"b@x.example"}"#, "", #""note":"old","tags":[1],".email":"b@x.example""#),
        (
            #"{"d":{},"phone":"12","avatarFile":"f","edited":true}"#, "d",
            #""note":"old","tags":[1],".edited":true"#
        ),
        (
            #"{"n":1,"n":2,"NOTE":3,"big":12345678901234567890}"#, "",
            #""note":"old","tags":[1],"n":2,"NOTE":3,"big":12345678901234567890"#
        ),
        (
            #"{"phone":["1"],"email":{"work":"b@x.example"},"createdAt":"soon","avatar":"none"}"#, "",
            #""note":"old","tags":[1],".phone":["1"],".email":{"work":"b@x.example"},".createdAt":"soon""#
        ),
        ("\u{feff} {\"a\\u0041\":\"\\u001b[1m\"} ", "", #""note":"old","tags":[1],"aA":"\u001b[1m""#),
    ])
    func mergesTheResponseIntoTheRecord(response: String, record: String, members: String) async throws {
        let supplier = try await supplier(Self.record, [:])
        let completed = try #require(try completed(supplier, by: response, [.detailRecord: record]))
        #expect(completed.members == members)
        #expect(completed.supplier.id == supplier.id && completed.supplier.company == "ACME")
    }

    /// Names that differ in their case alone, unless one is equal.
    @Test(arguments: [
        (#"{"Phone":"12","COMPANY":"ACME","eMail":"b"}"#, "12", #"".eMail":"b""#),
        (#"{"Phone":"12","phone":"13"}"#, "13", #""Phone":"12""#),
        (#"{"tel":"12","Tel.":"3","CONTACT":"Bo"}"#, "12", #""Tel.":"3",".CONTACT":"Bo""#),
    ])
    func showsNoMemberTwiceWhoseNameIsInAnotherCase(response: String, phone: String, members: String) async throws {
        let isMapped = response.contains("Tel.")
        let places: [CatalogShape.Part: String] = isMapped ? [.fullname: "Contact", .phone: "Tel"] : [:]
        let record = isMapped ? #"{"id":"7","Contact":"Ana","note":"old","tags":[1]}"# : Self.record
        let completed = try #require(try completed(try await supplier(record, places), by: response, places))
        #expect(completed.supplier.phone == phone && completed.supplier.fullname == "Ana")
        #expect(completed.members.hasSuffix(#""note":"old","tags":[1],"# + members))
    }

    @Test func fillsTheFieldsThatTheCatalogLeavesEmpty() async throws {
        let response = #"{"phone":12,"company":"Other","createdAt":"2021-01-02","avatar":" a.png "}"#
        let supplier = try await supplier(Self.record, [:])
        let completed = try #require(try completed(supplier, by: response, [:])).supplier
        #expect(completed.phone == "12" && completed.company == "ACME")
        #expect(completed.createdAt?.description == "2021-01-02T00:00:00Z" && completed.avatar?.endpoint == "a.png")
        #expect(completed.otherFields[".company"]?.text == "Other" && completed.otherFields["phone"] == nil)
    }

    @Test func readsFieldsWhereTheMapHasThem() async throws {
        let record = #"{"Nr":7,"Contact":"Ana","mail":null,"Tel":"1"}"#
        let places: [CatalogShape.Part: String] = [
            .id: "Nr", .fullname: "Contact", .email: "mail", .phone: "Tel", .company: "org.name",
            .avatar: "https://x.example/{face}.png",
        ]
        let response = #"{"mail":"a@x.example","Tel":"2","org":{"name":"ACME"},"face":"f 1","email":"b","company":""}"#
        let supplier = try await supplier(record, places)
        let completed = try #require(try completed(supplier, by: response, places))
        #expect(completed.supplier.email == "a@x.example" && completed.supplier.company == "ACME")
        #expect(completed.supplier.phone == "1" && completed.supplier.avatar?.endpoint == "https://x.example/f%201.png")
        #expect(completed.members == #"".Tel":"2","org":{"name":"ACME"},"face":"f 1",".email":"b",".company":"""#)
        #expect(completed.supplier.otherFields[".Tel"]?.text == "2")
    }

    @Test func leavesEditedFieldsAlone() async throws {
        var edits = SupplierEdits()
        let original = try await supplier(Self.record, [:])
        try edits.change([.email: ""], of: original.id, original: original, at: Timestamp(.now))
        let edited = try #require(edits[original.id]?.applied(to: original).supplier)
        let completed = try #require(try completed(edited, by: #"{"email":"b@x.example"}"#, [:]))
        #expect(completed.supplier.email.isEmpty && completed.supplier.editedFields.contains(.email))
        #expect(completed.members.hasSuffix(#"".email":"b@x.example""#))
    }

    @Test(arguments: [
        ("", "", "no valid JSON"), ("{", "", "no valid JSON"), ("[{}]", "", "no object, but an array"),
        (#"{"success":false,"message":"no such"}"#, "data", "no record at 'data' (\"no such\")"),
        (#"{"error":{"message":"no rights"}}"#, "", "an error (\"no rights\")"),
        (#"{"success":false,"errors":["no"]}"#, "", "an error (\"no\")"),
        ("{}", "a.b", "no record at 'a.b'"), (#"{"a":null}"#, "a", "null at 'a', and no object"),
        (#"{"a":[{}]}"#, "a", "an array at 'a', and no object"), ("{} {}", "", "no valid JSON"),
        (#"{"a":{},"b":[{"c":1},{"c":2},{"c":3]}"#, "a", "no valid JSON"),
        (#"{"b":[{"c":{}},{"c":{}},{"c":{}}]}"#, "b.3.c", "no record at 'b.3.c'"),
        (
            #"{"a":"# + String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000) + "}", "",
            "values nested deeper than 1024 levels"
        ),
    ])
    func saysWhyAResponseHasNoRecord(response: String, record: String, reason: String) throws {
        let place = try #require(try CatalogShape([.detail: "/{id}", .detailRecord: record]).details)
        do throws(CatalogShape.Details.Response.ReadingError) {
            _ = try CatalogShape.Details.Response(Array(response.utf8), at: place)
            Issue.record("it has one")
        } catch {
            #expect(error.reason == reason)
        }
        #expect(place.reasonForNoRecord(in: Array(response.utf8)) == reason)
    }

    @Test(arguments: [
        #"{"status":"active","error_rate":1}"#, #"{"status":"ok","code":"A1","errors":[]}"#, #"{"error":null}"#,
    ])
    func takesNoFieldForAnError(response: String) throws {
        let place = try #require(try CatalogShape([.detail: "/{id}"]).details)
        #expect(place.reasonForNoRecord(in: Array(response.utf8)) == nil)
    }

    @Test(arguments: ["a", "b.0", "b.2", "b.2.c"])
    func findsTheRecordAmongRepeats(record: String) throws {
        let response = #"{"b":[{"c":{}},{"c":{}},{"c":{}}],"a":{},"d":[{"e":1},{"e":2}]}"#
        let place = try #require(try CatalogShape([.detail: "/{id}", .detailRecord: record]).details)
        #expect(place.reasonForNoRecord(in: Array(response.utf8)) == nil)
    }
}
