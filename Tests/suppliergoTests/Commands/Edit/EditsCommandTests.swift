import FoundationEssentials
import TestSupport
import Testing

/// `edits`: what was edited, and what the catalog has to say of it.
@Suite(.timeLimit(.minutes(1)))
struct EditsCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        try write((1...3).map { Samples.record($0) })
    }

    private func write(_ records: [String], to name: String = "c.json") throws {
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: name)
    }

    private func run(_ line: String) async throws -> ProcessResult {
        try await setting.run(line, environment: ["SUPPLIERGO_CATALOG": "c.json"])
    }

    /// Edits two suppliers, hides one and adds one.
    private func edit() async throws {
        for line in [
            "edit 1 --phone 1111 --email ana@example.com", "remove 2", "add --id new --company C --fullname=A,\"B C",
        ] {
            let result = try await run(line.replacing("A,\"B C", with: "A,\"B\u{a0}C"))
            #expect(result.status == 0, "\(result.errorOutput)")
        }
    }

    /// Changes the first supplier's number, and drops the second one.
    private func changeCatalog() throws {
        try write([Samples.record(1).replacing("+1 1", with: "+1 99"), Samples.record(3)])
    }

    @Test func listsWhatWasEdited() async throws {
        try await edit()
        let result = try await run("edits")
        #expect(
            result.output == """
                new  A,"B\u{a0}C  added just now
                    fullname  A,"B\u{a0}C
                    company   C
                2  Name 2  removed just now
                1  Name 1  edited just now
                    phone  +1 1 → 1111
                    email  1@example.com → ana@example.com

                """)
        #expect(result.status == 0 && result.errorOutput.isEmpty)
        #expect(try await run("edits 2").output == "2  Name 2  removed just now\n")
        let none = try await run("edits 3")
        #expect(none.status == 1 && none.errorOutput == "suppliergo: no edits\n")
    }

    @Test func listsThemForPrograms() async throws {
        try await edit()
        try changeCatalog()
        let csv = try await run("edits --format csv").output
        let path = setting.directory.path(of: "c.json")
        let time = #/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d.\d\d\dZ/#
        #expect(
            csv.replacing(time, with: "T")
                == [
                    "catalog,id,fullname,edit,field,from,to,editedAt,state,catalogValue",
                    "\(path),new,\"A,\"\"B\u{a0}C\",added,fullname,,\"A,\"\"B\u{a0}C\",T,applied,",
                    "\(path),new,\"A,\"\"B\u{a0}C\",added,company,,C,T,applied,",
                    "\(path),2,Name 2,removed,,,,T,withoutSupplier,",
                    "\(path),1,Name 1,changed,phone,+1 1,1111,T,conflict,+1 99",
                    "\(path),1,Name 1,changed,email,1@example.com,ana@example.com,T,applied,",
                ].map { $0 + "\r\n" }.joined())
        let lines = try await run("edits --format ndjson").output.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines[3].contains(#""catalogValue":"+1 99""#) && lines[3].contains(#""from":"+1 1""#))
        let json = Data(try await run("edits -f json").output.utf8)
        let rows = try JSONDecoder().decode([[String: String?]].self, from: json)
        #expect(rows.map { $0["id"] } == ["new", "new", "2", "1", "1"])
        #expect(rows[2]["field"] == .some(nil) && rows[2]["to"] == .some(nil))
    }

    @Test func tellsConflictsOnceInAListAndOnTheCard() async throws {
        try await edit()
        try changeCatalog()
        let list = try await run("list --format tsv")
        #expect(
            list.errorOutput
                == "suppliergo: warning: 1 of your edits conflicts with the catalog: see 'suppliergo edits'\n")
        #expect(list.output.contains("1\tName 1\tCompany 1\t1111\tana@example.com\t"))
        #expect(try await run("list --format tsv -q").errorOutput.isEmpty)
        #expect(try await run("list --format tsv --no-edits").errorOutput.isEmpty)
        let card = try await run("show 1 --width 200").output.unwrappedCard
        #expect(card.contains("Edited    just now: phone (was +1 1), email (was 1@example.com)"))
        #expect(
            card.contains(
                "Conflict  the catalog now has phone +1 99; 'suppliergo edits --take 1' takes it, '--keep 1' keeps "
                    + "yours"
            ))
        let edits = try await run("edits").output
        #expect(edits.contains("    conflict: the catalog now has phone +1 99; "))
        #expect(edits.contains("    without a supplier: the catalog no longer has this id\n"))
        #expect(try await run("show 2").status == 1)
    }

    @Test func settlesConflicts() async throws {
        try await edit()
        #expect(try await run("edits --take 1").errorOutput.contains("the supplier '1' has no conflict to settle"))
        #expect(try await run("edits --take 3").errorOutput.contains("the supplier '3' is not edited"))
        try changeCatalog()
        #expect(try await run("edits --keep 1").errorOutput == "suppliergo: kept your values of '1'\n")
        let kept = try await run("list --format tsv id:1")
        #expect(kept.output.contains("\t1111\t") && kept.errorOutput.isEmpty)
        try write([Samples.record(1).replacing("+1 1", with: "+1 77")])
        #expect(try await run("edits --take 1").errorOutput == "suppliergo: took the catalog's values of '1'\n")
        let taken = try await run("list --format tsv id:1")
        #expect(taken.output.contains("\t+1 77\tana@example.com\t") && taken.errorOutput.isEmpty)
        #expect(try await run("edits --take 2").status == 0)
        #expect(try await run("edits 2").status == 1)
    }

    @Test func goesThroughAPagerAndCountsUnderAList() async throws {
        try await edit()
        let environment = ["TERM": "xterm", "PAGER": "sed s/^/paged:/", "LANG": "C.UTF-8"]
        let terminal = CommandLineRun.Terminal(columns: 120)
        let edits = try await setting.start("edits -c c.json", environment: environment, terminal: terminal).result()
        let lines = TerminalScreen(edits.standardOutput, columns: 120).lines
        #expect(lines.count == 7 && lines.allSatisfy { $0.hasPrefix("paged:") })
        let list = try await setting.start(
            "list -c c.json --no-pager --avatars off", environment: environment, terminal: terminal
        ).result()
        #expect(TerminalScreen(list.standardOutput, columns: 120).lines.last == "3 suppliers · 3 edited")
    }

    @Test func saysWhatTheCatalogHasTakenOver() async throws {
        _ = try await run("edit 1 --phone 1111")
        try write([Samples.record(1).replacing("+1 1", with: "1111")])
        #expect(try await run("edits").output.contains("    the catalog has the same phone now\n"))
        #expect(try await run("show 1").output.contains("Edited") == false)
        #expect(try await run("edits --take 1").status == 0)
        #expect(try await run("edits").errorOutput == "suppliergo: no edits\n")
    }

    @Test func goesAlongWithACatalogThatHasMoved() async throws {
        try await edit()
        try FileManager.default.moveItem(
            atPath: setting.directory.path(of: "c.json"), toPath: setting.directory.path(of: "d.json"))
        let missing = try await run("edits")
        #expect(missing.status == 0 && missing.output.contains("1  edited just now\n    phone  +1 1 → 1111\n"))
        #expect(missing.errorOutput.hasPrefix("suppliergo: warning: conflicts are unknown; the catalog's file"))
        let result = try await run("edits --rename c.json d.json")
        let (old, new) = (setting.directory.path(of: "c.json"), setting.directory.path(of: "d.json"))
        #expect(result.errorOutput == "suppliergo: moved the edits of \(old) to \(new)\n")
        #expect(try await setting.run("list -c d.json --format tsv id:1").output.contains("\t1111\t"))
        #expect(try await run("edits --rename c.json e.json").status == 1)
        #expect(try await run("edits --rename d.json").status == 64)
        #expect(try await run("edits --take 1 --keep 1").status == 64)
    }

    @Test func knowsACatalogThatACommandPrints() async throws {
        let settings = "[it]\ncatalog-command = cat c.json\n"
        try setting.directory.write(Array(settings.utf8), to: ".config/suppliergo/config")
        _ = try await run("edit 1 --phone 1111")
        #expect(try await setting.run("edits -c it").errorOutput == "suppliergo: no edits\n")
        let result = try await setting.run("edits --rename c.json it")
        let old = setting.directory.path(of: "c.json")
        #expect(result.errorOutput == "suppliergo: moved the edits of \(old) to command:it\n")
        #expect(try await setting.run("list -c it --format tsv id:1").output.contains("\t1111\t"))
    }

    @Test(arguments: ["show 2", "edit 2 --phone 1111"])
    func namesTheCatalogInItsAdvice(line: String) async throws {
        _ = try await run("remove 2")
        let advice = "'suppliergo revert -c c.json 2' undoes this"
        #expect(try await setting.run(line + " -c c.json").errorOutput.contains(advice))
        _ = try await run("edit 1 --phone 1111")
        try changeCatalog()
        let card = try await setting.run("show 1 -c c.json").output.unwrappedCard
        #expect(card.contains("'suppliergo edits -c c.json "), "\(card)")
    }

    @Test func listsThoseOfAllCatalogs() async throws {
        try write([Samples.record(7)], to: "d.json")
        _ = try await run("edit 1 --phone 1111")
        _ = try await setting.run("edit 7 -c d.json --company Other")
        let result = try await setting.run("edits")
        let (one, two) = (setting.directory.path(of: "c.json"), setting.directory.path(of: "d.json"))
        #expect(
            result.output == """
                \(one)
                1  edited just now
                    phone  +1 1 → 1111

                \(two)
                7  edited just now
                    company  Company 7 → Other

                """)
        #expect(try await run("edits --all").output == result.output)
        let lines = try await run("edits --all -f ndjson").output
        #expect(lines.contains(#""state":null"#) && !lines.contains(#""state":""#))
    }
}
