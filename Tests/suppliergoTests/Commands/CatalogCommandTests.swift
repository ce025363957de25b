import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Commands of the settings: for a catalog, and for a token.
@Suite(.timeLimit(.minutes(1)))
struct CatalogCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        try setting.directory.write(Array(Samples.catalog((1...3).map { Samples.record($0) }).utf8), to: "c.json")
    }

    private var lines: String { (1...3).map { Samples.line($0) }.joined() }

    private func write(_ settings: String) throws {
        try setting.directory.write(Array(settings.utf8), to: ".config/suppliergo/config")
    }

    private func list(_ options: String = "") async throws -> ProcessResult {
        try await setting.run("list -c it --format tsv " + options)
    }

    @Test func printsACatalogThatIsKeptAndEditedLikeAnyOther() async throws {
        try write("[it]\ncatalog-command = echo run >> runs; cat c.json # '#' is the shell's\n")
        #expect(try await list().output == lines)
        let file = try setting.directory.read("c.json")
        try setting.directory.write(Array("[]".utf8), to: "c.json")
        #expect(try await list("--offline").output == lines)
        let empty = try await list()
        #expect(empty.status == 0 && empty.output == lines)
        #expect(empty.errorOutput.contains("the catalog has no suppliers now, and had 3"))
        try setting.directory.write(file, to: "c.json")
        let edited = try await setting.run("edit 2 -c it --company Other")
        #expect(edited.status == 0, "\(edited.errorOutput)")
        #expect(try await list("id:2").output == Samples.line(2).replacing("Company 2", with: "Other"))
        #expect(try await setting.run("config -c it").status == 0)
        #expect(try await setting.run("completions zsh").status == 0)
        #expect(try setting.directory.read("runs").count == 4 * "run\n".utf8.count)
    }

    @Test(arguments: [
        ("cat c.json; echo one >&2; echo two >&2; exit 3", 69, "the command of 'it' ended with status 3: two"),
        ("head -c 150 c.json; exit 1", 69, "the command of 'it' ended with status 1"),
        ("/nowhere/program", 69, "/nowhere/program: not found"),
        ("kill -9 $$", 69, "the command of 'it' was ended by signal 9"),
        ("printf '['; sleep 100", 69, "the command of 'it' printed nothing for 0.3 seconds"),
        ("echo garbage", 65, "is not valid JSON"),
        ("head -c 150 c.json", 65, "cut short"),
    ])
    func keepsNothingOfACommandThatFails(command: String, status: Int32, sentence: String) async throws {
        try write("timeout = 0.3\n[it]\ncatalog-command = \(command)\n")
        let failed = try await list()
        #expect(failed.status == status)
        #expect(failed.errorOutput.hasPrefix("suppliergo: error: ") && failed.errorOutput.contains(sentence))
        #expect(try await list("--offline").status == 69)
        try write("[it]\ncatalog-command = cat c.json\n")
        #expect(try await list().output == lines)
        try write("timeout = 0.3\n[it]\ncatalog-command = \(command)\n")
        let fallen = try await list("--sort id")
        #expect(fallen.status == 0 && fallen.output == lines)
        #expect(fallen.errorOutput.contains("showing the snapshot of") && fallen.errorOutput.contains(sentence))
    }

    @Test func readsAFloodOnStandardError() async throws {
        try write("[it]\ncatalog-command = yes error | head -c 300000 >&2; cat c.json\n")
        #expect(try await list().output == lines)
    }

    @Test func endsTheCommandsProcessGroupWithItself() async throws {
        try write("[it]\ncatalog-command = cat c.json; sleep 100 & echo $! > pid; mkfifo ready; echo > ready; wait\n")
        let result = try await setting.shell(
            """
            "$0" list -c it --format tsv & while [ ! -p ready ]; do sleep 0.01; done; cat ready; kill $!; wait $!
            """)
        #expect(result.status == 143)
        let text = String(decoding: try setting.directory.read("pid"), as: UTF8.self)
        let id = try #require(Int32(text.prefix { $0 != "\n" }))
        // One that has ended and was not waited for is still there.
        let end = try await setting.shell(
            """
            while state=$(ps -o stat= -p \(id)) && [ "${state#Z}" = "$state" ]; do sleep 0.01; done
            """)
        #expect(end.status == 0)
    }

    @Test func refusesPathsInTheOutput() async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1, avatar: "face.png")]).utf8), to: "c.json")
        try write("[it]\ncatalog-command = cat c.json\n")
        let result = try await setting.run("fetch -c it")
        #expect(result.status == 3 && result.errorOutput.contains("has no location of its own"))
    }

    @Test(
        arguments: [
            ("[it]\ncatalog = c.json\ncatalog-command = cat c.json\n", "a section has either", 0o600),
            ("catalog-command = cat c.json\n[it]\ncatalog = c.json\n", "belongs in a catalog's section", 0o600),
            ("[it]\ncatalog-command = cat c.json\n", "everyone can write to it", 0o666),
            ("[it]\ncatalog = c.json\ntoken-command = echo t\n", "everyone can write to it", 0o602),
            ("[it]\ncatalog = c.json\ntoken-command = echo s3cret; exit 2\n", "'it' ended with status 2", 0o600),
            ("[it]\ncatalog = c.json\ntoken-command = true\n", "printed no token", 0o600),
        ] as [(String, String, UInt32)])
    func refusesSettings(text: String, sentence: String, permissions: UInt32) async throws {
        try write(text)
        _ = unsafe chmod(setting.directory.path(of: ".config/suppliergo/config"), permissions)
        let result = try await list()
        #expect(result.status == 78 && result.output.isEmpty)
        #expect(result.errorOutput.contains(sentence) && !result.errorOutput.contains("s3cret"))
    }

    @Test func asksForTheTokenOnceAProcess() async throws {
        let catalog = Samples.catalog((1...20).map { Samples.record($0, avatar: "/\($0).png") })
        let server = try LoopbackServer { request in
            request.target == "/c.json" && request["Authorization"] == "Bearer t1" ? .ok(catalog) : .status(401)
        }
        defer { server.stop() }
        try write(
            """
            [it]
            catalog = \(server.url("/c.json").absoluteString)
            token-command = echo run >> runs; echo t$(wc -l < runs); echo more
            """)
        let fetched = try await setting.run("fetch -c it")
        #expect(fetched.status == 3)
        for (options, environment) in [("-H Authorization:Bearer", [:]), ("", ["SUPPLIERGO_TOKEN": "t2"])]
            as [(String, [String: String])]
        {
            _ = try await setting.run("list -c it \(options)", environment: environment)
        }
        _ = try await list("--offline")
        #expect(try setting.directory.read("runs").count == "run\n".utf8.count)
        let refused = try await list("--refresh")
        let (file, sentence) = (server.url("/c.json").absoluteString, "refused the token of 'token-command' (HTTP 401")
        #expect(refused.status == 77 && refused.errorOutput.contains("\(file) \(sentence)"))
    }

    /// Who may decide what runs, what the cache holds and what is edited.
    @Test(
        .enabled(if: geteuid() == 0, "only root can give a file to another user"),
        arguments: [
            (".config/suppliergo/config", "this file belongs to another user"),
            (".config/suppliergo", "belongs to another user, or everyone can write to it"),
            (".local/share/suppliergo/edits", "'--no-edits' ignores them"),
        ])
    func refusesWhatAnotherUserDecides(path: String, sentence: String) async throws {
        try write("[it]\ncatalog-command = cat c.json\n")
        #expect(try await setting.run("edit 2 -c it --company Other").status == 0)
        _ = unsafe chown(setting.directory.path(of: path), 65534, 65534)
        let result = try await list()
        #expect(result.status == 78 && result.output.isEmpty)
        #expect(result.errorOutput.contains(sentence) && result.errorOutput.split(separator: "\n").count == 1)
        let isOfEdits = path.contains("edits")
        #expect(try await list("--no-edits").status == (isOfEdits ? 0 : 78))
        try write("[it]\ncatalog = \(setting.directory.path(of: "c.json"))\n")
        #expect(try await list().status == (isOfEdits ? 78 : 0))
    }

    @Test(arguments: [".config/suppliergo", ".local/share/suppliergo/edits", "cache"], [0o777, 0o1777] as [UInt32])
    func refusesWhatEveryoneDecides(path: String, permissions: UInt32) async throws {
        try write("[it]\ncatalog-command = cat c.json\n")
        #expect(try await setting.run("edit 2 -c it --company Other").status == 0)
        #expect(try await list().status == 0)
        _ = unsafe chmod(setting.directory.path(of: path), permissions)
        let (result, isSticky) = (try await list(), permissions & 0o1000 != 0)
        #expect(result.status == (isSticky || path == "cache" ? 0 : 78))
        #expect(result.errorOutput.isEmpty == isSticky, "\(result.errorOutput)")
        guard path == "cache", !isSticky else { return }
        #expect(result.errorOutput.contains("nothing is kept; the cache's directory"))
        #expect(result.errorOutput.contains("(run 'chmod o-w' if it is yours, or name another with '--cache-dir')"))
        let json = try await setting.run("list -c c.json --format json")
        #expect(json.status == 0 && json.errorOutput.contains("nothing is kept; the cache's directory"))
        for command in ["list --offline -c it", "cache info", "cache clear", "list --changes -c it"] {
            let result = try await setting.run(command)
            #expect(result.output.isEmpty && result.errorOutput.contains("everyone can write to it"), "\(command)")
        }
        #expect(try setting.directory.files().contains { $0.hasPrefix("cache/catalogs/") })
    }
}
