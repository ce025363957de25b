import SupplierGoKit

/// The names of a supplier's fields in other systems, by which `inspect` proposes a map, and files are read that have
/// none.
enum FieldNames {
    /// The lists of names, each after its own in brackets; the surest names come first.
    private static let table = """
        [suppliers] suppliers supplier vendors vendor creditors creditor lieferanten lieferant kreditoren kreditor
        fournisseurs fournisseur proveedores proveedor fornitori fornitore leveranciers leverancier supplierlist
        vendorlist fornecedores fornecedor dostawcy dodavatele toimittajat tedarikciler поставщики

        [describing] cols columns fields headers schema facets filters categories countries lists boards labels links
        _links errors warnings

        [person] fullname names.displayname formattedname name.formatted completename vollername vollstandigername
        vorundnachname vornachname nomcomplet nometprenom prenometnom nombrecompleto nombreyapellidos nomecompleto
        nomeecognome cognomeenome apellidosynombre volledigenaam voorenachternaam vornamename vornamenachname
        namevorname nachnamevorname familiennamevorname nomprenom nombreapellidos apellidosnombre nomecognome
        cognomenome voornaamachternaam achternaamvoornaam naamvoornaam firstnamelastname lastnamefirstname firstlast
        lastfirst surnamefirstname imieinazwisko nazwiskoiimie jmenoaprijmeni prijmeniajmeno adsoyad adisoyadi kokonimi
        teljesnev numecomplet numesiprenume fulltnavn fullstandigtnamn фио полноеимя ονοματεπωνυμο 氏名 姓名 성명

        [id] id uuid guid login.uuid id.oid supplierid suppliernumber supplierno suppliernr suppliercode vendorid
        vendornumber vendorno vendornr vendorcode vendorid.value vendoraccountnumber bpcode vendaccount supplier vendor
        lifnr cardcode creditorid creditornumber creditorno contactid contactno contactnumber customerid customernumber
        customerno accountid partnerid partnernumber partnerno businesspartner sourcecode participantid.value
        resourcename lieferantennr lieferantennummer lieferantnr lieferantid lieferantenid lieferantencode lieferant
        kreditor kreditornr kreditorennr kreditornummer kreditorennummer codefournisseur numerofournisseur nofournisseur
        nfournisseur numfournisseur idfournisseur codetiers fournisseur codigoproveedor codproveedor codigodeproveedor
        idproveedor numeroproveedor noproveedor nproveedor proveedor codicefornitore codfornitore idfornitore
        numerofornitore nfornitore fornitore leveranciersnummer leveranciernummer leveranciersnr leverancierid
        leveranciersid leverancierscode leveranciercode leverantorsnr leverantorsnummer leverandornr leverandornummer
        leverancier crediteurnummer crediteurennummer crediteurnr relatienummer relatiecode identifier recordid
        internalid objectid objectguid number no n nr nummer ref kundennr kundennummer debitornr adressnr adressnummer
        kennung lfdnr laufendenummer identifiant numero num codeclient numeroclient identificador codigo codigocliente
        identificativo codice cod codicecliente klantnummer debiteurnummer accountreference accountnumber account ac
        code key externalid uid hash kontonummer krednr liefnr sysid pk sys.id gid codigofornecedor codigodofornecedor
        codfornecedor idfornecedor kod numer cislo tunnus azonosito identyfikator identifikator код номер κωδικοσ 番号
        コード 编号 代码 번호 코드 links.self.href username login name url email emailaddress primaryemail email1value

        [fullname] contact.fullname contact.name contactname contactperson maincontact primarycontact
        primarycontact.name contactfullname contactperson.name maincontact.name ansprechpartner.name contact
        contactpoint.name entities.contacts.name person.name fn cn ansprechpartner ansprechpartnerin kontaktperson
        ansprechperson kontaktname kontakt interlocuteur nomducontact nomcontact contactprincipal personneacontacter
        personadecontacto nombredecontacto contacto personadicontatto referente contatto contactpersoon contactnaam
        nomedocontato nomedocontacto nomecontato pessoadecontato contato osobakontaktowa kontaktniosoba yetkili
        yhteyshenkilo kapcsolattarto persoanadecontact контактноелицо контакт 担当者 担当者名 联系人 담당자 suppliername
        vendorname vendorname.value vendororganizationname businesspartnerfullname bpname name displayname anzeigename
        nomdaffichage weergavenaam displayas displayedas naam nombre nome nom nominativo namn navn login jmeno nimi nev
        nume имя ονομα 名前 이름 username supplier vendor company companyname organizationbpname1 name1 accountname
        customername kundenname kreditorname kreditorenname vendname cardname lieferant lieferantenname firma firmenname
        unternehmen fournisseur nomfournisseur raisonsociale societe nomdelasociete entreprise proveedor nombreproveedor
        razonsocial empresa fornitore nomefornitore ragionesociale azienda ditta leverancier leveranciersnaam leverantor
        leverandor foretagsnamn firmanavn legalname bedrijf bedrijfsnaam organization organisation organizationname
        entityid razaosocial fornecedor nomefornecedor nomedofornecedor dostawca nazwa nazwafirmy spolecnost dodavatel
        yritys toimittaja sirket tedarikci ceg cegnev companie furnizor компания организация поставщик εταιρεια επωνυμια
        会社名 仕入先 公司 公司名称 供应商 회사 회사명

        [company] company companyname company.name organization organization.name organizations.name organizationname
        organizationbpname1 organization1name org worksfor.name worksfor affiliation.name suppliername vendorname
        vendororganizationname commercialcompanyname employer firm firma firmenname firmaname unternehmen gesellschaft
        organisation betrieb lieferant lieferantenname kreditorname kreditorenname kundenname customername vendname
        cardname societe nomdelasociete nomsociete raisonsociale entreprise fournisseur nomfournisseur nomdufournisseur
        empresa nombreempresa razonsocial proveedor nombreproveedor compania sociedad azienda organizzazione nomeazienda
        ragionesociale ditta societa fornitore nomefornitore impresa denominazione bedrijf bedrijfsnaam leverancier
        leveranciersnaam leveranciernaam organisatie onderneming foretag foretagsnamn firmanavn virksomhed legalname
        razaosocial nomefantasia fornecedor nomefornecedor nomedofornecedor dostawca nazwafirmy spolecnost dodavatel
        yritys toimittaja sirket sirketadi tedarikci ceg cegnev companie furnizor компания организация поставщик
        εταιρεια επωνυμια 会社名 仕入先 公司 公司名称 供应商 회사 회사명 account account.name accountname businessname
        entities.name.name name1 supplier vendor name naam nom nombre nome

        [phone] phone phone1 phone1value telephone1 telephone tel phonenumber telephonenumber phonenumbers.value
        phonenumbers.number phones.value phones.phonenumber phones.number businessphones businessphone
        primaryphone.freeformnumber telno telnr phoneno workphone officephone mainphone phone.value phones landline
        entities.contacts.phonenumber telefon telefonnummer telefonnr rufnummer fon festnetz telgeschaftl
        telefongeschaftlich telefondienstlich numerodetelephone nodetelephone ndetelephone telephonefixe telefono
        numerodetelefono tlf tfno numeroditelefono recapitotelefonico telefoon telefoonnummer mobilephone mobile
        mobileno mobilenumber cell cellphone handy handynummer mobil mobiltelefon mobilnummer portable telephoneportable
        movil telefonomovil celular cellulare mobiel gsm telefone telefonecelular telemovel numertelefonu telefonszam
        puhelin puhelinnumero телефон τηλεφωνο 電話番号 电话 手机 전화번호

        [email] email mail emailaddress email1value primaryemail emailaddress1 email.value emails.value
        emailaddresses.value emails.address emails.email emailid emails primaryemailaddr.address toaddress.emailaddress
        toaddress.results.emailaddress entities.contacts.email smtpaddress emailadresse mailadresse courriel
        adresseemail adressemail adressecourriel adresseelectronique mel correo correoelectronico direcciondecorreo
        direccionemail postaelettronica indirizzoemail indirizzomail emailadres mailadres pec epost epostadress
        userprincipalname eposta sahkoposti emailcim почта элпочта электроннаяпочта メールアドレス 邮箱 电子邮件 이메일

        [created] createdat created createddatetime createdon createdate createddate createdtime createtime creation
        creationdate creationtime datecreated datetimecreated meta.created metadata.createtime registered.date
        registrationdate regdate registeredat since customersince suppliersince vendorsince membersince dateadded
        addedon addeddate added datejoined joined entities.regdate foundingdate angelegtam angelegt anlagedatum
        anlegedatum erstelltam erstellt erstelldatum erstellungsdatum erfasstam erfassungsdatum seit kundeseit
        lieferantseit datedecreation datecreation dateajout datedajout creele ajoutele depuis clientdepuis
        fournisseurdepuis fechadecreacion fechacreacion fechadealta fechaalta creadoel creado desde clientedesde
        datadicreazione datacreazione creatoil creato datainserimento inseritoil clientedal aanmaakdatum aangemaaktop
        aangemaakt toegevoegdop sinds klantsinds criadoem datadecriacao datacriacao datadecadastro datacadastro
        utworzono datautworzenia vytvoreno datumvytvoreni opprettet oprettet skapad luotu olusturma olusturmatarihi
        kayittarihi letrehozva creatla datacrearii создан датасоздания 登録日 作成日 创建时间 创建日期 등록일

        [avatar] avatar avatarurl image imageurl picture.large picture picture.url profilepicture profilepictureurl
        profileimage profileimageurl photo photourl photos.url photos.value profilephoto image.url photo.url thumbnail
        thumbnailurl logo logourl logo.url companylogo logoimage firmenlogo links.avatar links.avatar.href image128
        image1920 avatar128 headshot icon iconurl bild bildurl profilbild foto fotourl fotografia imagen imagenurl
        immagine afbeelding pasfoto fotodeperfil photodeprofil profielfoto

        [owners] primarycontact maincontact contactpersoon contactperson contacto contact primary main business office
        work supplier vendor company ansprechpartner kontakt lieferanten lieferant firmen firma contactinfo contactpoint
        interlocuteur referente contatto
        """

    private static let lists = Dictionary(
        uniqueKeysWithValues: table.split(separator: "[").map { list in
            let words = words(list)
            return (words[0].filter { $0 != "]" }, words.dropFirst())
        })

    private static func list(_ name: String) -> [String] { Array(lists[name] ?? []) }

    private static func words(_ text: some StringProtocol) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map { String($0) }
    }

    /// The names of an array that certainly has suppliers, by their `PageNames.key(of:)`.
    private static let suppliers = list("suppliers")

    /// Tests if an array's name says that it has suppliers.
    static func nameSuppliers(_ name: String) -> Bool { suppliers.contains(PageNames.key(of: [name])) }

    /// Tests if an array's name says that it tells of the others: of their columns, or of ways to choose among them.
    static func describesOthers(_ name: String) -> Bool { describing.contains(name.lowercased()) }

    private static let describing = list("describing")

    /// The parts of a field's name that say that a number or an address is another one's: a fax's or a colleague's.
    static let ofOthers = words(
        """
        fax telecop owner manager assistant buyer purchaser createdby modifiedby assigned besitzer betreuer
        sachbearbeiter
        """)

    /// The names of the full name that are sure to be a person's.
    static let personNames = list("person")

    /// The names of each field in other systems, the surest first: those of vCard, schema.org, SCIM, Microsoft Graph,
    /// Google People, OData and SAP, ERPNext, Odoo, Magento, Peppol, Gravatar, JSON:API, of spreadsheets in English,
    /// German, French, Spanish, Italian, Dutch and Portuguese, the usual ones of a dozen other languages, and those of
    /// frameworks and services for examples.
    ///
    /// They are compared by their `PageNames.key(of:)`.
    static let byPart = [CatalogShape.Part.id, .fullname, .company, .phone, .email, .created, .avatar].map { part in
        (key: part, value: (part == .fullname ? personNames : []) + list(part.rawValue))
    }

    /// The names that an id may have and that other fields have as well, so that its values must look like ids: those
    /// with a digit in each value and without blanks, those without blanks, and those that are no phone numbers.
    ///
    /// The values of a company under one of the first names must look otherwise.
    static let doubtfulIDs: (numbered: [String], other: [String], dialled: [String]) = (
        words(
            """
            supplier vendor kreditor lieferant fournisseur proveedor fornitore leverancier account organization
            organisation org name n
            """), words("code key hash externalid uid codigo codice cod kod код ref"),
        words("number no nr nummer numero num numer cislo номер")
    )

    /// The names that are proposed for an id in want of a better one, and are never sure.
    static let unsureIDs: Set<String> = Set(words("username login email emailaddress primaryemail email1value url"))

    /// The names of a person's two names, which belong together.
    static let twoNames: [(given: [String], family: [String])] = [
        (
            words("givenname firstname name.first first name.givenname forename"),
            words("familyname surname lastname name.last last name.familyname")
        ),
        (words("vorname"), words("nachname familienname zuname name")),
        (words("prenom prenoms"), words("nomdefamille nom")),
        (words("prenomcontact prenomducontact"), words("nomcontact nomducontact")),
        (words("nombre nombres"), words("apellidos apellido apellido1 primerapellido apellidopaterno")),
        (words("nombrecontacto nombredelcontacto"), words("apellidoscontacto apellidosdelcontacto")),
        (words("nome"), words("cognome sobrenome apelido")),
        (
            words("imie jmeno ad adi etunimi keresztnev prenume имя ονομα fornavn"),
            words("nazwisko prijmeni soyad soyadi sukunimi vezeteknev nume фамилия επωνυμο etternavn efternavn")
        ),
        (words("nomecontatto nomereferente"), words("cognomecontatto cognomereferente")),
        (words("voornaam voornamen roepnaam fornamn"), words("achternaam familienaam naam efternamn")),
        (words("name"), words("surname zuname")),
    ]

    /// The names of what stands between a person's two names, and of a second family name after them.
    static let (namesBetween, namesAfter) = (
        words("tussenvoegsel tussenvoegsels voorvoegsel voorvoegsels"),
        words("apellido2 segundoapellido apellidomaterno")
    )

    /// The names before a field's name that say whose it is.
    static let owners = list("owners")

    /// The texts that answer a question and are no names.
    static let answers = Set(words("yes y no n x true false ja nein nee oui non si sí sì"))
}

/// The kinds of values that a field may have, by which it is told which one it is.
enum ValueKind: CaseIterable, Hashable {
    /// With an `@`; an e-mail address alone.
    case at, address

    /// With three digits; a phone number with the country's; with separators.
    case digits, dialled, dialable

    /// A date of any known form; a day, perhaps with a time.
    case date, day

    /// A URL or a path, or bytes, which may be an image; one that must be.
    case image, picture

    /// With letters; the name of a person.
    case text, personName

    /// With a digit; with a blank; a short word that is none of the others.
    case number, spaced, code

    /// Tests if a text is of the kind.
    func holds(_ text: String) -> Bool {
        switch self {
        case .at: text.contains("@")
        case .address: EmailAddress.error(in: text.utf8.span) == nil
        case .digits: text.digitCount > 2
        case .dialled: text.isDialable && text.contains(#/^(\+|00[1-9][0-9]*[^0-9])/#)
        case .dialable: text.isDialable && !text.isDay && (text.hasPrefix("0") || !text.allSatisfy(\.isNumber))
        case .date: Timestamp(inAnyForm: text) != nil
        case .day: text.isDay
        case .image:
            Avatar(endpoint: text)?.inlineAddress != nil
                || text.utf8.count < 2048 && !text.contains(" ") && text.contains(where: "/.".contains)
                    && !text.hasSuffix(".json")
        case .picture: text.hasPrefix("data:image/") || text.isPicture
        case .text:
            text.contains(where: \.isLetter) && !text.contains("@") && !text.contains("://")
                && !FieldNames.answers.contains(text.lowercased())
        case .personName: text.isPersonName
        case .number: text.contains(where: \.isNumber)
        case .spaced: text.contains(where: \.isWhitespace)
        case .code:
            text.utf8.count <= 40 && text.allSatisfy { $0.isLetter || $0.isNumber || "_.-".contains($0) }
                && !text.isDay && !text.isDialable
        }
    }
}

extension String {
    fileprivate var digitCount: Int { count { $0.isNumber } }

    /// It is a phone number with separators or without, and no amount.
    fileprivate var isDialable: Bool {
        utf8.count < 30 && allSatisfy { $0.isNumber || "+ ()./-".contains($0) } && (7...15).contains(digitCount)
            && (suffix(3).first != "." || count { $0 == "." } > 1)
    }

    /// It begins with a date such as 2024-02-15, 15.2.2024 or 2/15/24.
    fileprivate var isDay: Bool {
        let day = prefix { $0.isNumber || "-./".contains($0) }
        let counts = day.split { "-./".contains($0) }.map(\.count)
        guard counts.count == 3, counts.reduce(2, +) == day.count else { return false }
        return counts == [4, 2, 2] || counts[0] < 3 && counts[1] < 3 && [2, 4].contains(counts[2])
    }

    /// It is the URL or the path of an image.
    fileprivate var isPicture: Bool {
        let path = prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"].contains(where: path.hasSuffix)
    }

    /// It is two to four words of letters.
    fileprivate var isPersonName: Bool {
        let words = split(separator: " ")
        return (2...4).contains(words.count) && utf8.count < 100
            && words.allSatisfy { $0.first?.isLetter == true } && allSatisfy { $0.isLetter || " .'’-".contains($0) }
    }
}
