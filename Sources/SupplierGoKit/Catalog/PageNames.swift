/// The names by which services tell of a catalog's further pages, and those of a supplier's fields in other systems.
///
/// ``CatalogEnvelope`` follows pages and counts suppliers by them, ``MoreSigns`` finds by them what `inspect` proposes
/// and a warning names. A `Link` header field wins over all of them (`RemotePages.next`). By the fields' names
/// `inspect` proposes a map, and files are read that have none.
package enum PageNames {
    /// The paths of a next page's URL that is followed unless the shape has a place for it, the first one first.
    ///
    /// Under `links` the page may also be the element with the relation `next`, and a link may be an object with
    /// `href`.
    static let links = paths(
        ["next"], ["links", "next"], ["_links", "next"], ["paging", "next", "link"], ["@odata.nextLink"], ["nextLink"],
        ["next_page_url"], ["next_page_uri"], ["nextPageUrl"], ["nextRecordsUrl"])

    /// The usual places of a next page that no member names.
    package static let countedPages = ["?page={page}", "?skip={offset}"]

    /// The place of a next page that the id of the last record asks for; none if no id is known.
    package static func places(afterLast id: String?) -> [String] { id.map { ["?starting_after={last.\($0)}"] } ?? [] }

    /// The members that may be the array of suppliers.
    package static let records = ["suppliers", "data", "items", "results"]

    /// The names of an array that certainly has suppliers, by their ``key(of:)``.
    package static let suppliers = words(
        """
        suppliers supplier vendors vendor creditors creditor lieferanten lieferant kreditoren kreditor fournisseurs
        fournisseur proveedores proveedor fornitori fornitore leveranciers leverancier supplierlist vendorlist
        """)

    /// The paths of the number of suppliers unless the shape has a place for it.
    static let totals = paths(
        ["count"], ["total"], ["totalCount"], ["@odata.count"], ["totalResults"],
        ["total", "value"])

    /// The paths of the text by which a server says why it sends no suppliers.
    static let reasons = paths(
        ["error"], ["title"], ["error", "message"], ["error_description"], ["message"], ["detail"],
        ["errors", "0", "message"], ["errors", "0", "title"], ["errors", "0", "detail"], ["errors", "0"], ["errors"],
        ["error", "message", "value"])

    /// Those that are no part of a response in which all is well, as a title may be of one that has no suppliers.
    static let errors = reasons.filter { $0.steps[0].hasPrefix("error") }

    /// The header fields that count pages or suppliers.
    static let fields: KeyValuePairs<String, MoreSign.Kind> = [
        "X-WP-TotalPages": .pageTotal, "X-Total-Pages": .pageTotal, "X-Total-Count": .total, "X-Total": .total,
    ]

    /// The meaning of a member beside the array, or up to two levels under one.
    enum Meaning {
        /// A URL of the next page, or something else that is not empty and means that there is one.
        case next

        /// The next page's URL if the object around it is the next page.
        case target

        /// `true` says that there are more pages, `false` that there are none.
        case more

        /// `false` says that there are more pages, `true` that there are none.
        case last

        /// A text that asks for the next page in a query parameter.
        case cursor(parameter: String)

        /// A text that does so if another member says that there are more pages: some services send it with the last
        /// one too.
        case companion(parameter: String)

        /// A text that does so if the object around it is the next page.
        case nextCursor(parameter: String)

        /// The number of pages, or as `true` and `false` what ``last`` says.
        case pagesOrLast

        /// The number of suppliers on all pages.
        case total

        /// A number of suppliers, perhaps only of this page.
        case count

        /// The number of this page.
        case page
    }

    /// The meaning of each name, by its ``key(of:)``.
    private static let meanings: [String: Meaning] = [
        "next": .next, "nextlink": .next, "odatanextlink": .next, "nextpage": .next, "nextpageurl": .next,
        "nexturl": .next, "nexthref": .next, "nextpageuri": .next, "nextrecordsurl": .next, "nextoffset": .next,
        "nextstart": .next,
        "href": .target, "link": .target, "url": .target,
        "hasmore": .more, "hasmoreitems": .more, "hasmorepages": .more, "hasmorerecords": .more, "hasnext": .more,
        "hasnextpage": .more, "moreavailable": .more, "moreitems": .more, "moreitemsincollection": .more,
        "morerecords": .more, "microsoftdynamicscrmmorerecords": .more, "hasmoreresults": .more, "moreresults": .more,
        "istruncated": .more, "truncated": .more, "incompleteresults": .more,
        "last": .last, "islast": .last, "islastpage": .last, "done": .last, "isdone": .last, "endofrecords": .last,
        "nextpagetoken": .cursor(parameter: "pageToken"), "nexttoken": .cursor(parameter: "nextToken"),
        "nextcursor": .cursor(parameter: "cursor"), "nextmarker": .cursor(parameter: "marker"),
        "continue": .cursor(parameter: "continue"), "offset": .cursor(parameter: "offset"),
        "continuationtoken": .cursor(parameter: "continuationToken"),
        "nextcontinuationtoken": .cursor(parameter: "continuationToken"),
        "cursor": .companion(parameter: "cursor"), "endcursor": .companion(parameter: "after"),
        "after": .nextCursor(parameter: "after"), "startingafter": .nextCursor(parameter: "starting_after"),
        "pagecount": .pagesOrLast, "totalpages": .pagesOrLast, "lastpage": .pagesOrLast, "pages": .pagesOrLast,
        "numpages": .pagesOrLast, "numberofpages": .pagesOrLast, "nbpages": .pagesOrLast,
        "totalcount": .total, "totalresults": .total, "totalitems": .total, "totalelements": .total,
        "totalrecords": .total, "totalresultcount": .total, "totalpeople": .total, "totalsize": .total,
        "totalresources": .total, "totalhits": .total, "estimatedtotalhits": .total, "odatacount": .total,
        "totalrows": .total, "recordstotal": .total, "recordsfiltered": .total, "nbhits": .total, "numfound": .total,
        "found": .total,
        "count": .count, "total": .count,
        "page": .page, "currentpage": .page, "pagenumber": .page, "pageno": .page, "pageindex": .page,
    ]

    /// The longest name that is looked up, in bytes: there is room for punctuation.
    static let lengthLimit = 64

    /// The meaning of a name by its ``key(of:)``; `nil` for most names.
    static func meaning(of name: String) -> Meaning? {
        name.utf8.count <= lengthLimit ? meanings[key(of: [name])] : nil
    }

    /// Tests if a text is the URL of a page. A relative path could be anything.
    static func isURL(_ text: String) -> Bool {
        ["http://", "https://", "/", "?"].contains(where: text.prefix(8).lowercased().hasPrefix)
    }

    private static func paths(_ paths: [String]...) -> [FieldPath] {
        paths.map { FieldPath(steps: $0, text: $0.joined(separator: ".")) }
    }

    // MARK: Fields

    /// The names of the full name that are sure to be a person's.
    package static let personNames = words(
        """
        fullname names.displayname formattedname name.formatted completename vollername vollstandigername
        vorundnachname vornachname nomcomplet nometprenom prenometnom nombrecompleto nombreyapellidos nomecompleto
        nomeecognome cognomeenome apellidosynombre volledigenaam voorenachternaam vornamename vornamenachname
        namevorname nachnamevorname familiennamevorname nomprenom nombreapellidos apellidosnombre nomecognome
        cognomenome voornaamachternaam achternaamvoornaam naamvoornaam firstnamelastname lastnamefirstname firstlast
        lastfirst surnamefirstname
        """)

    /// The names of each field in other systems, the surest first: those of vCard, schema.org, SCIM, Microsoft Graph,
    /// Google People, OData and SAP, ERPNext, Odoo, Magento, Peppol, Gravatar, JSON:API, of spreadsheets in English,
    /// German, French, Spanish, Italian and Dutch, and of frameworks and services for examples.
    ///
    /// They are compared by their ``key(of:)``.
    package static let fieldNames: KeyValuePairs<CatalogShape.Part, [String]> = [
        .id: words(
            """
            id uuid guid login.uuid id.oid supplierid suppliernumber supplierno suppliernr suppliercode vendorid
            vendornumber vendorno vendornr vendorcode vendaccount supplier vendor lifnr cardcode creditorid
            creditornumber creditorno contactid contactno contactnumber customerid customernumber customerno accountid
            partnerid partnernumber partnerno businesspartner sourcecode participantid.value resourcename lieferantennr
            lieferantennummer lieferantnr lieferantid lieferantenid lieferantencode lieferant kreditor kreditornr
            kreditorennr kreditornummer kreditorennummer codefournisseur numerofournisseur nofournisseur nfournisseur
            numfournisseur idfournisseur codetiers fournisseur codigoproveedor codproveedor codigodeproveedor
            idproveedor numeroproveedor noproveedor nproveedor proveedor codicefornitore codfornitore idfornitore
            numerofornitore nfornitore fornitore leveranciersnummer leveranciernummer leveranciersnr leverancierid
            leveranciersid leverancierscode leveranciercode leverancier crediteurnummer crediteurennummer crediteurnr
            relatienummer relatiecode identifier recordid internalid objectid objectguid number no n nr nummer ref
            kundennr kundennummer debitornr adressnr adressnummer kennung lfdnr laufendenummer identifiant numero num
            codeclient numeroclient identificador codigo codigocliente identificativo codice cod codicecliente
            klantnummer debiteurnummer accountreference code key externalid uid hash username login name email
            """),
        .fullname: personNames
            + words(
                """
                contact.fullname contact.name contactname contactperson maincontact primarycontact primarycontact.name
                contactfullname contactperson.name maincontact.name ansprechpartner.name contact contactpoint.name
                entities.contacts.name person.name fn cn ansprechpartner ansprechpartnerin kontaktperson ansprechperson
                kontaktname kontakt interlocuteur nomducontact nomcontact contactprincipal personneacontacter
                personadecontacto nombredecontacto contacto personadicontatto referente contatto contactpersoon
                contactnaam suppliername vendorname name displayname anzeigename nomdaffichage weergavenaam displayas
                displayedas naam nombre nome nom nominativo login username company companyname organizationbpname1
                name1 accountname customername kundenname kreditorname kreditorenname vendname cardname firma
                firmenname lieferant lieferantenname unternehmen raisonsociale societe nomdelasociete entreprise
                fournisseur nomfournisseur razonsocial empresa proveedor nombreproveedor ragionesociale azienda ditta
                fornitore nomefornitore bedrijf bedrijfsnaam leverancier leveranciersnaam organization organisation
                organizationname entityid supplier vendor
                """),
        .company: words(
            """
            company companyname company.name organization organization.name organizations.name organizationname
            organizationbpname1 organization1name org worksfor.name worksfor affiliation.name suppliername vendorname
            commercialcompanyname employer firm firma firmenname firmaname unternehmen gesellschaft organisation
            betrieb lieferant lieferantenname kreditorname kreditorenname kundenname customername vendname cardname
            societe nomdelasociete nomsociete raisonsociale entreprise fournisseur nomfournisseur nomdufournisseur
            empresa nombreempresa razonsocial proveedor nombreproveedor compania sociedad azienda organizzazione
            nomeazienda ragionesociale ditta societa fornitore nomefornitore impresa denominazione bedrijf bedrijfsnaam
            leverancier leveranciersnaam leveranciernaam organisatie onderneming legalname account account.name
            accountname businessname entities.name.name name1 supplier vendor name naam nom nombre nome
            """),
        .phone: words(
            """
            phone telephone tel phonenumber telephonenumber phonenumbers.value phonenumbers.number phones.value
            phones.phonenumber phones.number businessphones businessphone primaryphone.freeformnumber telno telnr
            phoneno workphone officephone mainphone phone.value phones landline entities.contacts.phonenumber telefon
            telefonnummer telefonnr rufnummer fon festnetz telgeschaftl telefongeschaftlich telefondienstlich
            numerodetelephone nodetelephone ndetelephone telephonefixe telefono numerodetelefono tlf tfno
            numeroditelefono recapitotelefonico telefoon telefoonnummer mobilephone mobile mobileno mobilenumber cell
            cellphone handy handynummer mobil mobiltelefon mobilnummer portable telephoneportable movil telefonomovil
            celular cellulare mobiel gsm
            """),
        .email: words(
            """
            email mail emailaddress emails.value emailaddresses.value emails.address emails.email emailid emails
            primaryemailaddr.address toaddress.emailaddress toaddress.results.emailaddress entities.contacts.email
            smtpaddress emailadresse mailadresse courriel adresseemail adressemail adressecourriel adresseelectronique
            mel correo correoelectronico direcciondecorreo direccionemail postaelettronica indirizzoemail indirizzomail
            emailadres mailadres pec userprincipalname
            """),
        .created: words(
            """
            createdat created createddatetime createdon createdate createddate createdtime createtime creation
            creationdate creationtime datecreated datetimecreated meta.created metadata.createtime registered.date
            registrationdate regdate registeredat since customersince suppliersince vendorsince membersince dateadded
            addedon addeddate added datejoined joined entities.regdate foundingdate angelegtam angelegt anlagedatum
            anlegedatum erstelltam erstellt erstelldatum erstellungsdatum erfasstam erfassungsdatum seit kundeseit
            lieferantseit datedecreation datecreation dateajout datedajout creele ajoutele depuis clientdepuis
            fournisseurdepuis fechadecreacion fechacreacion fechadealta fechaalta creadoel creado desde clientedesde
            datadicreazione datacreazione creatoil creato datainserimento inseritoil clientedal aanmaakdatum
            aangemaaktop aangemaakt toegevoegdop sinds klantsinds
            """),
        .avatar: words(
            """
            avatar avatarurl image imageurl picture.large picture picture.url profilepicture profilepictureurl
            profileimage profileimageurl photo photourl photos.url photos.value profilephoto image.url photo.url
            thumbnail thumbnailurl logo logourl logo.url companylogo logoimage firmenlogo links.avatar links.avatar.href
            image128 image1920 avatar128 headshot icon iconurl bild bildurl profilbild foto fotourl fotografia imagen
            imagenurl immagine afbeelding pasfoto fotodeperfil photodeprofil profielfoto
            """),
    ]

    /// The names that an id may have and that other fields have as well, so that its values must look like ids: those
    /// with a digit in each value and without blanks, those without blanks, and those that are no phone numbers.
    ///
    /// The values of a company under one of the first names must look otherwise.
    package static let doubtfulIDs: (numbered: [String], other: [String], dialled: [String]) = (
        words(
            """
            supplier vendor kreditor lieferant fournisseur proveedor fornitore leverancier account organization
            organisation org name n
            """), words("code key hash externalid uid codigo codice cod ref"), words("number no nr nummer numero num")
    )

    /// The names that are proposed for an id in want of a better one, and are never sure.
    package static let unsureIDs: Set<String> = Set(words("username login email"))

    /// The names of a person's two names, which belong together.
    package static let twoNames: [(given: [String], family: [String])] = [
        (
            words("givenname firstname name.first first name.givenname forename"),
            words("familyname surname lastname name.last last name.familyname")
        ),
        (words("vorname"), words("nachname familienname zuname name")),
        (words("prenom prenoms"), words("nomdefamille nom")),
        (words("prenomcontact prenomducontact"), words("nomcontact nomducontact")),
        (words("nombre nombres"), words("apellidos apellido apellido1 primerapellido apellidopaterno")),
        (words("nombrecontacto nombredelcontacto"), words("apellidoscontacto apellidosdelcontacto")),
        (words("nome"), words("cognome")),
        (words("nomecontatto nomereferente"), words("cognomecontatto cognomereferente")),
        (words("voornaam voornamen roepnaam"), words("achternaam familienaam naam")),
        (words("name"), words("surname lastname familyname zuname nachname familienname")),
    ]

    /// The names of what stands between a person's two names, and of a second family name after them.
    package static let (namesBetween, namesAfter) = (
        words("tussenvoegsel tussenvoegsels voorvoegsel voorvoegsels"),
        words("apellido2 segundoapellido apellidomaterno")
    )

    /// The names before a field's name that say whose it is.
    package static let owners = words(
        """
        primarycontact maincontact contactpersoon contactperson contacto contact primary main business office work
        supplier vendor company ansprechpartner kontakt lieferanten lieferant firmen firma contactinfo contactpoint
        interlocuteur referente contatto
        """)

    /// The texts that answer a question and are no names.
    package static let answers = Set(words("yes y no n x true false ja nein nee oui non si sí sì"))

    /// Objects that only hold a record's own fields.
    private static let wrappers: Set<String> = ["attributes", "fields", "properties", "node", "entry", "user"]

    /// The names in a path as they are compared: only letters and digits of each name count, folded and after its last
    /// colon. Positions in arrays, the names of ``wrappers`` and `_source` are left out.
    package static func key(of names: [String]) -> String {
        let names = names.filter { $0 != "_source" }.map { name -> String in
            let last = name.split(separator: ":").last ?? ""
            let folded = String(decoding: TextFolding.folded(String(last).utf8.span), as: UTF8.self)
            return folded.filter { $0.isLetter || $0.isNumber }
        }
        return names.filter { !wrappers.contains($0) }.joined(separator: ".")
    }

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map { String($0) }
    }
}
