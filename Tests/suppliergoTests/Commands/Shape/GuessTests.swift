import TestSupport
import Testing

/// The fields that are told apart in a file that is no catalog of ours, and those that are not taken for others.
@Suite struct GuessTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// The places that a file is read by, and what is listed.
    private func reading(of text: String) async throws -> (places: String, output: String) {
        try setting.directory.write(Array(text.utf8), to: "f")
        let result = try await setting.run("list -c f -f tsv --columns id,name,company,phone")
        let first = result.errorOutput.prefix { $0 != "\n" }
        let places = first.replacing("suppliergo: read as: ", with: "")
            .replacing(" (suppliergo inspect f prints the settings)", with: "")
        return (String(places), result.output.replacing("\t", with: "|").replacing("\n", with: "/"))
    }

    private static let two = #"[{"id":1,"name":"Ana Lima"},{"id":2,"name":"Bo Diaz"}]"#
    private static let three =
        #"[{"id":7,"name":"Eve","email":"e@x.example"},{"id":8,"name":"Gil","email":"g@x.example"},"#
        + #"{"id":9,"name":"Ida","email":"i@x.example"}]"#

    /// Objects with two arrays, and that of the suppliers.
    @Test(arguments: [
        (#"{"customers":\#(three),"suppliers":\#(two)}"#, "suppliers"),
        (#"{"results":\#(two),"facets":\#(three)}"#, "results"), (#"{"data":\#(two),"included":\#(three)}"#, "data"),
        (#"{"suppliers":\#(two),"deletedSuppliers":\#(three)}"#, "suppliers"),
        (#"{"users":\#(three),"Vendors":\#(two)}"#, "Vendors"),
        (#"{"items":\#(three),"kreditoren":\#(two)}"#, "kreditoren"),
        (#"{"data":{"customers":{"nodes":\#(three)},"suppliers":{"nodes":\#(two)}}}"#, "data.suppliers.nodes"),
        (#"{"data":\#(two),"facets":{"towns":{"items":\#(three)}}}"#, "data"),
        (#"{"meta":\#(two),"payload":{"people":\#(three)}}"#, "payload.people"),
        (#"{"supplierTypes":\#(two),"people":\#(three)}"#, "people"),
        (#"{"rows":\#(two),"columns":\#(three)}"#, "rows"), (#"{"columns":\#(two)}"#, "columns"),
        (#"{"id":1,"name":"Page","email":"","people":\#(two)}"#, "people"),
        (#"{"vendors":{"id":1,"name":"All","email":"a@x.example","list":\#(two)}}"#, "vendors.list"),
        (#"{"id":"e1","name":"Own Firm","email":"o@x.example","items":\#(two)}"#, "items"),
        (#"{"id":"e1","name":"Own Firm","email":"o@x.example","members":\#(three)}"#, "members"),
        (#"{"suppliers":[],"data":\#(two)}"#, "data"), (#"{"filters":{"vendors":[]},"people":\#(two)}"#, "people"),
        (#"{"lists":\#(two),"_links":[{"rel":"self"}]}"#, "lists"),
    ])
    func areInTheArrayOfSuppliers(text: String, array: String) async throws {
        let reading = try await reading(of: text)
        #expect(reading.places.hasPrefix("records = \(array), id = id, fullname = name"), "\(reading)")
    }

    @Test func areNotTakenFromBesideTheArrayOfSuppliers() async throws {
        let reading = try await reading(of: #"{"suppliers":[{"town":"Rome"},{"town":"Oslo"}],"users":\#(Self.three)}"#)
        #expect(reading.output.isEmpty && reading.places.contains("no record has 'id': its fields are town"))
    }

    /// Objects with an array that has no suppliers, beside or in what has them.
    @Test(arguments: [
        #"{"data":{"rows":[["1","Ana"]],"cols":\#(two)}}"#, #"{"schema":{"fields":\#(two)},"rows":[[1,"Ana"]]}"#,
        #"{"meta":{"view":{"columns":\#(two)}},"data":[["r-1","Lima"],["r-2","Diaz"]]}"#,
        #"{"items":[{"sku":"1","title":"Ana"}],"people":\#(three)}"#,
        #"{"data":[{"code":"S1","label":"Ana"}],"filters":\#(two)}"#, #"{"vendors":[],"people":\#(three)}"#,
    ])
    func areNotTakenFromAnArrayOfOthers(text: String) async throws {
        let reading = try await reading(of: text)
        #expect(reading.output.isEmpty && reading.places.hasPrefix("suppliergo: error: "), "\(reading)")
    }

    @Test func areOneBeforeItsOwnArrays() async throws {
        let one = #"{"id":7,"name":"Ana Lima","email":"ana@x.example","addresses":\#(Self.two)}"#
        for (text, records) in [(one, ""), (one + "\n", ""), (#"{"vendor":\#(one)}"#, "records = vendor, ")] {
            let reading = try await reading(of: text)
            #expect(reading.places == records + "id = id, fullname = name, email = email")
            #expect(reading.output == "7|Ana Lima||/")
        }
    }

    /// Tables, the places that they are read by, and what is listed.
    @Test(arguments: [
        // Half a name.
        (
            "ID;Vorname;Name\n1;Ana;Lima\n2;Bo;Diaz\n3;;Roe\n4;;Fox\n", "id = ID, fullname = {Vorname} {Name}",
            "1|Ana Lima||/2|Bo Diaz||/3|Roe||/4|Fox||/"
        ),
        (
            "ID,First Name,Last Name,Company\n1,Ana,Lima,F\n2,,Diaz,G\n3,,Roe,H\n",
            "id = ID, fullname = {First Name} {Last Name}, company = Company", "1|Ana Lima|F|/2|Diaz|G|/3|Roe|H|/"
        ),
        (
            "ID;Nombre;Apellidos\n1;Ana;Lima\n2;Bo;\n3;Eva;\n", "id = ID, fullname = {Nombre} {Apellidos}",
            "1|Ana Lima||/2|Bo||/3|Eva||/"
        ),
        (
            "ID,Name,First Name,Last Name\n1,Ana Lima,Ana,Lima\n2,Diaz Ltd,,\n3,Bo Roe,Bo,\n",
            "id = ID, fullname = Name",
            "1|Ana Lima||/2|Diaz Ltd||/3|Bo Roe||/"
        ),
        // Two names.
        ("ID,Name,Surname\n1,Ana,Lima\n", "id = ID, fullname = {Name} {Surname}", "1|Ana Lima||/"),
        ("ID,Name,Surname\n1,\"Lima, Ana\",Lima\n", "id = ID, fullname = Name", "1|Lima, Ana||/"),
        ("ID;Vorname;Name\n1;Ana;Ana Lima\n", "id = ID, fullname = Name", "1|Ana Lima||/"),
        (
            "ID;Nombre;Apellido 1;Apellido 2;Empresa\n1;Ana;Lima;Cruz;F\n2;Bo;Diaz;;G\n",
            "id = ID, fullname = {Nombre} {Apellido 1} {Apellido 2}, company = Empresa",
            "1|Ana Lima Cruz|F|/2|Bo Diaz|G|/"
        ),
        (
            "ID;Voornaam;Tussenvoegsel;Achternaam\n1;Ana;van der;Berg\n2;Bo;;Smit\n",
            "id = ID, fullname = {Voornaam} {Tussenvoegsel} {Achternaam}", "1|Ana van der Berg||/2|Bo Smit||/"
        ),
        (
            "ID;Ansprechpartner Vorname;Ansprechpartner Nachname;Firma\n1;Ana;Lima;F\n",
            "id = ID, fullname = {Ansprechpartner Vorname} {Ansprechpartner Nachname}, company = Firma",
            "1|Ana Lima|F|/"
        ),
        (
            "ID;Prénom contact;Nom contact;Société\n1;Ana;Lima;F\n",
            "id = ID, fullname = {Prénom contact} {Nom contact}, company = Société", "1|Ana Lima|F|/"
        ),
        (
            #"[{"id":1,"name":"F AG","primaryContact":{"firstName":"Ana","lastName":"Lima"}}]"#,
            "id = id, fullname = {primaryContact.firstName} {primaryContact.lastName}, company = name",
            "1|Ana Lima|F AG|/"
        ),
        (
            "Nr;Name, Vorname;Firma\n1;\"Lima, Ana\";F\n", "id = Nr, fullname = Name, Vorname, company = Firma",
            "1|Lima, Ana|F|/"
        ),
        ("ID,First Name,Firmenname\n1,Ana,F\n", "id = ID, fullname = Firmenname", "1|F||/"),
        ("N°;Nom;Contact\n1;F SA;Ana\n", "id = N°, fullname = Contact, company = Nom", "1|Ana|F SA|/"),
        (
            "ID;Nombre completo;Nombre;Apellidos\n1;Ana Lima;Ana;Lima\n", "id = ID, fullname = Nombre completo",
            "1|Ana Lima||/"
        ),
        ("Account ID,Account Name\nA1,Lima\n", "id = Account ID, fullname = Account Name", "A1|Lima||/"),
        (
            "Numer;Imię;Nazwisko;Firma\n1;Ana;Lima;F\n", "id = Numer, fullname = {Imię} {Nazwisko}, company = Firma",
            "1|Ana Lima|F|/"
        ),
        ("Κωδικός;Όνομα;Εταιρεία\n1;Ana;F\n", "id = Κωδικός, fullname = Όνομα, company = Εταιρεία", "1|Ana|F|/"),
        ("番号;担当者;会社名\n1;Ana;F\n", "id = 番号, fullname = 担当者, company = 会社名", "1|Ana|F|/"),
        ("Account,Name\nLIM001,Lima\nDIA001,Diaz\n", "id = Account, fullname = Name", "LIM001|Lima||/DIA001|Diaz||/"),
        (
            "ID,Company Name,Entity ID\n1,Lima,Ana Lima\n2,Diaz,Bo Diaz\n",
            "id = ID, fullname = Entity ID, company = Company Name", "1|Ana Lima|Lima|/2|Bo Diaz|Diaz|/"
        ),
        // Whose number it is.
        ("Nr.;Lieferanten-Nr.;Name\n1;70001;L\n", "id = Lieferanten-Nr\\., fullname = Name", "70001|L||/"),
        (
            "N.;Codice fornitore;Ragione sociale\n1;F7;L\n", "id = Codice fornitore, fullname = Ragione sociale",
            "F7|L||/"
        ),
        ("Nº;Código proveedor;Razón social\n1;P7;L\n", "id = Código proveedor, fullname = Razón social", "P7|L||/"),
        ("Nr;Kreditor;Firma\n1;70001;L\n", "id = Kreditor, fullname = Firma", "70001|L||/"),
        ("Nr;Lieferant;Ort\n1;Lima;Rom\n", "id = Nr, fullname = Lieferant", "1|Lima||/"),
        ("Lieferant;Name 1\n0000100001;Lima\n", "id = Lieferant, fullname = Name 1", "0000100001|Lima||/"),
        ("Nr.;Name;Kundennr.\n7;Lima;K1\n", "id = Nr\\., fullname = Name", "7|Lima||/"),
        ("_id.$oid,Full Name\nx1,Ana\n", "id = _id\\.$oid, fullname = Full Name", "x1|Ana||/"),
        (
            #"{"hits":{"hits":[{"_id":"a","_source":{"name":"Ana"}}]}}"#,
            "records = hits.hits, id = _id, fullname = _source.name", "a|Ana||/"
        ),
        // Blanks at the end of a member's name.
        (#"[{"id ":1,"Full Name ":"Ana"}]"#, #"id = {id\ }, fullname = {Full Name\ }"#, "1|Ana||/"),
        (
            #"[{"id":1,"First Name ":"Ana","Last Name ":"Lima"}]"#,
            #"id = id, fullname = {First Name\ } {Last Name\ }"#, "1|Ana Lima||/"
        ),
        // What is no company, no phone number and no name.
        (
            "Vendor ID,Full Name,Account #\n1,Ana,A-1\n2,Bo,A-2\n", "id = Vendor ID, fullname = Full Name",
            "1|Ana||/2|Bo||/"
        ),
        ("ID,Name,Organization\n1,Ana,org_1\n", "id = ID, fullname = Name", "1|Ana||/"),
        (
            "ID,Name,Account\n1,Ana,Lima 1 Ltd\n2,Bo,Diaz\n", "id = ID, fullname = Name, company = Account",
            "1|Ana|Lima 1 Ltd|/2|Bo|Diaz|/"
        ),
        (
            "Kreditor;Name 1;Abstimmkonto\n0000100001;L;0000160000\n0000100002;D;0000160000\n",
            "id = Kreditor, fullname = Name 1", "0000100001|L||/0000100002|D||/"
        ),
        ("ID,Name,DUNS\n1,Ana,001234567\n", "id = ID, fullname = Name", "1|Ana||/"),
        ("ID,Name,GTIN\n1,Ana,00123450678905\n", "id = ID, fullname = Name", "1|Ana||/"),
        ("ID,Name,Balance\n1,Ana,+1234567.00\n", "id = ID, fullname = Name", "1|Ana||/"),
        ("ID;Name;Télécopie\n1;Ana;+33 1 23456789\n", "id = ID, fullname = Name", "1|Ana||/"),
        ("ID;Name;X\n1;Ana;+33.1.23.45.67.89\n", "id = ID, fullname = Name, phone = X", "1|Ana||+33.1.23.45.67.89/"),
        ("ID;Name;X\n1;Ana;0049 30 123456\n", "id = ID, fullname = Name, phone = X", "1|Ana||0049 30 123456/"),
        (
            "ID,Name,Mobile,Work phone\n1,Ana,555 02,555 01\n", "id = ID, fullname = Name, phone = Work phone",
            "1|Ana||555 01/"
        ),
        ("ID,Contact,Name\n1,Yes,Ana\n2,Yes,Bo\n", "id = ID, fullname = Name", "1|Ana||/2|Bo||/"),
        (
            "ID,Name,Owner email\n1,Ana,a@x.example\n2,Bo,b@x.example\n", "id = ID, fullname = Name",
            "1|Ana||/2|Bo||/"
        ),
        ("ID,Name,Manager: Phone\n1,Ana,+49 30 123456\n", "id = ID, fullname = Name", "1|Ana||/"),
        ("ID,Name,Created\n1,Ana,\"January 1, 2024 10:00 AM\"\n", "id = ID, fullname = Name", "1|Ana||/"),
        ("ID,Name,Created\n1,Ana,1.2.2024\n", "id = ID, fullname = Name, created = Created", "1|Ana||/"),
        ("ID;Name;Firma\n1;Ana;ja\n2;Bo;Nein\n", "id = ID, fullname = Name", "1|Ana||/2|Bo||/"),
    ])
    func areReadFrom(text: String, places: String, output: String) async throws {
        let reading = try await reading(of: text)
        #expect(reading.places == places)
        #expect(reading.output == output)
    }

    /// A column in a language that is not known may have the people's names.
    @Test func haveNoCompaniesAsNamesBesideOtherNames() async throws {
        let reading = try await reading(of: "ID;Mtu;Firma\n1;Ana Lima;Lima\n2;Bo Diaz;Diaz\n")
        #expect(reading.output.isEmpty && reading.places.contains("no record has 'id'"), "\(reading)")
    }

    @Test func haveNoPhoneNumbersAsIDs() async throws {
        let reading = try await reading(of: "Name,Number\nAna,555 0101\nBo,555 0102\n")
        #expect(reading.output.isEmpty && reading.places.contains("no record has 'id'"))
    }

    /// Files that cannot be read under other names either, and the error that says why.
    @Test(arguments: [
        (#"Nr;Contact\n1;J\374rgen\n"#, "expected text in UTF-8, found the byte 0xFC; if that is Latin-1, convert it"),
        (#"Nr;Contact\n1;"Ana\n"#, "quot"), (#"Nr;Contact\n1;A\0a\n"#, "expected text, found"),
        (#"Nr;Contact\n1;A;x\n2;B;x\n"#, "on line 2, at byte 11: expected 2 cells as in the heading, found 3"),
    ])
    func areNotSaidToLackAnIDIfTheyAreBroken(text: String, error: String) async throws {
        for line in ["list", "show 1", "check", "fetch", "open --print 1"] {
            let result = try await setting.shell("printf '\(text)' > f.csv; $0 \(line) -c f.csv")
            #expect(result.status == 65 && result.output.isEmpty)
            #expect(result.errorOutput.contains(error), "\(result.errorOutput)")
        }
    }

    /// Headings with an end of a line, or with a number sign; a setting for one, and what is listed by the settings.
    @Test(arguments: [
        ("id;\"Full\nName\";Mail\n1;Ana;a@x.example\n", "fullname = Full Name", "1\tAna\t\t\ta@x.example\t\n"),
        ("Vendor ID #,Vendor,Contact\n1,Lima Ltd,Ana\n", "id = Vendor ID #", "1\tAna\tLima Ltd\t\t\t\n"),
    ])
    func haveSettingsForTheirHeadings(table: String, line: String, listed: String) async throws {
        try setting.directory.write(Array(table.utf8), to: "v.csv")
        let result = try await setting.run("inspect v.csv")
        #expect(result.output.contains("\n\(line)\n"))
        try setting.directory.write(Array(result.output.utf8), to: ".config/suppliergo/config")
        #expect(try await setting.run("list -c v -f tsv").output == listed)
    }

    @Test func haveNoSettingForAFilesNameWithANumberSign() async throws {
        try setting.directory.write(Array("Vendor ID #,Vendor,Contact\n1,Lima Ltd,Ana\n".utf8), to: "v #1.csv")
        let other = try await setting.shell("$0 inspect 'v #1.csv'")
        #expect(other.output.contains("\n# catalog = "))
    }
}
