import SupplierGoKit

/// The names under which other systems keep what a supplier has, the surest first.
///
/// These are the names of vCard, schema.org, SCIM, Microsoft Graph, Google People, OData and SAP, ERPNext, Odoo,
/// Magento, Peppol, Gravatar, JSON:API, German spreadsheets, and of frameworks and services for examples. Only letters
/// and digits of a name count, in lower case and after its last colon; positions in arrays and the names of
/// ``wrappers`` are left out.
enum KnownNames {
    /// Objects that only hold a record's own fields.
    static let wrappers: Set<String> = ["attributes", "fields", "properties", "node", "entry", "user"]

    /// The names of each field.
    static let fields: KeyValuePairs<CatalogShape.Part, [String]> = [
        .id: [
            "id", "uuid", "guid", "login.uuid", "supplier", "supplierid", "suppliernumber", "suppliercode", "vendorid",
            "vendornumber", "vendor", "sourcecode", "participantid.value", "resourcename", "identifier", "number", "nr",
            "nummer", "kundennr", "lieferantennr", "no", "code", "key", "externalid", "uid", "hash", "username",
            "login", "name", "email",
        ],
        .fullname: [
            "fullname", "names.displayname", "formattedname", "name.formatted", "contact.name", "contactname",
            "contactperson", "contact", "contactpoint.name", "entities.contacts.name", "person.name", "fn", "cn",
            "ansprechpartner", "kontakt", "suppliername", "vendorname", "name", "displayname", "entities.name.name",
            "title", "login", "username", "company", "companyname", "organizationbpname1", "firma",
        ],
        .company: [
            "company", "companyname", "company.name", "organization", "organization.name", "organizations.name",
            "organizationname", "organizationbpname1", "org", "worksfor.name", "worksfor", "affiliation.name",
            "suppliername", "vendorname", "commercialcompanyname", "employer", "firm", "firma", "legalname", "account",
            "account.name", "entities.name.name", "name",
        ],
        .phone: [
            "phone", "telephone", "tel", "phonenumber", "phonenumbers.value", "phonenumbers.number", "phones.value",
            "businessphones", "contact.phone", "contactpoint.telephone", "phonenumber1", "mobilephone", "mobile",
            "mobileno", "cell", "entities.contacts.phonenumber", "contactinfo.workphone", "telefon",
        ],
        .email: [
            "email", "mail", "emailaddress", "emails.value", "emailaddresses.value", "emailid", "emails",
            "contact.email", "contactpoint.email", "contactemail", "toaddress.emailaddress", "workemail",
            "toaddress.results.emailaddress", "entities.contacts.email", "contactinfo.email", "userprincipalname",
        ],
        .created: [
            "createdat", "created", "createddatetime", "createdon", "createdate", "creation", "creationdate",
            "datecreated", "meta.created", "registered.date", "registrationdate", "regdate", "since", "datejoined",
            "createddate", "entities.regdate", "foundingdate", "joined", "seit",
        ],
        .avatar: [
            "avatar", "avatarurl", "image", "imageurl", "picture.large", "picture", "photo", "photourl", "photos.url",
            "photos.value", "thumbnail", "thumbnailurl", "logo", "links.avatar", "links.avatar.href",
        ],
    ]

    /// The names of a person's two names.
    static let (given, family): ([String], [String]) = (
        ["givenname", "firstname", "name.first", "first", "name.givenname"],
        ["familyname", "surname", "lastname", "name.last", "last", "name.familyname"]
    )

    /// A path's names as they are compared.
    static func key(of names: [String]) -> String {
        let names = names.map { name in
            name.lowercased().split(separator: ":").last.map { String($0.filter { $0.isLetter || $0.isNumber }) } ?? ""
        }
        return names.filter { !wrappers.contains($0) }.joined(separator: ".")
    }
}

/// The places that an outline's fields seem to be, by the names that other systems use.
struct ShapeProposal {
    let outline: CatalogOutline
    private(set) var places: [CatalogShape.Part: String] = [:]

    /// The paths in these places.
    private(set) var usedPaths: Set<String> = []

    /// Creates the best proposal for one of several arrays.
    init?(for candidates: [CatalogOutline]) {
        guard let best = candidates.map(ShapeProposal.init).max(by: { $0.rank < $1.rank }) else { return nil }
        self = best
    }

    /// True if it has the fields that every record needs.
    var isComplete: Bool { places[.id] != nil && places[.fullname] != nil }

    private var rank: (Int, Int) { ((isComplete ? 100 : 0) + places.count, outline.recordCount) }

    private init(_ outline: CatalogOutline) {
        self.outline = outline
        for (part, names) in KnownNames.fields {
            // Two names come after one that is sure to be a person's, and before whatever else a record is called.
            let sure = names.prefix(4) + ["displayname"]
            if part == .fullname, let given = field(part, among: KnownNames.given[...]),
                let family = field(part, among: KnownNames.family[...]), field(part, among: sure) == nil
            {
                places[part] = "{\(given.path)} {\(family.path)}"
                usedPaths.formUnion([given.path, family.path])
            } else if let field = field(part, among: names[...]) {
                places[part] = field.path
                usedPaths.insert(field.path)
            }
        }
        if outline.records != nil { places[.records] = outline.records }
        places[.next] = outline.nextPage ?? outline.cursor
        places[.total] = outline.total
    }

    /// The field with the surest name whose values fit. An id has another value in each record.
    private func field(_ part: CatalogShape.Part, among names: ArraySlice<String>) -> CatalogOutline.Field? {
        let fits = outline.fields.filter { field in
            let isOwn = part != .id || field.examples.count == min(3, outline.recordCount)
            let isEverywhere = part != .id && part != .fullname || field.count == outline.recordCount
            return !field.examples.isEmpty && isOwn && isEverywhere && field.examples.allSatisfy { part.fits($0) }
                && !(part == .company && usedPaths.contains(field.path))
        }
        let keys = fits.map { KnownNames.key(of: $0.names) }
        return names.lazy.compactMap { keys.firstIndex(of: $0) }.first.map { fits[$0] }
    }
}

extension CatalogShape.Part {
    /// Tests if a text can be a value of the field.
    fileprivate func fits(_ text: String) -> Bool {
        switch self {
        case .email: text.contains("@")
        case .phone: text.count { $0.isNumber } > 2
        case .created: text.count { $0.isNumber } > 5
        case .avatar where text.utf8.count < 2048 && !text.contains(" "): text.contains("/") || text.contains(".")
        case .avatar: Avatar(endpoint: text)?.inlineAddress != nil
        default: true
        }
    }
}
