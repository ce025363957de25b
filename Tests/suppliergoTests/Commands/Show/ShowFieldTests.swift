import TestSupport
import Testing

/// `show ID --field PATH`.
@Suite struct ShowFieldTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        let others = #"""
            "vat":"DE\t1","big":9007199254740993,"open":false,"note":null,"none":[],"tags":["a\nb",2,null,[1]],
            "address":{"city":"Köln","geo":{"lat":1.50}},"a.b":"dotted","company2":{},
            "owns":[{"name":"Fidelity, Inc.","id":7,"aum":1200.5,"at":{"city":"Bonn"},"lots":[{"n":"x"},{"n":"y"}]},
            {"name":"東京","aum":9,"Main":true,"lots":[]}],"blanks":[{},{"x":null}]
            """#
        let record = Samples.record(1, avatar: "https://a.example/1.png").dropLast() + ",\(others)}"
        try setting.directory.write(Array(Samples.catalog([String(record), Samples.record(2)]).utf8), to: "c.json")
    }

    @Test(arguments: [
        ("vat", #"DE\t1"# + "\n"), ("big", "9007199254740993\n"), ("open", "false\n"), ("none", ""),
        ("tags", "a\\nb\n2\n\n[1]\n"), ("address.city", "Köln\n"), ("ADDRESS.City", "Köln\n"), ("a.b", "dotted\n"),
        ("address", "city   Köln\ngeo\n  lat  1.50\n"), ("owns.0.aum", "1200.5\n"), ("owns.at.city", "Bonn\n"),
        ("owns.name", "Fidelity, Inc.\n東京\n"), ("owns.lots.n", "x\ny\n"), ("owns.lots", "n\nx\ny\n"),
        ("company2", ""), ("id", "1\n"), ("name", "Name 1\n"), ("created", "2021-01-02T00:00:00Z\n"),
        ("avatar", "https://a.example/1.png\n"), ("email", "1@example.com\n"),
        (
            "owns",
            """
            name            id     aum  at.city  lots  Main
            Fidelity, Inc.   7  1200.5  Bonn        2
            東京                     9              0  true

            """
        ),
        ("blanks", "none\nnone\n"),
        ("owns --columns aum,lots.n,MAIN", "   aum  lots.n  MAIN\n1200.5  x, y\n     9          true\n"),
        ("owns --width 20", "name            id\nFidelity, Inc.   7\n東京\n"),
        ("tags -f tsv", "a\\nb\n2\n\n[1]\n"), ("none -f csv", ""), ("none -f json", "[]\n"),
        ("vat -f csv", "vat\r\nDE\t1\r\n"), ("big -f json", "9007199254740993\n"),
        ("tags -f ndjson", "[\"a\\nb\",2,null,[1]]\n"), ("owns.name -f json", "[\"Fidelity, Inc.\",\"東京\"]\n"),
        ("address -f tsv", "Köln\t1.50\n"), ("id -f json", "\"1\"\n"),
        ("owns -f tsv --columns name,id", "Fidelity, Inc.\t7\n東京\t\n"),
        (
            "owns -f csv --columns name,lots",
            "name,lots\r\n\"Fidelity, Inc.\",\"[{\"\"n\"\":\"\"x\"\"},{\"\"n\"\":\"\"y\"\"}]\"\r\n東京,[]\r\n"
        ),
        (
            "owns -f csv",
            "name,id,aum,at.city,lots,Main\r\n"
                + "\"Fidelity, Inc.\",7,1200.5,Bonn,\"[{\"\"n\"\":\"\"x\"\"},{\"\"n\"\":\"\"y\"\"}]\",\r\n"
                + "東京,,9,,[],true\r\n"
        ),
        (
            "owns -f json --columns name,lots.n",
            #"[{"name":"Fidelity, Inc.","lots.n":"x, y"},{"name":"東京","lots.n":null}]"# + "\n"
        ),
        ("address -f ndjson --columns city", #"{"city":"Köln"}"# + "\n"),
    ])
    func isPrintedWhole(options: String, output: String) async throws {
        let result = try await setting.run("show 1 -c c.json --field \(options)")
        #expect(result.output == output)
        #expect(result.status == 0 && result.errorOutput.isEmpty, "\(result.errorOutput)")
    }

    @Test(arguments: [("", "\n", 0), (" -f json", "\"\"\n", 0), (" --map company=company", "", 1)])
    func isEmptyTextUnlessAMapMayLackIt(options: String, output: String, status: Int32) async throws {
        let record = Samples.record(1).replacing("Company 1", with: "")
        try setting.directory.write(Array(Samples.catalog([record]).utf8), to: "c.json")
        let result = try await setting.run("show 1 -c c.json --field company" + options)
        #expect(result.output == output && result.status == status)
    }

    @Test(arguments: [
        ("note", "note", ""), ("nothing", "nothing", ""), ("tag", "tag", ": did you mean 'tags'?"),
        ("owns.x", "owns.x", ": did you mean 'owns'?"),
        ("owns.at.ctiy", "owns.at.ctiy", ": did you mean 'owns.at.city'?"),
        ("address.xyz.x", "address.xyz.x", ""),
        ("emial -f json", "emial", ": did you mean 'email'?"), ("fulname", "fulname", ": did you mean 'fullname'?"),
    ])
    func isMissing(options: String, path: String, advice: String) async throws {
        let result = try await setting.run("show 1 -c c.json --field \(options)")
        #expect(result.output.isEmpty && result.status == 1)
        #expect(result.errorOutput == "suppliergo: error: the supplier '1' has no field '\(path)'\(advice)\n")
    }

    @Test(arguments: [
        ("--field vat -f vcard", "'--field' cannot be used with 'vcard'"),
        ("--field vat -o page.html", "'--field' cannot be used with 'html'"),
        ("--columns name", "'--columns' needs '--field'"), ("--columns name -f csv", "'--columns' needs '--field'"),
        ("--field owns --columns ,", "the value ',' of '--columns' is not a list"),
    ])
    func isCombinedWithColumnsInSomeFormats(options: String, sentence: String) async throws {
        let result = try await setting.run("show 1 -c c.json \(options)")
        #expect(result.output.isEmpty && result.status == 64)
        #expect(result.errorOutput.hasPrefix("suppliergo: error: \(sentence)"), "\(result.errorOutput)")
    }

    @Test func isOfOneSupplier() async throws {
        let result = try await setting.run("show 1 2 -c c.json --field id")
        #expect(result.output.isEmpty && result.status == 1)
        #expect(result.errorOutput.hasPrefix("suppliergo: error: 2 suppliers match '1 2': give the id of one\n"))
    }

    @Test func saysThatNothingHasAColumn() async throws {
        let result = try await setting.run("show 1 -c c.json --field owns --columns name,ame -f tsv")
        #expect(result.output == "Fidelity, Inc.\t\n東京\t\n" && result.status == 0)
        #expect(result.errorOutput == "suppliergo: warning: nothing in 'owns' has 'ame': did you mean 'name'?\n")
    }

    /// On a terminal lines are cut at its width and nothing is obeyed, whatever the format.
    @Test func isCutOnATerminal() async throws {
        let others = #","x":[{"a":"\#(String(repeating: "w", count: 90))","b":1}],"y":"\u001b[31m"}"#
        try setting.directory.write(
            Array(Samples.catalog([String(Samples.record(1).dropLast()) + others]).utf8), to: "c.json")
        let terminal = CommandLineRun.Terminal(columns: 40)
        let result = try await setting.start("show 1 -c c.json --field x", terminal: terminal).result()
        #expect(result.output.split { $0.isNewline }.map(\.count) == [40, 40])
        let whole = try await setting.run("show 1 -c c.json --field x", environment: ["COLUMNS": "40"])
        #expect(whole.output.split(separator: "\n").map(\.count) == [93, 93])
        let csv = try await setting.start("show 1 -c c.json --field y -f csv", terminal: terminal).result()
        #expect(csv.output.contains(#"\u{1b}[31m"#))
    }
}
