import Foundation
import Glibc
import TestSupport
import Testing

/// The effects of keys outside the browser: opening, copying, exporting.
@Suite struct BrowserActionsTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        let records = [
            Samples.record(1, avatar: "a.png"), Samples.record(2), Samples.record(3, name: #"E\u001b[31mVE"#),
        ]
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        try setting.directory.write(Samples.picture, to: "a.png")
    }

    private func start(environment: [String: String] = [:]) async throws -> TerminalRun {
        let run = try setting.browse("-c c.json", environment: environment)
        try await run.shows("3 suppliers")
        return run
    }

    private func quit(_ run: TerminalRun) async throws {
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }

    /// Closes the box of an export that has failed, and leaves.
    private func giveUp(_ run: TerminalRun) async throws {
        try await run.type("\u{1b}")
        try await run.shows { !$0.lines.contains { $0.contains("Export 3 suppliers to") } }
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try setting.directory.read(name), as: UTF8.self)
    }

    @Test func copiesTheFieldThatIsAskedFor() async throws {
        let run = try await start()
        try await run.type("jy")
        try await run.shows("2@example.com")
        try await run.type("e")
        try await run.shows("copied 2@example.com")
        let copied = Data("2@example.com".utf8).base64EncodedString()
        #expect(run.screen.drawings.contains { $0.content == "]52;c;\(copied)" })
        try await quit(run)
    }

    @Test func copiesNothingThatATerminalObeys() async throws {
        let run = try await start()
        try await run.type("jjyn")
        try await run.shows("copied E")
        let copied = try #require(run.screen.drawings.last { $0.content.hasPrefix("]52;c;") }).content.dropFirst(6)
        let text = String(decoding: try #require(Data(base64Encoded: String(copied))), as: UTF8.self)
        #expect(text.hasPrefix("E") && text.hasSuffix("VE") && !text.contains("\u{1b}"))
        try await quit(run)
    }

    @Test func exportsWhatIsMarked() async throws {
        let run = try await start()
        try await run.type("  x\u{15}out.csv\r")
        try await run.shows("exported 2 suppliers to out.csv")
        let expected = try await setting.run("list -c c.json -n 2 --format csv")
        #expect(try text("out.csv") == expected.output)
        try await quit(run)
    }

    @Test func exportsIntoTheHomeDirectory() async throws {
        try setting.directory.write([], to: "home/.keep")
        let run = try await start(environment: ["HOME": setting.directory.path(of: "home")])
        try await run.type("x\u{15}~/out.csv\r")
        try await run.shows("exported 3 suppliers to ~/out.csv")
        #expect(try text("home/out.csv").hasPrefix("id,"))
        try await quit(run)
    }

    @Test(arguments: ["html", "tsv", "vcf"])
    func exportsAsListDoes(format: String) async throws {
        let run = try await start()
        try await run.type("x\u{15}out.\(format)\r")
        try await run.shows("exported 3 suppliers to out.\(format)")
        _ = try await setting.run("list -c c.json -o expected.\(format) -q")
        #expect(try text("out.\(format)") == text("expected.\(format)"))
        try await quit(run)
    }

    @Test func replacesAFileOnlyWhereItIsToldTo() async throws {
        try setting.directory.write(Array("old".utf8), to: "out.csv")
        let run = try await start()
        try await run.type("x\u{15}out.csv\r")
        try await run.shows("Replace it?")
        try await run.type("n")
        try await run.shows("Export 3 suppliers to")
        #expect(try text("out.csv") == "old")
        try await run.type("\r")
        try await run.shows("Replace it?")
        try await run.type("y")
        try await run.shows("exported 3 suppliers")
        #expect(try text("out.csv").hasPrefix("id,"))
        try await quit(run)
    }

    @Test func saysThatAnExportFailedAlsoIfItIsLeftAtOnce() async throws {
        let run = try await start()
        try await run.type("xnone/out.csv\rq")
        try await run.shows("cannot be written")
        #expect(run.screen.lines.contains { $0.contains("│ none/out.csv") })
        try await giveUp(run)
    }

    @Test func writesAFileToItsEndWhereItIsLeftAtOnce() async throws {
        let run = try await start()
        try await run.type("x\u{15}out.csv\rq")
        #expect(try await run.result().status == 0)
        #expect(try text("out.csv").split(whereSeparator: \.isNewline).count == 4)
        #expect(try hiddenFiles().isEmpty)
    }

    @Test func leavesNoHalfOfAFileWhereItIsInterrupted() async throws {
        let server = try LoopbackServer { _ in .silence }
        defer { server.stop() }
        let record = Samples.record(1, avatar: "\(server.url("/a.png"))")
        try setting.directory.write(Array(Samples.catalog([record]).utf8), to: "c.json")
        let run = try setting.browse("-c c.json")
        try await run.shows("1 supplier")
        try await run.type("x\u{15}out.html\r")
        try await run.shows("exporting")
        try await run.type("q")
        try await run.shows("finishing the export; Ctrl-C gives it up")
        try await run.type("\u{3}")
        let result = try await run.result()
        #expect(result.status == 130 && result.output.contains("the export to 'out.html' was given up"))
        #expect(try hiddenFiles().isEmpty && !setting.directory.files().contains("out.html"))
    }

    @Test func asksWhetherToReplaceAFileAlsoIfItIsLeftAtOnce() async throws {
        try setting.directory.write(Array("old".utf8), to: "out.csv")
        let run = try await start()
        try await run.type("x\u{15}out.csv\rq")
        // The question may have been asked in time; then Q is a no.
        try await run.shows { screen in
            screen.lines.contains { $0.contains("Replace it?") || $0.contains("Export 3 suppliers to") }
        }
        try await run.type("\u{3}")
        #expect(try await run.result().status == 130)
        #expect(try text("out.csv") == "old")
    }

    /// The file is whole, and waits to be on the disk, when the signal comes.
    @Test(.enabled(if: InteractiveShell.path(of: "strace") != nil, "strace is not installed"))
    func replacesNoFileOnceASignalHasArrived() async throws {
        var configuration = setting.configuration(environment: ["TERM": "screen", "LANG": "C.UTF-8"])
        configuration.executable = InteractiveShell.path(of: "strace") ?? ""
        let words = "-D -f -qq -o trace -e trace=fsync -e inject=fsync:delay_enter=500000"
        let run = try TerminalRun(
            words.split(separator: " ").map(String.init) + [CommandLineRun.builtExecutable, "browse", "-c", "c.json"],
            terminal: CommandLineRun.Terminal(columns: 80, isInput: true), configuration: configuration)
        try await run.shows("3 suppliers")
        let expected = try await setting.run("list -c c.json --format csv").standardOutput.count
        try await run.type("x\u{15}out.csv\r")
        try await poll {
            let files = try hiddenFiles()
            return try !files.isEmpty && setting.directory.read(files[0]).count == expected
        }
        run.send(signal: SIGTERM)
        #expect(try await run.result().end == .exited(143))
        #expect(try !setting.directory.files().contains("out.csv"))
        #expect(try hiddenFiles().isEmpty)
    }

    /// The temporary files that are left.
    private func hiddenFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: setting.directory.path).filter { $0.hasPrefix(".supplier") }
    }

    @Test func refusesToWriteToAPipe() async throws {
        _ = unsafe mkfifo(setting.directory.path(of: "pipe.csv"), 0o600)
        let run = try await start()
        try await run.type("x\u{15}pipe.csv\r")
        try await run.shows("Not a regular file")
        try await giveUp(run)
    }

    @Test func saysThatAFileCannotBeWritten() async throws {
        let run = try await start()
        try await run.type("x\u{15}nowhere/out.csv\r")
        try await run.shows("cannot be written")
        try await giveUp(run)
    }

    /// Installs a desktop's program that writes its argument to `opened`, in the only directory of `PATH`.
    private func installOpener() throws -> [String: String] {
        let script = "#!/bin/sh\nprintf %s \"$1\" > \"$HOME/opened\"\n"
        try setting.directory.write(Array(script.utf8), to: "bin/xdg-open")
        _ = unsafe chmod(setting.directory.path(of: "bin/xdg-open"), 0o755)
        return ["PATH": setting.directory.path(of: "bin")]
    }

    @Test(arguments: [("e", "mailto:1@example.com"), ("o", ".png")])
    func opensWithTheDesktopsProgram(key: String, suffix: String) async throws {
        let run = try await start(environment: try installOpener())
        try await run.type(key)
        try await run.shows("opened ")
        #expect(try text("opened").hasSuffix(suffix))
        try await quit(run)
    }

    private static let unusable = ["bad1", "bad2"].map {
        "; the e-mail address '\($0)' of the supplier '1' cannot be used"
    }.joined()

    @Test(arguments: [
        ("e", "opened mailto:ana@x.example" + unusable), (" e", "opened a message to 1 marked supplier" + unusable),
        ("   e", "opened a message to 2 marked suppliers; '3' has no e-mail address" + unusable),
    ])
    func namesAddressesThatCannotBeUsed(keys: String, message: String) async throws {
        let records = ["ana@x.example; bad1; bad2", "ana@x.example", ""].enumerated().map {
            Samples.record($0 + 1).replacing("\($0 + 1)@example.com", with: $1)
        }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let run = try setting.browse("-c c.json", columns: 240, environment: try installOpener())
        try await run.shows("3 suppliers")
        try await run.type(keys)
        try await run.shows(message)
        try await quit(run)
    }

    @Test(arguments: [
        ("e", "no program opens 'mailto:1@example.com'"),
        ("p", "the phone number '+1 1' of the supplier '1' cannot be used"),
    ])
    func saysThatNothingIsOpened(key: String, sentence: String) async throws {
        let run = try await start(environment: ["PATH": "/nonexistent"])
        try await run.type(key)
        try await run.shows(sentence)
        try await quit(run)
    }

    @Test func showsAHostileNameOfAFileWithoutObeyingIt() async throws {
        let name = "c\u{1b}[41m\u{9b}2J.json"
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: name)
        let run = try setting.browse("-c \(name)")
        let screen = try await run.shows("1 supplier")
        #expect(screen.lines[0].contains("[41m") && screen.cells.joined().allSatisfy { !$0.style.contains("41") })
        try await run.type("/\u{1b}[200~\u{7}\u{1b}]0;x\u{7}zz\u{1b}[201~")
        try await run.shows("Nothing found")
        #expect(run.screen.drawings.isEmpty)
        try await run.type("\u{3}")
        #expect(try await run.result().status == 130)
    }

    @Test func showsHostileTextWithoutObeyingIt() async throws {
        let run = try await start()
        let screen = try await run.shows("VE")
        #expect(screen.cells.joined().allSatisfy { !$0.style.contains("31") || $0.text != "V" })
        try await quit(run)
    }
}
