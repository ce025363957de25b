import TestSupport
import Testing

/// Files that are no catalogs of ours, and are read by what `inspect` is sure of.
@Suite struct OwnFileTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func write(_ text: String, to name: String = "lieferanten.csv") throws {
        try setting.directory.write(Array(text.utf8), to: name)
    }

    private static let german = """
        Nr;Contact;Firma;Telefon;E-Mail
        1;Ana Lima;Lima;+49 30 1234567;ana@x.example
        2;Bo Diaz;Diaz;+49 30 1234568;bo@x.example

        """
    private static let lines = """
        1\tAna Lima\tLima\t+49 30 1234567\tana@x.example\t
        2\tBo Diaz\tDiaz\t+49 30 1234568\tbo@x.example\t

        """
    private static let reading = """
        suppliergo: read as: id = Nr, fullname = Contact, company = Firma, phone = Telefon, email = E-Mail \
        (suppliergo inspect lieferanten.csv prints the settings)

        """

    @Test(arguments: [
        "list lieferanten.csv -f tsv", "list -f tsv -c lieferanten.csv", "list --sort id -f tsv lieferanten.csv",
    ])
    func areListedAtOnce(line: String) async throws {
        try write(Self.german)
        let result = try await setting.run(line)
        #expect(result.output == Self.lines && result.errorOutput == Self.reading && result.status == 0)
    }

    /// A table under our own names needs all of them, but a map does not.
    @Test(arguments: ["id,fullname\n1,Ana\n", "id;fullname;createdAt\n1;Ana;21.01.2021 09:11\n"])
    func nameInspectIfNoRecordIsASupplier(text: String) async throws {
        try write(text, to: "own.csv")
        let result = try await setting.run("list own.csv")
        let ending = "suppliergo: the catalog has no suppliers; see 'suppliergo inspect own.csv'\n"
        #expect(result.status == 3 && result.errorOutput.hasSuffix(ending), "\(result.errorOutput)")
        try write(try await setting.run("inspect own.csv").output, to: ".config/suppliergo/config")
        #expect(try await setting.run("list -c own -f tsv").output.hasPrefix("1\tAna\t"))
    }

    @Test(arguments: [
        ("show 2 -f tsv -c lieferanten.csv", 0, "2\tBo Diaz\t"), ("check lieferanten.csv", 0, ""),
        ("open --print 1 -c lieferanten.csv", 0, "mailto:ana@x.example\n"), ("fetch lieferanten.csv", 0, ""),
        ("list lieferanten.csv diaz --columns id", 0, "2\n"),
    ])
    func areReadByOtherCommands(line: String, status: Int32, output: String) async throws {
        try write(Self.german)
        let result = try await setting.run(line)
        #expect(result.status == status && result.output.hasPrefix(output), "\(result.output)\(result.errorOutput)")
        #expect(result.errorOutput.hasPrefix(Self.reading))
        #expect(try await setting.run(line + " -q").errorOutput.contains("read as") == false)
    }

    @Test(arguments: [
        "edit 1 -c lieferanten.csv --company X", "remove 1 -c lieferanten.csv",
        "add -c lieferanten.csv --fullname A", "list -c lieferanten.csv --changes",
        "list -c lieferanten.csv --since lieferanten.csv", "list -c lieferanten.csv --strict",
        "list -c lieferanten.csv --map company=Firma",
    ])
    func areNeverGuessedToEditOrToCompareNorWithAMap(line: String) async throws {
        try write(Self.german)
        let result = try await setting.run(line)
        #expect(!result.errorOutput.contains("read as"))
        #expect(result.status != 0 && result.output.isEmpty)
    }

    @Test func areNotGuessedIfTheyAreNoFiles() async throws {
        let server = try LoopbackServer { _ in .ok(Self.german) }
        defer { server.stop() }
        let error =
            "suppliergo: error: no record has 'id': its fields are Nr, Contact, Firma, Telefon, E-Mail\n"
        #expect(try await setting.run("list -c \(server.url("/c"))").errorOutput == error)
        #expect(try await setting.run("list -c -", input: .bytes(Array(Self.german.utf8))).errorOutput == error)
    }

    @Test(arguments: [
        (#"[{"nr":1,"fullname":"A"},{"x":2}]"#, "no record has 'id': its fields are nr, fullname"),
        ("{\"nr\":1}\n{\"x\":2}\n", "no record has 'id': its fields are nr"),
        (#"{"data":[{},{"id":1,"name":"A"}]}"#, "no record has 'fullname': its fields are id, name"),
        ("id,name\n1,A\n", "no record has 'fullname': its fields are id, name"),
    ])
    func nameTheirFieldsIfNoRecordHasAnIDOrAFullName(catalog: String, error: String) async throws {
        let server = try LoopbackServer { _ in .ok(catalog) }
        defer { server.stop() }
        for line in ["list -c", "list --sort id -c", "fetch -c", "show 1 -c", "check -c"] {
            let remote = try await setting.run("\(line) \(server.url("/c"))")
            let input = try await setting.run("\(line) -", input: .bytes(Array(catalog.utf8)))
            for result in [remote, input] {
                #expect(result.errorOutput.hasSuffix("suppliergo: error: \(error)\n"))
                #expect(result.status == 65 && result.output.isEmpty)
            }
        }
    }

    @Test(arguments: [#"[{"id":5.5,"fullname":"A"}]"#, #"[{"id":"","fullname":"A"}]"#, "[{},{}]"])
    func haveBadRecordsIfTheirValuesAreNone(catalog: String) async throws {
        #expect(try await setting.run("list -c -", input: .bytes(Array(catalog.utf8))).status == 3)
    }

    /// Files, the places that they are read by, and the first line.
    @Test(arguments: [
        (
            #"{"vendors":[{"vendorNo":"V1","name1":"Lima AG","contact":{"first":"Ana","last":"Lima","#
                + #""mail":"a@x.example","tel":"+49 1 2345678"}}]}"#,
            "records = vendors, id = vendorNo, fullname = {contact.first} {contact.last}, company = name1, "
                + "phone = contact.tel, email = contact.mail",
            "V1\tAna Lima\tLima AG\t+49 1 2345678\ta@x.example\t\n"
        ),
        ("{\"Nr\":1,\"Name\":\"Ana\"}\n{\"Nr\":2,\"Name\":\"Bo\"}\n", "id = Nr, fullname = Name", "1\tAna\t\t\t\t\n"),
        ("id;Name;Firma\n7;Ana Lima;Lima\n", "id = id, fullname = Name, company = Firma", "7\tAna Lima\tLima\t\t\t\n"),
        (
            "ContactID,Name,Business Phone,Date Added\nc1,Ana Lima,+1 555 0101,2020-01-02\n",
            "id = ContactID, fullname = Name, phone = Business Phone, created = Date Added",
            "c1\tAna Lima\t\t+1 555 0101\t\t2020-01-02T00:00:00Z\n"
        ),
        (
            "Lieferantennr.;Vorname;Name;Angelegt am\nL1;Ana;Lima;2020-01-02\n",
            "id = Lieferantennr\\., fullname = {Vorname} {Name}, created = Angelegt am",
            "L1\tAna Lima\t\t\t\t2020-01-02T00:00:00Z\n"
        ),
        (
            "Code fournisseur;Prénom;Nom;Raison sociale;Courriel\nF1;Ana;Lima;Lima SA;a@x.example\n",
            "id = Code fournisseur, fullname = {Prénom} {Nom}, company = Raison sociale, email = Courriel",
            "F1\tAna Lima\tLima SA\t\ta@x.example\t\n"
        ),
        (
            "Código;Nombre;Apellidos;Empresa;Teléfono\n1;Ana;Lima;Lima SL;911 111 111\n",
            "id = Código, fullname = {Nombre} {Apellidos}, company = Empresa, phone = Teléfono",
            "1\tAna Lima\tLima SL\t911 111 111\t\t\n"
        ),
        (
            "Codice fornitore;Referente;Ragione sociale;Posta elettronica\n1;Ana Lima;Lima Srl;a@x.example\n",
            "id = Codice fornitore, fullname = Referente, company = Ragione sociale, email = Posta elettronica",
            "1\tAna Lima\tLima Srl\t\ta@x.example\t\n"
        ),
        (
            "Leveranciersnummer;Contactpersoon;Bedrijf;Telefoonnummer\n1;Ana Lima;Lima BV;020 111\n",
            "id = Leveranciersnummer, fullname = Contactpersoon, company = Bedrijf, phone = Telefoonnummer",
            "1\tAna Lima\tLima BV\t020 111\t\t\n"
        ),
        ("Nr;Firma;Ansprechpartner\n1;Lima;Ana\n2;Diaz;\n", "id = Nr, fullname = Firma", "1\tLima\t\t\t\t\n"),
        ("Nr;Firma;Name\n1;Lima;Ana\n2;Diaz;\n3;Roe;\n", "id = Nr, fullname = Firma", "1\tLima\t\t\t\t\n"),
        (
            "vendorNo,name1,contact.first,contact_last,contact.mail\n1,Lima AG,Ana,Lima,a@x.example\n",
            "id = vendorNo, fullname = {contact\\.first} {contact_last}, company = name1, email = contact\\.mail",
            "1\tAna Lima\tLima AG\t\ta@x.example\t\n"
        ),
        (
            "id,name.first,name.last,company.name\n1,Ana,Lima,Lima AG\n",
            "id = id, fullname = {name\\.first} {name\\.last}, company = company\\.name",
            "1\tAna Lima\tLima AG\t\t\t\n"
        ),
        (
            #"[{"id":1,"name":"Ana Lima","first_name":"Ana","last_name":"Lima"}]"#,
            "id = id, fullname = {first_name} {last_name}", "1\tAna Lima\t\t\t\t\n"
        ),
        (
            "Nr;Vorname;Nachname;Name\n1;Ana;Lima;Lima AG\n",
            "id = Nr, fullname = {Vorname} {Nachname}, company = Name", "1\tAna Lima\tLima AG\t\t\t\n"
        ),
        (
            "Nr;Name;Telefax;Leiter\n1;Ana;+49 30 12345678;b@x.example\n2;Bo;+49 30 12345679;b@x.example\n",
            "id = Nr, fullname = Name", "1\tAna\t\t\t\t\n"
        ),
        (
            "N° fournisseur;Anzeigename;Sociedad;Erstellungsdatum\n1;Ana;Lima;2020-01-02\n",
            "id = N° fournisseur, fullname = Anzeigename, company = Sociedad, created = Erstellungsdatum",
            "1\tAna\tLima\t\t\t2020-01-02T00:00:00Z\n"
        ),
        (#"{"No":1,"Name":"Ana","sites":[{"x":1}]}"#, "id = No, fullname = Name", "1\tAna\t\t\t\t\n"),
        (#"{"data":{"No":1,"Name":"Ana"}}"#, "records = data, id = No, fullname = Name", "1\tAna\t\t\t\t\n"),
        (
            #"[{"Nr":1,"Name":"Ana"}][{"Nr":2,"Name":"Bo"}]"#, "id = Nr, fullname = Name",
            "1\tAna\t\t\t\t\n2\tBo\t\t\t\t\n"
        ),
        (
            #"{"n":2,"data":[{"Nr":1,"Name":"Ana"}]}{"data":[{"Nr":2,"Name":"Bo"}]}"#,
            "records = data, id = Nr, fullname = Name", "1\tAna\t\t\t\t\n2\tBo\t\t\t\t\n"
        ),
        (
            #"{"vendors":[{"Nr":1,"Name":"Ana"}]}{"vendors":[{"Nr":2,"Name":"Bo"}]}"#,
            "records = vendors, id = Nr, fullname = Name", "1\tAna\t\t\t\t\n2\tBo\t\t\t\t\n"
        ),
        ("Nr,Name,Name\n1,,Ana\n2,Bo,\n", "id = Nr, fullname = Name", "1\tAna\t\t\t\t\n2\tBo\t\t\t\t\n"),
        ("Nr;Name;Name\n1; ;Ana\n", "id = Nr, fullname = Name", "1\tAna\t\t\t\t\n"),
        (#"[["Nr","Name","Name"],[1,"","Ana"]]"#, "id = Nr, fullname = Name", "1\tAna\t\t\t\t\n"),
    ])
    func areReadByTheNamesOfOthers(text: String, places: String, line: String) async throws {
        try write(text)
        let result = try await setting.run("list -f tsv lieferanten.csv")
        let reading = "suppliergo: read as: \(places) (suppliergo inspect lieferanten.csv prints the settings)\n"
        #expect(result.errorOutput == reading)
        #expect(result.output.hasPrefix(line) && result.status == 0, "\(result.output)")
        // One proposal: the settings say the same.
        let inspection = try await setting.run("inspect lieferanten.csv")
        let settings = inspection.output.split(separator: "\n").filter { $0.contains(" = ") && !$0.hasPrefix("#") }
        #expect(settings.dropFirst().joined(separator: ", ") == places)
    }

    /// Files whose second record is bad, and the places that they are read by.
    @Test(arguments: [
        ("Nr;Name;Firma\n1;Ana;Lima\n2;;Diaz\n3;Cy;Roe\n", "id = Nr, fullname = Name, company = Firma"),
        ("Nr;Name\n1;Ana\nSumme;\n3;Cy\n", "id = Nr, fullname = Name"),
        (#"[{"Nr":1,"Name":"Ana"},{"Nr":2,"Name":NaN},{"Nr":3,"Name":"Cy"}]"#, "id = Nr, fullname = Name"),
        (#"[{"Nr":1,"Name":"Ana"},{"Nr":2,"x":[{"y":[0,]}]},{"Nr":3,"Name":"Cy"}]"#, "id = Nr, fullname = Name"),
        ("{\"Nr\":1,\"Name\":\"Ana\"}\n{\"Nr\":\"\t\"}\n{\"Nr\":3,\"Name\":\"Cy\"}\n", "id = Nr, fullname = Name"),
        ("{\"Nr\":1,\"Name\":\"Ana\"},\n{\"Nr\":3,\"Name\":\"Cy\"}\n", "id = Nr, fullname = Name"),
        (
            #"{"a":[{"Nr":1,"Name":"Ana"},{"Nr":"\'"},{"Nr":3,"Name":"Cy"}]}"#,
            "records = a, id = Nr, fullname = Name"
        ),
        (
            #"{"a":{"1":{"name":"Ana"},"2":{"name":NaN},"3":{"name":"Cy"}}}"#,
            "records = a.*, id = {*}, fullname = name"
        ),
    ])
    func loseOnlyTheirBadRecord(text: String, places: String) async throws {
        try write(text)
        let result = try await setting.run("list -f tsv lieferanten.csv")
        #expect(result.output.split(separator: "\n").map { $0.prefix(5) } == ["1\tAna", "3\tCy\t"])
        #expect(result.errorOutput.hasPrefix("suppliergo: read as: \(places) (") && result.status == 3)
        #expect(result.errorOutput.contains("\nsuppliergo: warning: record 2"), "\(result.errorOutput)")
        let server = try LoopbackServer { _ in .ok(text) }
        defer { server.stop() }
        for location in ["lieferanten.csv", "\(server.url("/c"))"] {
            let settings = try await setting.run("inspect \(location)").output.split(separator: "\n")
            let found = settings.filter { $0.contains(" = ") && !$0.hasPrefix("#") }.dropFirst()
            #expect(found.joined(separator: ", ") == places)
        }
    }

    /// Files of which nothing is sure, the fields that the error names, and the comments that `inspect` prints.
    @Test(arguments: [
        ("Nr;Name\n1;Ana Lima\n1;Bo Diaz\n", "Nr, Name", ["# id = …", "fullname = Name"]),
        ("Nr;Name\n1;Ana Lima\n;Bo Diaz\n", "Nr, Name", ["# id = …", "fullname = Name"]),
        ("Name;E-Mail\nAna Lima;a@x.example\nBo;b@x.example\n", "Name, E-Mail", ["# id = E-Mail?", "email = E-Mail"]),
        ("Supplier;Land\nSiemens;DE\nBosch;DE\n", "Supplier, Land", ["# id = …", "fullname = Supplier"]),
        (
            "A;B;C;D\nx1;Ana Lima;a@x.example;+49 30 123456\nx2;Bo Diaz;b@x.example;+49 30 123457\n", "A, B, C, D",
            ["# id = A?", "# fullname = B?", "phone = D", "email = C"]
        ),
    ])
    func areErrorsIfNothingIsSure(text: String, names: String, lines: [String]) async throws {
        try write(text)
        let result = try await setting.run("list lieferanten.csv")
        let error = "no record has 'id': its fields are \(names); see 'suppliergo inspect lieferanten.csv'\n"
        #expect(result.errorOutput == "suppliergo: error: " + error && result.status == 65)
        let inspection = try await setting.run("inspect lieferanten.csv")
        let found = inspection.output.split(separator: "\n").map(String.init)
        for line in lines { #expect(found.contains(line), "\(inspection.output)") }
        // All of it is valid settings.
        try setting.directory.write(Array(inspection.output.utf8), to: ".config/suppliergo/config")
        #expect(try await setting.run("config").status == 0)
    }

    @Test(arguments: [
        (#"{"id":7,"name":"My list","rows":[]}"#, 65), (#"[{"id":"1","fullname":"A"}]"#, 3), ("[]", 0), ("[1,2]", 3),
        (#"[{"id":"1"},{"id":"2"}]"#, 65), (#"[{"Foo":1}]"#, 65), (#"{"vendors":[{"Foo":1}]}"#, 65),
    ])
    func readAFileAsItStandsUnlessItHasOtherNames(text: String, status: Int32) async throws {
        try write(text)
        let result = try await setting.run("list -f tsv lieferanten.csv")
        #expect(result.status == status && result.output.isEmpty && !result.errorOutput.contains("read as"))
        let isOfFields = status == 65 || text.contains("fullname")
        #expect(result.errorOutput.contains("see 'suppliergo inspect lieferanten.csv'") == isOfFields)
    }

    @Test func isDecidedByTheFirst1000Records() async throws {
        let record = #"{"Nr":1,"Name":"Ana"},"#
        let own = Samples.record(7)
        for (count, isRead) in [(999, false), (1000, true), (5000, true)] {
            let records = (0..<count).map { record.replacing("1", with: "\($0)") }.joined()
            try write("[" + records + own + "]", to: "c.json")
            let result = try await setting.run("list c.json -f tsv")
            #expect(result.errorOutput.contains("read as: id = Nr, fullname = Name ") == isRead)
            #expect(result.output.hasPrefix(isRead ? "0\tAna\t" : "7\tName 7\t"))
        }
    }

    @Test func theFirstWordIsACatalogOnlyIfNoneIsSet() async throws {
        try write(Self.german)
        let catalog = Samples.catalog([Samples.record(1)])
        try write(catalog, to: "c.json")
        let set = try await setting.run("list lieferanten.csv", environment: ["SUPPLIERGO_CATALOG": "c.json"])
        #expect(set.errorOutput.hasSuffix("did you mean '-c lieferanten.csv'?\n") && set.status == 1)
        let server = try LoopbackServer { _ in .ok(catalog) }
        defer { server.stop() }
        let remote = try await setting.run(
            "list -f tsv \(server.url("/c")) name", environment: ["SUPPLIERGO_TOKEN": "t0ken"])
        #expect(remote.output == Samples.line(1))
        #expect(server.requests.allSatisfy { $0["Authorization"] == nil })
    }
}
