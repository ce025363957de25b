import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `edit` and `add` with an editor, which is a script here, on a terminal.
@Suite(.timeLimit(.minutes(1)))
struct EditorTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        try setting.directory.write(Array(Samples.catalog((1...2).map { Samples.record($0) }).utf8), to: "c.json")
    }

    /// Runs a command whose editor is a script, which is given the file as `$1`.
    private func run(_ line: String, editor script: String) async throws -> ProcessResult {
        try setting.directory.write(Array(("#!/bin/sh\n" + script + "\n").utf8), to: "my editor")
        _ = unsafe chmod(setting.directory.path(of: "my editor"), 0o755)
        let editor = "'" + setting.directory.path(of: "my editor") + "'"
        return try await setting.start(
            line + " -c c.json", environment: ["VISUAL": editor, "EDITOR": "false", "TERM": "xterm"],
            terminal: CommandLineRun.Terminal(isInput: true, isError: false)
        ).result()
    }

    /// Has a script know the process that opened it, through the shell between them.
    private let parent = "P=$(cut -d' ' -f4 /proc/$PPID/stat)"

    private func list() async throws -> String { try await setting.run("list -c c.json --format tsv").output }

    private func drafts() throws -> [String] { try setting.directory.files().filter { $0.contains("/draft-") } }

    private func seen(_ name: String = "seen") throws -> String {
        String(decoding: try setting.directory.read(name), as: UTF8.self)
    }

    @Test func opensTheSupplierAsLines() async throws {
        let result = try await run("edit 1", editor: #"cp "$1" "$HOME/seen"; stat -c %a "$1" > "$HOME/mode""#)
        #expect(result.status == 0)
        #expect(result.errorOutput == "suppliergo: nothing has changed\n")
        #expect(
            try seen() == """
                # Supplier 1 of \(setting.directory.path(of: "c.json"))
                # Save to keep your changes. An empty file, or an editor that fails, gives up.

                # fullname: a first and a last name, or one word
                fullname = Name 1

                # company: any text, or empty
                company = Company 1

                # phone: a number with at least three digits, or empty
                phone = +1 1

                # email: an address such as ana@example.com, or empty
                email = 1@example.com

                # avatar: an http or https URL, the path of an image, or empty
                avatar =\u{20}

                """)
        #expect(try seen("mode") == "600\n")
        #expect(try drafts().isEmpty)
    }

    @Test func keepsWhatWasWritten() async throws {
        let result = try await run("edit 1", editor: #"sed -i 's/^phone.*/phone=  1111 /; s/^company/# &/' "$1""#)
        #expect(result.errorOutput == "suppliergo: edited phone of '1'\n")
        #expect(try await list().hasPrefix("1\tName 1\tCompany 1\t1111\t"))
    }

    @Test func opensAgainWithTheMistakesNamed() async throws {
        let script = #"""
            if grep -q '^# !' "$1"; then
                cp "$1" "$HOME/seen"
                sed -i 's/^phone.*/phone = 1111/; s/^emial/email/' "$1"
            else
                sed -i 's/^phone.*/phone = call me/; s/^email/emial/' "$1"
            fi
            """#
        let result = try await run("edit 1", editor: script)
        #expect(result.errorOutput == "suppliergo: edited phone of '1'\n", "\(result.errorOutput)")
        let text = try seen()
        #expect(text.contains("# ! phone 'call me' has fewer than 3 digits\nphone = call me\n"))
        #expect(text.contains("# ! 'emial' is not a field: did you mean 'email'?\nemial = 1@example.com\n"))
        #expect(try drafts().isEmpty)
    }

    @Test func keepsATextThatIsGivenUp() async throws {
        for script in [
            #"grep -q '^# !' "$1" || sed -i 's/^phone.*/phone = call me/' "$1""#,
            #"sed -i 's/^phone.*/phone = call me/' "$1"; exit 1"#,
            #"echo 'phone: call phone = call me' > "$1"; exit 1"#,
            #"sed -i 's/^phone.*/phone = call me/; /^# !/d' "$1""#,
        ] {
            let result = try await run("edit 1", editor: script)
            #expect(result.status == 65)
            let draft = try #require(try drafts().first)
            let path = setting.directory.path(of: draft)
            #expect(
                result.errorOutput
                    == "suppliergo: error: the edit was abandoned; your text is in '\(path)'\n")
            #expect(try seen(draft).contains("phone = call me"))
            try FileManager.default.removeItem(atPath: path)
        }
        #expect(try await list() == Samples.line(1) + Samples.line(2))
    }

    @Test func keepsATextWhereTheEditCannotBeKept() async throws {
        let lock = setting.directory.path(of: ".local/share/suppliergo/edits/lock")
        let result = try await run(
            "edit 1", editor: #"sed -i 's/^phone.*/phone = 1111/' "$1"; mkdir "\#(lock)""#)
        #expect(result.status == 74)
        let path = setting.directory.path(of: try #require(try drafts().first))
        #expect(result.errorOutput.hasSuffix("; your text is in '\(path)'\n"), "\(result.errorOutput)")
        #expect(try seen(try drafts()[0]).contains("phone = 1111"))
    }

    @Test func leavesTheKeyboardsSignalsToTheEditor() async throws {
        let script = #"trap '' INT; \#(parent); kill -INT $P; sed -i 's/^phone.*/phone = 1111/' "$1"; kill -INT $P"#
        let result = try await run("edit 1", editor: script)
        #expect(result.status == 0 && result.errorOutput == "suppliergo: edited phone of '1'\n")
        #expect(try drafts().isEmpty)
    }

    @Test(arguments: ["TERM", "HUP"])
    func namesTheTextWhereASignalEndsIt(signal: String) async throws {
        let script = #"\#(parent); sed -i 's/^phone.*/phone = 1111/' "$1"; kill -\#(signal) $P; exec sleep 60"#
        let result = try await run("edit 1", editor: script)
        #expect(result.status == (signal == "TERM" ? 143 : 129))
        let path = setting.directory.path(of: try #require(try drafts().first))
        #expect(result.errorOutput.hasSuffix("the edit was abandoned; your text is in '\(path)'\n"))
        #expect(try await list() == Samples.line(1) + Samples.line(2))
    }

    @Test func takesAMarkOfTheByteOrder() async throws {
        let script = #"printf '\357\273\277' > "$1.x"; sed 's/^phone.*/phone = 1111/' "$1" >> "$1.x"; mv "$1.x" "$1""#
        #expect(try await run("edit 1", editor: script).errorOutput == "suppliergo: edited phone of '1'\n")
    }

    @Test func refusesWhatIsNotUTF8() async throws {
        let script = #"grep -q '^# !' "$1" && cp "$1" "$HOME/seen"; printf 'fullname = Ana M\374ller\n' > "$1""#
        #expect(try await run("edit 1", editor: script).status == 65)
        #expect(try seen().contains("# ! fullname is not valid UTF-8\n"))
    }

    @Test func tellsTheAvatarsMistakeWithTheOthers() async throws {
        let script = #"grep -q '^# !' "$1" && cp "$1" "$HOME/seen"; printf 'phone = x\navatar = none.png\n' > "$1""#
        _ = try await run("edit 1", editor: script)
        let text = try seen()
        #expect(text.contains("# ! phone 'x' has fewer than 3 digits") && text.contains("# ! avatar cannot be read ("))
    }

    @Test(arguments: ["false", #": > "$1""#, #"rm "$1""#])
    func editsNothingWhereThereIsNothing(script: String) async throws {
        let result = try await run("edit 1", editor: script)
        #expect(result.status == 65)
        #expect(result.errorOutput.hasSuffix("nothing was edited\n"))
        #expect(try drafts().isEmpty)
    }

    @Test func addsWhatAFormSays() async throws {
        let script = #"sed -i 's/^fullname.*/fullname = Ana = Lima/; s/^company.*/company = C/' "$1""#
        let result = try await run("add --id new", editor: script)
        #expect(result.status == 0 && result.output.contains("new\n"), "\(result.errorOutput)")
        #expect(try await list().contains("new\tAna = Lima\tC\t\t\t20"))
        let untouched = try await run("add", editor: "true")
        #expect(untouched.status == 65 && untouched.errorOutput.hasSuffix("nothing was edited\n"))
    }

    @Test func leavesValuesAloneThatNoLineCanHold() async throws {
        let record = Samples.record(1).replacing("Company 1", with: #"A\tB\u0001"#)
        try setting.directory.write(Array(Samples.catalog([record]).utf8), to: "c.json")
        let result = try await run("edit 1", editor: #"sed -i 's/^phone.*/phone = 1111/' "$1"; cp "$1" "$HOME/seen""#)
        #expect(result.errorOutput == "suppliergo: edited phone of '1'\n")
        #expect(try seen().contains("company = A\\tB\\u{1}\n"))
        #expect(try await list().hasPrefix("1\tName 1\tA\\tB\u{1}\t1111\t"))
    }

    @Test func namesAnEditorThatIsNotThere() async throws {
        let result = try await setting.start(
            "edit 1 -c c.json", environment: ["EDITOR": "/nonexistent/editor", "TERM": "xterm"],
            terminal: CommandLineRun.Terminal(isInput: true, isError: false)
        ).result()
        #expect(result.status == 65)
        #expect(result.errorOutput.hasSuffix("the editor '/nonexistent/editor' failed; nothing was edited\n"))
    }
}
