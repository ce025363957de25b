import TestSupport
import Testing

/// Fields of records that are not a supplier's own.
@Suite struct OtherFieldsCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        let others = [
            #""vat":"DE1","address":{"city":"Köln"},"tags":["a","b","c","d"],"rating":10"#,
            #""vat":"DE2", "address" : null,"sites":[{},{"name":"Bonn"}],"rating":9.50"#,
        ]
        let records = others.enumerated().map { index, others in
            String(Samples.record(index + 1).dropLast()) + "," + others + "}"
        }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
    }

    @Test func areExportedUnchanged() async throws {
        let export = try await setting.run("list -c c.json -f ndjson -o out.ndjson")
        #expect(export.status == 0)
        let lines = String(decoding: try setting.directory.read("out.ndjson"), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.first?.hasSuffix(#","vat":"DE1","address":{"city":"Köln"},"tags":["a","b","c","d"],"rating":10}"#)
                == true)
        #expect(lines.last?.hasSuffix(#","address":null,"sites":[{},{"name":"Bonn"}],"rating":9.50}"#) == true)
        let again = try await setting.run("list -c out.ndjson -f ndjson --sort name")
        #expect(again.output.split(separator: "\n").count == 2 && again.output.contains(#""rating":9.50}"#))
        #expect(!(try await setting.run("list -c c.json -f vcard --avatars off")).output.contains("DE1"))
    }

    @Test(arguments: [
        ("-f tsv --columns id,vat,address.city", "1\tDE1\tKöln\n2\tDE2\t\n"),
        ("-f csv --columns id,tags", "id,tags\r\n1,\"[\"\"a\"\",\"\"b\"\",\"\"c\"\",\"\"d\"\"]\"\r\n2,\r\n"),
        (
            "-f ndjson --columns id,rating,tags",
            "{\"id\":\"1\",\"rating\":10,\"tags\":[\"a\",\"b\",\"c\",\"d\"]}\n"
                + "{\"id\":\"2\",\"rating\":9.50,\"tags\":null}\n"
        ),
        ("-f card --columns id,vat", "1  DE1\n2  DE2\n"), ("-f tsv --columns id vat:de2", "2\n"),
        ("-f tsv --columns id --sort name address.city:", "2\n"), ("-f tsv --columns id --sort rating", "2\n1\n"),
        ("-f tsv --columns id --sort tags,name", "1\n2\n"), ("-f tsv --columns id --sort address.CITY -r", "1\n2\n"),
        ("-f tsv --columns id köln", "1\n"), ("-f tsv --columns id rating:9..9.75", "2\n"),
        ("-f tsv --columns id tags:4..", "1\n"), ("-f card --columns id,tags", "1  4\n2\n"),
    ])
    func arePrintedAsColumnsAndSearched(options: String, output: String) async throws {
        let result = try await setting.run("list -c c.json \(options)")
        #expect(result.output == output)
        #expect(result.errorOutput.isEmpty && result.status == 0)
    }

    /// Lists of names with blanks and commas, and lines of a table.
    @Test(arguments: [
        ("--columns 'id, Day\\, at , fullname'", #"id,"Day, at",fullname/7,d2,Ana/8,d1,Bo/"#),
        ("--columns id --sort 'feed '", "id/7/8/"), ("--columns id --sort 'Day\\, at, name'", "id/8/7/"),
        ("--columns id --sort 'phone, id' -r", "id/8/7/"), ("--columns id --sort 'Name, id'", "id/8/7/"),
        ("--columns 'full  name'", "full  name/Ana/Bo/"),
    ])
    func areNamedInLists(options: String, lines: String) async throws {
        let table = "Nr,Full Name,Name,Tel,\"Day, at\"\n7,Ana,Lima,555,d2\n8,Bo,Diaz,556,d1\n"
        try setting.directory.write(Array(table.utf8), to: "t.csv")
        let result = try await setting.shell(
            "$0 list -c t.csv --map id=nr --map 'fullname=Full Name' --map phone=TEL -f csv \(options)")
        #expect(result.output.replacing("\r\n", with: "/") == lines)
        #expect(result.errorOutput.isEmpty && result.status == 0, "\(result.errorOutput)")
    }

    @Test(arguments: [
        ("-f tsv", "[]\t{}\t\t\n"), ("-f csv", "e,o,n,t\r\n[],{},,\r\n"),
        ("-f ndjson", "{\"e\":[],\"o\":{},\"n\":null,\"t\":\"\"}\n"),
    ])
    func areJSONIfTheyAreEmptyArraysAndObjects(format: String, output: String) async throws {
        let record = Samples.record(1).dropLast() + #","e":[],"o":{},"n":null,"t":""}"#
        let result = try await setting.run(
            "list -c - --columns e,o,n,t \(format)", input: .bytes(Array("[\(record)]".utf8)))
        #expect(result.output == output && result.errorOutput.isEmpty)
    }

    @Test(arguments: [
        ("--columns id,vat --sort vatt,nmae,address.city -n 1", "1\tDE1\n", "nmae"),
        ("--columns id,vatt,nme", "1\t\t\n2\t\t\n", "nme"), ("--columns id vatt: not:nme:x", "1\n2\n", "nme"),
    ])
    func namesTheNearestOfAFieldThatNoRecordHas(options: String, output: String, word: String) async throws {
        let result = try await setting.run("list -c c.json -f tsv \(options)")
        #expect(result.output == output)
        #expect(
            result.errorOutput == """
                suppliergo: warning: no record has 'vatt': did you mean 'vat'?
                suppliergo: warning: no record has '\(word)': did you mean 'name'?

                """)
        #expect(result.status == 0)
    }

    @Test(arguments: ["-n 1 --columns id,sites", "id:1 --columns id,sites", "id:1 --columns id --sort sites"])
    func namesNoFieldThatAnotherRecordHas(options: String) async throws {
        let result = try await setting.run("list -c c.json -f tsv \(options)")
        #expect(result.status == 0 && result.errorOutput.isEmpty)
    }

    @Test func accusesNoRecordThatWasNotRead() async throws {
        let result = try await setting.run("list -c c.json -f tsv -n 1 --columns id,nope")
        #expect(result.errorOutput.hasPrefix("suppliergo: warning: none of these suppliers has 'nope'"))
    }

    @Test(arguments: [
        ("vatt:1", ": no record has 'vatt': did you mean 'vat'?"), ("zzz.b:1", ": no record has 'zzz.b'"),
        ("adress.city:x", ": no record has 'adress.city': did you mean 'address.city'?"), ("vat:x", ""),
        ("address.ctiy:x", ": no record has 'address.ctiy': did you mean 'address.city'?"),
        ("sites.nmae:x", ": no record has 'sites.nmae': did you mean 'sites.name'?"),
        ("nmae:x", ": did you mean 'name:x'?"), ("gone", ""), ("rating:7..8", ""),
    ])
    func aQueryThatMatchesNothingNamesAFieldThatNoRecordHas(query: String, hint: String) async throws {
        for command in ["list -f tsv", "list", "list --sort name", "fetch", "check", "show", "open --print"] {
            let result = try await setting.run("\(command) -c c.json \(query)")
            let error = command == "show" || command == "open --print" ? "error: " : ""
            #expect(result.errorOutput == "suppliergo: \(error)no supplier matches '\(query)'\(hint)\n", "\(command)")
            #expect(result.status == 1)
        }
    }

    @Test(arguments: ["list", "fetch", "check", "show", "open --print"])
    func takesNoFieldOfTheRecordsAndNoPhraseForAMistypedName(command: String) async throws {
        let others = #","mail":"a","s":5,"emails":["b"],"e":{"mail":"c"},"i":[{"d":"x"}]}"#
        try setting.directory.write(Array("[\(Samples.record(1).dropLast())\(others)]".utf8), to: "d.json")
        for query in [
            "mail:zzz", "MAIL:zzz", "s:9..", "emails:zzz", "e.mail:zzz", "i.d:zzz", #""name:z""#, #""nmae:z"#,
        ] {
            let result = try await setting.run("\(command) -c d.json \(query)")
            #expect(result.errorOutput.hasSuffix("no supplier matches '\(query)'\n"), "\(result.errorOutput)")
        }
        let mistyped = try await setting.run("\(command) -c d.json emial:zzz")
        #expect(mistyped.errorOutput.hasSuffix("no supplier matches 'emial:zzz': did you mean 'email:zzz'?\n"))
    }

    @Test(arguments: [
        (#""Business Phone":030"#, "1\n"), (#""business phone":"030 99""#, "1\n"), (#""Business Phone":"#, "2\n"),
        (#"not:"Business Phone":030"#, "2\n"), (#""e:f":x"#, "1\n"), (#""address.city":kö"#, "1\n"),
        (#""name":"name 2""#, "2\n"), (#"id:2 "business phone":0 OR "e:f":x"#, ""), (#""030 99" id:1"#, "1\n"),
        (#""Business Phone:030""#, ""), (#""030 99":x"#, ""), (#""030 99"x"#, "1\n"),
    ])
    func areSearchedUnderAQuotedName(query: String, output: String) async throws {
        let others = #""Business Phone":"030 99","e:f":"x","address":{"city":"Köln"}"#
        let record = String(Samples.record(1).dropLast()) + ",\(others)}"
        try setting.directory.write(Array(Samples.catalog([record, Samples.record(2)]).utf8), to: "c.json")
        let result = try await setting.shell("$0 list -c c.json -f tsv --columns id '\(query)'")
        #expect(result.output == output)
    }

    @Test func falseIsATextEverywhere() async throws {
        let record = Samples.record(1).dropLast() + #","active":false,"site":{"open":false},"note":null}"#
        try setting.directory.write(Array(Samples.catalog([String(record), Samples.record(2)]).utf8), to: "c.json")
        let columns = try await setting.run("list -c c.json -f csv --columns id,active,site.open,note")
        #expect(columns.output == "id,active,site.open,note\r\n1,false,false,\r\n2,,,\r\n")
        for (query, ids) in [
            ("active:false", "1\n"), ("active:", "2\n"), ("site.open:false", "1\n"), ("note:", "1\n2\n"),
        ] {
            #expect(try await setting.run("list -c c.json -f tsv --columns id \(query)").output == ids)
        }
        #expect(try await setting.run("inspect c.json").output.contains("false"))
        #expect(try await setting.run("show 1 -c c.json").output.contains(/active +false/))
    }

    @Test(arguments: ["Day", "createdAt"]) func aDateThatIsNotUnderstoodStaysOnTheCard(name: String) async throws {
        let records = [("1", "soon"), ("2", "2024-01-31"), ("3", "")].map { id, day in
            #"{"id":"\#(id)","fullname":"Ada","\#(name)":"\#(day)","vat":"x"}"#
        }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let map = "-c c.json --map created=\(name)"
        let path = name == "Day" ? "Day" : ".createdAt"
        let card = try await setting.run("show 1 \(map)")
        #expect(card.output.contains(try Regex("\\\(path) +soon")) && !card.output.contains("Since"))
        #expect(try await !setting.run("show 2 \(map)").output.contains(path))
        #expect(
            try await setting.run("list \(map) -f csv --columns id,created,\(path)").output
                == "id,createdAt,\(path)\r\n1,,soon\r\n2,2024-01-31T00:00:00Z,\(name == "Day" ? "2024-01-31" : "")\r\n"
                + "3,,\r\n"
        )
        #expect(try await setting.run("list \(map) -f ndjson 1").output.contains(#""vat":"x","\#(path)":"soon"}"#))
    }

    /// An array or an object under the name of a field is empty as that field, and a member of its own.
    @Test func includeArraysAndObjectsInThePlacesOfFields() async throws {
        func write(_ city: String) throws {
            let record = #"{"k":1,"n":"Ana","company":{"title":"Acme","city":"\#(city)"},"phone":["1","2"],"d":["x"]}"#
            try setting.directory.write(Array("[\(record)]".utf8), to: "c.json")
        }
        try write("Rome")
        let map = "-c c.json --map id=k --map fullname=n --map created=d"
        let members = #","d":["x"],".company":{"title":"Acme","city":"Rome"},".phone":["1","2"]}"#
        let list = try await setting.run("list \(map) -f ndjson .company.title:acme rome")
        #expect(list.output.hasSuffix(members + "\n") && list.output.contains(#""phone":"","company":"""#))
        #expect(list.errorOutput.isEmpty && list.status == 0)
        #expect(try await setting.run("show 1 \(map) --field .phone").output == "1\n2\n")
        #expect(try await setting.run("show 1 \(map)").output.contains(#/\.phone +1, 2 +│/#))
        #expect(try await setting.run("list \(map) --changes").status == 1)
        try write("Oslo")
        let report = try await setting.run("list \(map) --changes -f csv")
        #expect(report.output == "id,change,field,from,to\r\n1,changed,.company.city,Rome,Oslo\r\n")
    }

    @Test func endTheCard() async throws {
        let result = try await setting.run("show 1 -c c.json --width 60")
        #expect(
            result.output.hasSuffix(
                """
                ├────────────────────────┤
                │ vat      DE1           │
                │ address                │
                │   city   Köln          │
                │ tags     a, b, c, d    │
                │ rating   10            │
                ╰────────────────────────╯

                """))
    }
}
