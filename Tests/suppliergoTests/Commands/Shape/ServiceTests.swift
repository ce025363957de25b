import FoundationEssentials
import TestSupport
import Testing

/// The guide's sections and recipes for services and other programs, against a server that answers as the service
/// documents.
@Suite struct ServiceTests {
    /// Any object of JSON.
    private struct Body: Decodable {}

    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private static func guide(_ name: String) throws -> String {
        let root = URL(filePath: TestData.directory).deletingLastPathComponent()
        let path = root.appending(path: "Sources/SupplierGoKit/SupplierGoKit.docc/\(name).md")
        return try String(contentsOf: path, encoding: .utf8)
    }

    /// Lists the catalog of a section of the guide, whose server is another one.
    private func list(_ name: String, from server: LoopbackServer) async throws -> ProcessResult {
        let guide = try Self.guide("ReadYourOwnDirectory")
        let start = try #require(guide.firstRange(of: "[\(name)]\n")).lowerBound
        let section = guide[start...].prefix { $0 != "`" }
        let own = section.replacing(#/https:\/\/[a-z.]+/#, with: "http://127.0.0.1:\(server.port)")
        try setting.directory.write(Array(own.utf8), to: ".config/suppliergo/config")
        try setting.directory.write(
            Array("Authorization: Bearer s3cret\n".utf8), to: ".config/suppliergo/\(name)-token")
        return try await setting.run("list -f tsv -c \(name)")
    }

    /// The pages of each service, in the form of its documentation: the second one under the address in the first.
    private static let pages: [String: (address: String, first: String, second: String)] = [
        // developer.salesforce.com: REST API Developer Guide, "Query".
        "salesforce": (
            "/services/data/v62.0/query/01gRO0000016PIA-2000",
            """
            {"totalSize":2,"done":false,"nextRecordsUrl":"/services/data/v62.0/query/01gRO0000016PIA-2000","records":[\
            {"attributes":{"type":"Contact","url":"/services/data/v62.0/sobjects/Contact/0031"},"Id":"0031",\
            "Name":"Ana Lima","Email":"ana@x.example","Phone":"+351 21","Account":{"attributes":{"type":"Account"},\
            "Name":"Lima & Filhos"},"CreatedDate":"2024-05-21T08:00:00.000+0000"}]}
            """,
            """
            {"totalSize":2,"done":true,"records":[{"attributes":{"type":"Contact"},"Id":"0032","Name":"Bo",\
            "Email":null,"Phone":null,"Account":null,"CreatedDate":"2024-05-22T08:00:00.000+0000"}]}
            """
        ),
        // developers.hubspot.com: CRM API, "Contacts".
        "hubspot": (
            "/crm/v3/objects/contacts?limit=100&properties=firstname,lastname,email,phone,company&after=NTI1",
            """
            {"results":[{"id":"0031","properties":{"company":"Lima & Filhos","createdate":"2024-05-21T08:00:00.000Z",\
            "email":"ana@x.example","firstname":"Ana","lastmodifieddate":"2024-05-21T08:00:00.000Z","lastname":"Lima",\
            "phone":"+351 21"},"createdAt":"2024-05-21T08:00:00.000Z","updatedAt":"2024-05-21T08:00:00.000Z",\
            "archived":false}],"paging":{"next":{"after":"NTI1",\
            "link":"?after=NTI1"}}}
            """,
            """
            {"results":[{"id":"0032","properties":{"company":null,"email":null,"firstname":null,"lastname":"Bo",\
            "phone":null},"createdAt":"2024-05-22T08:00:00.000Z","updatedAt":"2024-05-22T08:00:00.000Z",\
            "archived":false}]}
            """
        ),
        // docs.stripe.com: API, "List all customers" and "Pagination".
        "stripe": (
            "/v1/customers?limit=100&starting_after=cus_31",
            """
            {"object":"list","url":"/v1/customers","has_more":true,"data":[{"id":"cus_31","object":"customer",\
            "address":null,"created":1716278400,"email":"ana@x.example","name":"Ana Lima","phone":"+351 21",\
            "livemode":false,"metadata":{}}]}
            """,
            """
            {"object":"list","url":"/v1/customers","has_more":false,"data":[{"id":"cus_32","object":"customer",\
            "created":1716364800,"email":null,"name":"Bo","phone":null}]}
            """
        ),
        // learn.microsoft.com: Business Central API v2.0, "vendor resource type".
        "business-central": (
            "/v2.0/TENANT/production/api/v2.0/companies(ID)/vendors?$skiptoken=0031",
            """
            {"@odata.context":"…","value":[{"@odata.etag":"W/\\"1\\"","id":"5d115c9c","number":"0031",\
            "displayName":"Ana Lima","city":"Lisboa","phoneNumber":"+351 21","email":"ana@x.example","blocked":" ",\
            "balance":0,"lastModifiedDateTime":"2024-05-21T08:00:00.0Z"}],"@odata.nextLink":\
            "/v2.0/TENANT/production/api/v2.0/companies(ID)/vendors?$skiptoken=0031"}
            """,
            """
            {"value":[{"@odata.etag":"W/\\"2\\"","id":"5d115c9d","number":"0032","displayName":"Bo","phoneNumber":"",\
            "email":"","lastModifiedDateTime":"2024-05-22T08:00:00.0Z"}]}
            """
        ),
        // odoo.com: External JSON-2 API. What is empty is false.
        "odoo": (
            "",
            """
            [{"id":31,"name":"Ana Lima","email":"ana@x.example","phone":"+351 21","commercial_company_name":\
            "Lima & Filhos","create_date":"2024-05-21 08:00:00"},{"id":32,"name":"Bo","email":false,"phone":false,\
            "commercial_company_name":false,"create_date":"2024-05-22 08:00:00"}]
            """, ""
        ),
        // spec.graphql.org, and the connections of relay.dev.
        "graphql": (
            "",
            """
            {"data":{"suppliers":{"nodes":[{"id":"31","name":"Ana Lima","email":"ana@x.example","company":{"name":\
            "Lima & Filhos"}},{"id":"32","name":"Bo","email":null,"company":null}],"pageInfo":{"hasNextPage":false}}}}
            """, ""
        ),
    ]

    @Test(arguments: [
        (
            "salesforce",
            "0031\tAna Lima\tLima & Filhos\t+351 21\tana@x.example\t2024-05-21T08:00:00.000Z\n"
                + "0032\tBo\t\t\t\t2024-05-22T08:00:00.000Z\n"
        ),
        (
            "hubspot",
            "0031\tAna Lima\tLima & Filhos\t+351 21\tana@x.example\t2024-05-21T08:00:00.000Z\n"
                + "0032\tBo\t\t\t\t2024-05-22T08:00:00.000Z\n"
        ),
        (
            "stripe",
            "cus_31\tAna Lima\t\t+351 21\tana@x.example\t2024-05-21T08:00:00Z\n"
                + "cus_32\tBo\t\t\t\t2024-05-22T08:00:00Z\n"
        ),
        ("business-central", "0031\tAna Lima\tAna Lima\t+351 21\tana@x.example\t\n0032\tBo\tBo\t\t\t\n"),
    ])
    func readsAllPagesOfAService(name: String, lines: String) async throws {
        let pages = try #require(Self.pages[name])
        let server = try LoopbackServer { request in
            .ok(request.target == pages.address ? pages.second : pages.first)
        }
        defer { server.stop() }
        let result = try await list(name, from: server)
        #expect(result.output == lines, "\(result.errorOutput)")
        #expect(result.errorOutput.isEmpty && result.status == 0)
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { $0["Authorization"] == "Bearer s3cret" })
    }

    @Test(
        .enabled(if: Program.isInstalled("curl"), "curl is not installed"),
        arguments: [
            (
                "odoo",
                "31\tAna Lima\tLima & Filhos\t+351 21\tana@x.example\t2024-05-21T08:00:00Z\n"
                    + "32\tBo\t\t\t\t2024-05-22T08:00:00Z\n"
            ),
            ("graphql", "31\tAna Lima\tLima & Filhos\t\tana@x.example\t\n32\tBo\t\t\t\t\n"),
        ])
    func readsAServiceThatWantsPostByACommand(name: String, lines: String) async throws {
        let answer = try #require(Self.pages[name]).first
        let server = try LoopbackServer { $0.method == "POST" ? .ok(answer) : .status(405) }
        defer { server.stop() }
        let result = try await list(name, from: server)
        #expect(result.output == lines, "\(result.errorOutput)")
        #expect(result.errorOutput.isEmpty && result.status == 0)
        let request = try #require(server.requests.last)
        #expect(request["Content-Type"] == "application/json")
        #expect(request["Authorization"] == (name == "odoo" ? "Bearer s3cret" : nil))
        _ = try JSONDecoder().decode(Body.self, from: Data(request.body))
    }

    /// Each mail program replaces `%s`.
    @Test func isTheAddressCommandOfMailPrograms() async throws {
        let none = Samples.record(3).replacing("3@example.com", with: "")
        let catalog = try setting.directory.write(
            Array(Samples.catalog([Samples.record(1), Samples.record(2), none]).utf8), to: "c.json")
        let commands = try Self.guide("Recipes").matches(of: #/suppliergo (list .*email,name .*)%s/#).map {
            String($0.1)
        }
        #expect(commands.count == 3)
        for command in commands {
            let result = try await setting.shell(
                "\"$0\" \(command) 'name'", environment: ["SUPPLIERGO_CATALOG": catalog])
            #expect(result.output == "1@example.com\tName 1\n2@example.com\tName 2\n", "\(result.errorOutput)")
            #expect(result.errorOutput.isEmpty && result.status == 0)
        }
    }
}
