import FoundationEssentials
import TestSupport
import Testing

/// `inspect`, which shows what a catalog of any shape contains.
@Suite struct InspectTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func write(_ text: String, to name: String) throws -> String {
        try setting.directory.write(Array(text.utf8), to: name)
        return setting.directory.path(of: name)
    }

    private static let users = """
        {"value":[{"id":"a","displayName":"Ada","mail":"ada@b.example","job":null,"tel.no":["1234","2"]},
        {"id":"b","displayName":"Bo\\u001b[2J","mail":"bo@b.example","job":false}],\
        "@odata.nextLink":"https://h.example/?2","totalItems":40}

        """

    @Test func printsFieldsAndSettings() async throws {
        let path = try write(Self.users, to: "My users.json")
        let result = try await setting.shell("$0 inspect 'My users.json'")
        #expect(
            result.output == """
                # \(path): 2 records of JSON read
                # Array: under value
                # Next page: @odata\\.nextLink
                # Number of suppliers: totalItems
                #
                # Fields:
                #   id           "a", "b"
                #   displayName  "Ada", "Bo\\u{1b}[2J"
                #   mail         "ada@b.example", "bo@b.example"
                #   job          "false"
                #   tel\\.no.0    "1234"

                [My-users]
                catalog = \(path)
                records = value
                next = @odata\\.nextLink
                total = totalItems
                id = id
                fullname = displayName
                # company = …
                phone = tel\\.no.0
                email = mail
                # created = …
                # avatar = …
                # Other fields: job

                """)
        #expect(result.errorOutput.isEmpty && result.status == 0)
        _ = try write(result.output, to: ".config/suppliergo/config")
        let list = try await setting.run("list -c My-users -f tsv")
        #expect(list.output.hasPrefix("a\tAda\t\t1234\tada@b.example\t\n"))
        #expect(list.status == 3)
    }

    /// Lines of two sections with one name would all count.
    @Test func namesASectionThatTheSettingsDoNotHave() async throws {
        let path = try write(#"[{"nr":1,"name":"Ada"}]"#, to: "c.json")
        _ = try write("[c]\ncatalog = a.json\n[c-2]\ncatalog = b.json\n", to: ".config/suppliergo/config")
        #expect(try await setting.run("inspect \(path)").output.contains("\n[c-3]\n"))
    }

    /// What is beside two records, and the lines of the settings about pages and their number.
    static let surroundings: [(members: String, lines: [String])] = [
        (#""count":2,"info":{"count":2}"#, []), (#""count":2,"meta":{"total":3}"#, ["total = meta.total"] + counted),
        (#""count":2,"totalResults":3"#, ["total = totalResults"] + counted),
        (#""p":{"nextPage":"/c?2"},"p2":3"#, ["next = p.nextPage"]),
        (#""links":[{"rel":"self","href":"/"},{"rel":"next","href":"/2"}],"has_more":true"#, []),
        (#""has_more":true,"meta":{"next_cursor":"x"}"#, ["next = ?cursor={meta.next_cursor}"]),
        (#""next":"  ""#, []), (#""nextPageToken":"x""#, ["next = ?pageToken={nextPageToken}"]),
        (#""offset":"itr""#, ["next = ?offset={.offset}"]),
        (#""paging":{"next":{"after":"x"}}"#, ["next = ?after={paging.next.after}"]),
        (#""response_metadata":{"next_cursor":"x"}"#, ["next = ?cursor={response_metadata.next_cursor}"]),
        (#""response_metadata":{"next_cursor":""}"#, []),
        (#""page":{"hasNextPage":true,"endCursor":"x"}"#, ["# next = ?after={page.endCursor}"]),
        (#""page":{"hasNextPage":false,"endCursor":"x"}"#, []),
        (#""has_more":true"#, counted + ["# next = ?starting_after={last.nr}"]),
    ]
    private static let counted = ["# next = ?page={page}", "# next = ?skip={offset}"]

    @Test(arguments: surroundings)
    func findsFurtherPages(members: String, lines: [String]) async throws {
        let path = try write(#"{"rows":[{"nr":1,"name":"Ada"},{"nr":2,"name":"Bo"}],\#(members)}"#, to: "c.json")
        let result = try await setting.run("inspect \(path)")
        let found = result.output.split(separator: "\n").map(String.init).filter { line in
            ["next = ", "# next = ", "total = "].contains(where: line.hasPrefix)
        }
        #expect(Set(found) == Set(lines) && found.count == lines.count, "\(found)")
        _ = try write(result.output, to: ".config/suppliergo/config")
        #expect(try await setting.run("list -c c -f tsv").output.hasPrefix("1\tAda\t"))
    }

    /// An object under our name has the value of the field inside.
    @Test(arguments: [
        (#""company":"""#, "# company = …"), (#""company":null"#, "# company = …"),
        (#""company":"Krone","organization":"Lind""#, "company = company"),
        (#""company":{"name":"Krone"}"#, "company = company.name"), (#""firm":"""#, "company = name"),
    ])
    func proposesNoOtherNameForAFieldOfOurs(members: String, place: String) async throws {
        let rest = #""fullname":"A B","createdAt":null,"phone":"","mobile":"030 1234567","email":"","name":"dup""#
        let result = try await setting.run("inspect \(try write(#"[{"id":"1",\#(rest),\#(members)}]"#, to: "c.json"))")
        let places = result.output.split(separator: "\n").filter { $0.contains(" = ") && !$0.contains("catalog") }
        let others = ["# phone = …", "# email = …", "# created = …"]
        #expect(Set(others + [place]).isSubset(of: places.map(String.init)), "\(result.output)")
    }

    /// Tables, and objects whose members are the records, with the places that read them.
    static let groups: [(text: String, places: [String])] = [
        (#"[["Nr","Name"],[1,"Ada"],[2,"Bo"]]"#, ["id = Nr", "fullname = Name"]),
        (#"[["Nr","Name",2024,true],[1,"Ada",5,1],[2,"Bo",6,1]]"#, ["id = Nr", "fullname = Name"]),
        (
            #"{"meta":["x","y"],"values":[["Nr","Name","Nr"],[1,"Ada",7],[2,"Bo",8]]}"#,
            ["records = values", "id = Nr", "fullname = Name"]
        ),
        (
            #"{"a":{"vendors":{"1":{"name":"Ada"},"2":{"name":"Bo"}}},"count":2}"#,
            ["records = a.vendors.*", "id = {*}", "fullname = name"]
        ),
        (#"{"1":{"name":"Ada"},"2":{"x":1,"name":"Bo"}}"#, ["records = *", "id = {*}", "fullname = name"]),
        (
            #"{"b":{"p":{"nr":1,"name":"Ada"},"q":{"nr":2,"name":"Bo"}}}"#,
            ["records = b.*", "id = nr", "fullname = name"]
        ),
        (
            #"{"head":{"a":{"x":1},"b":{"y":2}},"rows":[{"nr":1,"name":"Ada"},{"nr":2,"name":"Bo"}]}"#,
            ["records = rows", "id = nr", "fullname = name"]
        ),
    ]

    @Test(arguments: groups) func findsTablesAndMembers(text: String, places: [String]) async throws {
        let result = try await setting.run("inspect \(try write(text, to: "c.json"))")
        let found = result.output.split(separator: "\n").map(String.init)
        #expect(found.filter { $0.contains(#/^(records|id|fullname) = /#) } == places, "\(result.output)")
        let list = try await setting.run("list c.json -f tsv")
        #expect(list.output.split(separator: "\n").map { $0.prefix(6) } == ["1\tAda\t", "2\tBo\t\t"])
        _ = try write(result.output, to: ".config/suppliergo/config")
        #expect(try await setting.run("list -c c -f tsv").output == list.output)
    }

    @Test func proposesANextPageThatKeepsTheCatalogsOwnQuery() async throws {
        let server = try LoopbackServer { request in
            let isLast = request.target.hasSuffix("&cursor=x%20y")
            let cursor = isLast ? "" : "x y"
            return .ok(#"{"data":[{"id":\#(isLast ? 2 : 1),"fullname":"Ada"}],"meta":{"next_cursor":"\#(cursor)"}}"#)
        }
        defer { server.stop() }
        let result = try await setting.run("inspect \(server.url("/c?type=%7Ba%7D&cursor=&limit=1"))")
        #expect(result.output.contains("\nnext = ?cursor={meta.next_cursor}\n"))
        let settings = result.output.replacing("[127.0.0.1]", with: "[c]")
        _ = try write(settings, to: ".config/suppliergo/config")
        let list = try await setting.run("list -c c -f tsv")
        #expect(list.status == 0 && list.output.split(separator: "\n").count == 2, "\(list.errorOutput)")
    }

    @Test(arguments: [
        ("http://inner.example:8080/c?2", "{next|relative}"), ("/c?2", "next"), ("SERVER/c?2", "next"),
    ])
    func proposesThePathOfANextPageAtAnotherOrigin(target: String, place: String) async throws {
        let location = Watched("")
        let server = try LoopbackServer { _ in
            let target = target.replacing("SERVER", with: location.value)
            return .ok(#"{"data":[{"id":1,"fullname":"Ada"}],"next":"\#(target)"}"#)
        }
        defer { server.stop() }
        location.update { $0 = String("\(server.url("/"))".dropLast()) }
        let result = try await setting.run("inspect \(server.url("/c"))")
        #expect(result.output.contains("\nnext = \(place)\n"))
    }

    @Test(arguments: ["{}", "{ }", "[{},{}]"]) func tellsOfACatalogWithoutAnyField(text: String) async throws {
        _ = try write(text, to: "c.json")
        let result = try await setting.run("inspect c.json")
        #expect(result.status == 65 && result.output.isEmpty)
        #expect(result.errorOutput.hasPrefix("suppliergo: error: the catalog holds no suppliers"))
    }

    @Test func readsABeginningOfWhateverLength() async throws {
        let record = #"{"nr":0,"name":"Ada","note":"\#(String(repeating: "x", count: 1000))"},"#
        _ = try write(#"{"a":{"b":["# + String(repeating: record, count: 5000), to: "long.json")
        let result = try await setting.run("inspect long.json")
        #expect(result.output.contains(": 1,000 records of JSON read (the catalog has more)\n"))
        #expect(result.output.contains("\nrecords = a.b\n") && result.output.contains("\nfullname = name\n"))
        #expect(result.output.contains("\n# id = …\n"))
        #expect(result.errorOutput.contains("warning: could not tell which field is the id or the full name"))
        #expect(result.status == 0)
        _ = try write("\"" + String(repeating: "x", count: 5 << 20), to: "text.json")
        #expect(try await setting.run("inspect text.json").status == 1)
    }

    @Test func sendsTheHeaderFieldsAndPrintsNone() async throws {
        let server = try LoopbackServer { request in
            request["X-Key"] == "s3cret" && request["Authorization"] == "Bearer t0ken" ? .ok(Self.users) : .status(401)
        }
        defer { server.stop() }
        let location = server.url("/users").absoluteString
        let environment = ["SUPPLIERGO_TOKEN": "t0ken"]
        let result = try await setting.shell("$0 inspect -H 'X-Key: s3cret' \(location)", environment: environment)
        #expect(result.status == 0)
        #expect(!result.output.contains("s3cret") && !result.output.contains("t0ken"))
        #expect(result.output.contains("\n# header = X-Key: … (not printed)\n# token-command = …"))
        #expect(try await setting.run("inspect \(location)").status == 77)
    }

    @Test func printsTheAddressWithoutUserAndPassword() async throws {
        let server = try LoopbackServer { _ in .ok(Self.users) }
        defer { server.stop() }
        let address = server.url("/get/http://b@c/users").absoluteString
        let result = try await setting.shell("$0 inspect \"\(address.replacing("//127", with: "//me:it's@127"))\"")
        #expect(result.status == 0)
        #expect(result.output.contains("\ncatalog = \(address)\n# The user and the password are not printed"))
    }

    @Test(arguments: [
        ("access_token=s3cret", "", ["access_token"]), ("api-key=s3cret&$format=json", "?$format=json", ["api-key"]),
        (
            "a=1&X-Amz-Signature=s3cret&b=2&X-Amz-Credential=s3cret", "?a=1&b=2",
            ["X-Amz-Signature", "X-Amz-Credential"]
        ),
        ("sort=key&page=2", "?sort=key&page=2", []),
    ])
    func printsTheAddressWithoutCredentialsInItsQuery(query: String, kept: String, names: [String]) async throws {
        let server = try LoopbackServer { _ in .ok(Self.users) }
        defer { server.stop() }
        let result = try await setting.shell("$0 inspect '\(server.url("/c"))?\(query)'")
        let comments = names.map { "# \($0)=… is not printed: put it into the address\n" }.joined()
        #expect(result.output.contains("\ncatalog = \(server.url("/c"))\(kept)\n\(comments)records = value\n"))
        #expect(result.status == 0 && !result.output.contains("s3cret"))
    }

    @Test(arguments: [
        ("<html></html>", "inspect -", 65, "error: the catalog is a page of HTML"),
        ("[]", "inspect -", 1, "the catalog has no records"),
        ("", "inspect none.json", 66, "error: the catalog's file"),
        ("a,b\n", "inspect - x", 64, "takes no further argument, but 'x' is given"),
    ])
    func tellsOfACatalogWithoutRecords(text: String, line: String, status: Int32, message: String) async throws {
        let result = try await setting.run(line, input: .bytes(Array(text.utf8)))
        #expect(result.errorOutput.contains(message), Comment(rawValue: String(result.errorOutput.prefix(300))))
        #expect(result.output.isEmpty)
        #expect(result.status == status)
    }
}
