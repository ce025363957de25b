import Glibc
import TestSupport
import Testing

@Suite struct OpenCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        let records = [
            Samples.record(1, avatar: "a.png"), Samples.record(2), Samples.record(3, avatar: "missing.png"),
            #"{"id":"4","createdAt":"2021-01-01T00:00:00Z","fullname":"No One","phone":"","company":"","email":""}"#,
            #"""
            {"id":"5","createdAt":"2021-01-01T00:00:00Z","fullname":"Ann","phone":"+49 (0)40 555-01-10",
            "company":"","email":"a\"b@c.example"}
            """#,
            #"{"id":"7","createdAt":null,"fullname":"Ext","phone":"+1 555-0100 x12","company":"","email":""}"#,
            #"{"id":"6","createdAt":"2021-01-01T00:00:00Z","fullname":"A","phone":"ask 123","company":"","email":" "}"#,
        ]
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        try setting.directory.write(Samples.picture, to: "a.png")
    }

    @Test(arguments: [
        ("1", "mailto:1@example.com"), ("1 --email", "mailto:1@example.com"), ("5", "mailto:a%22b@c.example"),
        ("5 --phone", "tel:+4940555-01-10"), ("ann --phone", "tel:+4940555-01-10"),
        ("7 --phone", "tel:+1555-0100"),
    ])
    func printsWhatWouldBeOpened(arguments: String, target: String) async throws {
        let result = try await setting.run("open -c c.json --print " + arguments)
        #expect(result.output == target + "\n")
        #expect(result.errorOutput.isEmpty)
        #expect(result.status == 0)
    }

    @Test(arguments: [
        (" a@x.example ", "a@x.example"), ("Ana <a@x.example>", "a@x.example"), ("mailto:a@x.example", "a@x.example"),
        ("a@x.example; b@x.example", "a@x.example,b@x.example"),
        ("a@x.example, Bo <b@x.example>", "a@x.example,b@x.example"),
    ])
    func takesAddressesAsPeopleWriteThem(email: String, target: String) async throws {
        let record = Samples.record(1).replacing("1@example.com", with: email)
        try setting.directory.write(Array(Samples.catalog([record]).utf8), to: "c.json")
        let result = try await setting.run("open -c c.json 1 --print")
        #expect(result.output == "mailto:\(target)\n" && result.errorOutput.isEmpty && result.status == 0)
        #expect(try await setting.run("list -c c.json -f tsv --columns email").output == email + "\n")
    }

    @Test func namesAddressesThatCannotBeUsed() async throws {
        let records = ["x@y.example; none", "call me"].enumerated().map {
            Samples.record($0 + 1).replacing("\($0 + 1)@example.com", with: $1)
        }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let some = try await setting.run("open -c c.json 1 --print")
        #expect(some.status == 0 && some.output == "mailto:x@y.example\n")
        let clause = "of the supplier '1' cannot be used"
        #expect(some.errorOutput == "suppliergo: warning: the e-mail address 'none' \(clause)\n")
        let none = try await setting.run("open -c c.json 2 --print")
        #expect(none.status == 1 && none.output.isEmpty)
        #expect(
            none.errorOutput
                == "suppliergo: error: the e-mail address 'call me' of the supplier '2' cannot be used\n")
    }

    @Test func printsTheAvatarsFileOnceItIsFetched() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        defer { server.stop() }
        let result = try await setting.run("open -c \(server.url("/catalog.json")) 1 --avatar --print")
        let file = try #require(try setting.avatarFiles().first)
        #expect(result.output == setting.directory.path(of: file) + "\n")
        #expect(try setting.directory.read(file) == Samples.picture)
    }

    @Test(arguments: [
        ("4", "the supplier '4' has no e-mail address"), ("4 --phone", "the supplier '4' has no phone number"),
        ("6 --phone", "the phone number 'ask 123' of the supplier '6' cannot be used"),
        ("6", "the supplier '6' has no e-mail address"),
        ("2 --avatar", "the supplier '2' has no avatar"), ("zebra", "no supplier matches 'zebra'"),
        ("name", "3 suppliers match 'name': give the id of one"),
    ])
    func endsWithOneWhereThereIsNothing(arguments: String, sentence: String) async throws {
        let result = try await setting.run("open -c c.json --print " + arguments)
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errorOutput.hasPrefix("suppliergo: error: \(sentence)\n"))
    }

    @Test func endsWith69WhereTheAvatarCannotBeFetched() async throws {
        let result = try await setting.run("open -c c.json 3 --avatar --print")
        #expect(result.status == 69)
        #expect(result.errorOutput.hasPrefix("suppliergo: error: the avatar is not available: the file '"))
    }

    /// Installs a program of a name in the only directory of `PATH`.
    private func install(_ script: String) throws -> [String: String] {
        try setting.directory.write(Array(("#!/bin/sh\n" + script + "\n").utf8), to: "bin/xdg-open")
        _ = unsafe chmod(setting.directory.path(of: "bin/xdg-open"), 0o755)
        return ["PATH": setting.directory.path(of: "bin")]
    }

    @Test func opensWithTheDesktopsProgram() async throws {
        let environment = try install("printf %s \"$1\" > \"$HOME/opened\"")
        let result = try await setting.run("open -c c.json 1", environment: environment)
        #expect(result.status == 0)
        #expect(result.output.isEmpty && result.errorOutput.isEmpty)
        #expect(String(decoding: try setting.directory.read("opened"), as: UTF8.self) == "mailto:1@example.com")
    }

    @Test func endsWith69WhereNoProgramOpensIt() async throws {
        let failed = try await setting.run("open -c c.json 1", environment: try install("exit 3"))
        #expect(failed.status == 69)
        #expect(
            failed.errorOutput
                == "suppliergo: error: no program opens 'mailto:1@example.com': '--print' prints it instead\n")
        let missing = try await setting.run("open -c c.json 1", environment: ["PATH": "/nonexistent"])
        #expect(missing.status == 69)
        #expect(missing.errorOutput.contains("could not start 'xdg-open'"))
    }
}
