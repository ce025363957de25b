import SupplierGoKit
import TestSupport
import Testing

/// The reason that a server gives for sending no suppliers, and errors about files that are no catalog.
@Suite struct ServerReasonTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func list(_ answer: Answer, _ options: String = "") async throws -> ProcessResult {
        let server = try LoopbackServer { _ in answer }
        defer { server.stop() }
        return try await setting.run("list -c \(server.url("/c")) --retries 0 \(options)")
    }

    @Test(arguments: [
        (401, #"{"error":"invalid_token"}"#, 77, #"status 401 ("invalid_token"): give a token in $SUPPLIERGO_TOKEN"#),
        (403, #"{"error":{"message":"No access"}}"#, 77, #"status 403 ("No access"): give"#),
        (404, #"{"title":"Not Found","detail":"No list"}"#, 69, #"status 404 ("Not Found: No list"); check"#),
        (500, "Boom\nat line 1", 69, #"status 500 ("Boom"): try again later"#),
        (502, "<html><title>502</title>", 69, "status 502: try again later"),
        (400, #"{"message":"see http://me:pw@h/?key=s3cret"}"#, 69, #"status 400 ("see http://h/?key=…")"#),
        (200, #"{"error":"Expired"}"#, 65, "or 'results', which says 'Expired'\n"),
        (200, #"{"data":null,"errors":[{"message":"Denied"}]}"#, 65, "or 'results', which says 'Denied'\n"),
        (200, #"{"success":false,"message":"Expired","data":[]}"#, 65, "found none, which says 'Expired'\n"),
        (200, #"{"status":401,"detail":"Expired","data":[]}"#, 65, "found none, which says 'Expired'\n"),
        (200, #"{"id":1,"error":{"code":100,"message":"Expired"}}"#, 65, "or 'results', which says 'Expired'\n"),
        (200, #"{"data":null,"message":"Denied"}"#, 65, "or 'results', which says 'Denied'\n"),
        (200, #"{"data":[],"error":"Quota used up"}"#, 65, "found none, which says 'Quota used up'\n"),
        (
            200, #"{"success":false,"error_description":"Tenant not found","items":[]}"#, 65,
            "none, which says 'Tenant not found'\n"
        ),
        (200, #"{"data":{"items":[]},"errors":[{"message":"Denied"}]}"#, 65, "or 'results', which says 'Denied'\n"),
        (200, "Invalid API key", 65, "the catalog is not valid JSON, nor CSV: it says 'Invalid API key'\n"),
        (200, "<title>Sign in</title>", 65, "the catalog is a page of HTML titled 'Sign in', and not data\n"),
    ])
    func isQuoted(status: Int, body: String, exitStatus: Int32, message: String) async throws {
        let result = try await list(.status(status, Array(body.utf8)))
        #expect(result.status == exitStatus)
        #expect(result.errorOutput.contains(message), "\(result.errorOutput)")
        #expect(!result.errorOutput.contains("s3cret") && !result.errorOutput.contains("pw"))
    }

    @Test(arguments: [
        #"{"data":[]}"#, #"{"title":"Vendors","data":[],"error":null,"errors":[]}"#, #"{"message":"OK","data":[]}"#,
        #"{"data":[],"error":"","message":"No suppliers found"}"#, #"{"data":null,"total":0}"#,
    ])
    func isNoneBesideAnArrayThatIsEmptyInEarnest(body: String) async throws {
        let result = try await list(.ok(body))
        #expect(result.errorOutput == "suppliergo: the catalog has no suppliers\n" && result.status == 0)
    }

    @Test(arguments: [#"{"data":{"vendors":null},"errors":[{"message":"gql says no"}]}"#, #"{"error":"gql says no"}"#])
    func keepsTheSnapshotFromAnEmptyResponse(body: String) async throws {
        let catalog = #"{"data":{"vendors":[{"id":1,"fullname":"Name 1"}]}}"#
        let isDown = Lock(false)
        let server = try LoopbackServer { _ in .ok(isDown.withLock(\.self) ? body : catalog) }
        defer { server.stop() }
        let line = "list -c \(server.url("/c")) --map records=data.vendors --map id=id -f tsv"
        #expect(try await setting.run(line).output.hasPrefix("1\tName 1\t"))
        isDown.withLock { $0 = true }
        for option in ["", " --refresh"] {
            let result = try await setting.run(line + option)
            #expect(result.errorOutput.contains("gql says no"), "\(result.errorOutput)")
            #expect(try await setting.run(line + " --offline").output.hasPrefix("1\tName 1\t"))
        }
    }

    @Test func isQuotedBesideARefusedTokenAndInTheWarningOfASnapshot() async throws {
        let catalog = Samples.catalog([Samples.record(1)])
        let isDown = Lock(false)
        let server = try LoopbackServer { request in
            if request["Authorization"] != nil { return .status(401, Array("No such key".utf8)) }
            return isDown.withLock(\.self) ? .status(503, Array(#"{"message":"maintenance"}"#.utf8)) : .ok(catalog)
        }
        defer { server.stop() }
        let line = "list -c \(server.url("/c")) --retries 0 -f tsv"
        let refused = try await setting.run(line, environment: ["SUPPLIERGO_TOKEN": "t0ken"])
        let refusal = #"refused the token of $SUPPLIERGO_TOKEN (HTTP 401, "No such key")"# + "\n"
        #expect(refused.errorOutput.hasSuffix(refusal))
        let withPassword = line.replacing("http://", with: "http://u:pw@")
        let advice = "(\"No such key\"): check the user and the password in the address\n"
        #expect(try await setting.run(withPassword).errorOutput.hasSuffix(advice))
        #expect(try await setting.run(line).output == Samples.line(1))
        isDown.withLock { $0 = true }
        let stale = try await setting.run(line)
        #expect(stale.output == Samples.line(1) && stale.status == 0)
        #expect(stale.errorOutput.contains(#"status 503 ("maintenance"); showing the snapshot of"#))
    }

    @Test(arguments: [
        ("show 1 -f ndjson", "no details: "),
        ("show 1 --field vat", "the supplier '1' has no field 'vat'; no details: "),
        ("fetch --details", "no details for Name 1 (id 1): "),
    ])
    func isQuotedOfDetails(line: String, beginning: String) async throws {
        let catalog = Samples.catalog([Samples.record(1)])
        let server = try LoopbackServer {
            $0.target == "/c" ? .ok(catalog) : .status(500, Array(#"{"message":"maintenance"}"#.utf8))
        }
        defer { server.stop() }
        let result = try await setting.run("\(line) -c \(server.url("/c")) --map detail=/d/{id} --retries 0")
        let sentence = beginning + "\(server.url("/d/1"))" + #" returned status 500 ("maintenance")"#
        #expect(result.errorOutput.contains(sentence + "\n"), "\(result.errorOutput)")
    }

    @Test(arguments: [404, 410])
    func isQuotedOfDetailsThatAreGone(status: Int) async throws {
        let catalog = Samples.catalog([Samples.record(1)])
        let server = try LoopbackServer {
            $0.target == "/c" ? .ok(catalog) : .status(status, Array(#"{"detail":"No such advisor"}"#.utf8))
        }
        defer { server.stop() }
        let result = try await setting.run("show 1 -f ndjson -c \(server.url("/c")) --map detail=/d/{id}")
        #expect(
            result.errorOutput.contains(#"/d/1 is gone (HTTP \#(status), "No such advisor"); next check in 1 hour"#),
            "\(result.errorOutput)")
    }

    @Test func namesTheFieldsBesideTheReasonForAnArrayThatIsNotThere() async throws {
        let result = try await list(.ok(#"{"error":"Expired"}"#), "--map records=value --map id=x")
        #expect(result.errorOutput.hasSuffix("no array at 'value': its fields are error; it says 'Expired'\n"))
    }

    /// One long cell, name, value or address must not hide what the error says.
    @Test(arguments: [
        ("a;LONG;c\n1;2;3\n", "", "; see 'suppliergo inspect c.csv'\n"),
        ("\"a\nLONG\";b\n1;2\n", "--map id=LONG", "; see 'suppliergo inspect c.csv'\n"),
        ("LONG", "", "…'\n"), (#"{"error":"LONG"}"#, "", "\n"),
        (#"{"LONG":1}"#, "--map records=x", "; see 'suppliergo inspect c.csv'\n"),
        ("<LONG/>", "", ": only JSON and CSV are read\n"), ("<title>LONG</title>", "", ", and not data\n"),
    ])
    func areErrorsOfAtMost400Characters(text: String, options: String, ending: String) async throws {
        let long = String(repeating: "e\u{301}", count: 20_000)
        try setting.directory.write(Array(text.replacing("LONG", with: long).utf8), to: "c.csv")
        let short = options.replacing("LONG", with: String(repeating: "y", count: 500))
        let result = try await setting.run("list -c c.csv \(short)")
        #expect(result.status == 65)
        let lines = result.errorOutput.split(separator: "\n").filter { $0.contains("error:") }
        #expect(lines.count == 1 && lines.allSatisfy { $0.unicodeScalars.count <= 400 }, "\(lines.map(\.count))")
        #expect(result.errorOutput.hasSuffix(ending), "\(result.errorOutput.suffix(100))")
    }
}
