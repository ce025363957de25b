import SupplierGoKit

/// The places that an outline's fields seem to be, by the names that other systems use (``PageNames``) and by their
/// values: `inspect` prints them, and a file without our names is read by them (``GuessingBatches``).
///
/// A proposal that takes the wrong field is worse than none. An id is another text in each record, and so is sure only
/// by its name; names of which only some are ids, such as `Supplier` and `Code`, need values that look like one.
struct ShapeProposal {
    let outline: CatalogOutline

    /// The places that are sure.
    private(set) var places: [CatalogShape.Part: String] = [:]

    /// The places of other parts that may be the right ones.
    private(set) var possiblePlaces: [CatalogShape.Part: String] = [:]

    /// The paths in the places.
    private(set) var usedPaths: Set<String> = []

    /// Creates the best proposal for one of several arrays; `nil` without one.
    init?(for candidates: [CatalogOutline]) {
        guard let best = candidates.map(ShapeProposal.init).max(by: { $0.rank < $1.rank }) else { return nil }
        self = best
    }

    /// True if it has the fields that every record needs.
    var isComplete: Bool { places[.id] != nil && places[.fullname] != nil }

    private var rank: (Int, Int) { ((isComplete ? 100 : 0) + places.count, outline.recordCount) }

    private init(_ outline: CatalogOutline) {
        self.outline = outline
        places[.records] = outline.records
        (places[.next], places[.total]) = (outline.nextPage ?? outline.cursor, outline.total)
        takeFullName()
        for (part, names) in PageNames.fieldNames where part != .fullname {
            take(field(part, among: names) ?? fieldByValue(part), as: part)
        }
        for (part, names) in PageNames.fieldNames where places[part] == nil {
            possiblePlaces[part] = possibleField(part, among: names)?.path
        }
    }

    private mutating func take(_ field: CatalogOutline.Field?, as part: CatalogShape.Part) {
        guard let field else { return }
        places[part] = field.path
        usedPaths.insert(field.path)
    }

    /// Takes the full name: two names come after one that is sure to be a person's, and before whatever else a record
    /// is called.
    private mutating func takeFullName() {
        guard let names = PageNames.fieldNames.first(where: { $0.key == .fullname })?.value else { return }
        if let whole = field(.fullname, among: PageNames.personNames) { return take(whole, as: .fullname) }
        let hasDisplayName = field(.fullname, among: ["displayname"]) != nil
        for pair in PageNames.twoNames where !hasDisplayName {
            guard let given = field(.fullname, among: pair.given), let family = field(.fullname, among: pair.family)
            else { continue }
            places[.fullname] = "{\(given.path)} {\(family.path)}"
            usedPaths.formUnion([given.path, family.path])
            return
        }
        take(field(.fullname, among: names), as: .fullname)
    }

    // MARK: By name

    /// The field with the surest name whose values fit.
    private func field(_ part: CatalogShape.Part, among names: [String]) -> CatalogOutline.Field? {
        let fits = outline.fields.filter { isFree($0) && $0.isSure(part, of: outline.recordCount) }
        return Self.fields(of: fits, named: names, part).first { part != .id || $1.looksLikeIDs(under: $0) }?.field
    }

    /// The fields that have some names, in the order of the names. Those of a phone number, an e-mail address and an
    /// avatar may have a word before it that says whose it is, and a number after it.
    private static func fields(
        of fields: [CatalogOutline.Field], named names: [String], _ part: CatalogShape.Part
    ) -> [(name: String, field: CatalogOutline.Field)] {
        var found: [(name: String, field: CatalogOutline.Field)] = []
        var keys = fields.map { PageNames.key(of: $0.names) }
        for _ in 0..<([.phone, .email, .avatar].contains(part) ? 3 : 1) {
            for name in names {
                for (key, field) in zip(keys, fields) where key == name { found.append((name, field)) }
            }
            keys = keys.map { key in
                let owner = PageNames.owners.first { key.hasPrefix($0) && key != $0 } ?? ""
                let rest = key.dropFirst(owner.count).drop { $0 == "." }
                return String(rest.hasSuffix("1") ? rest.dropLast() : rest)
            }
        }
        return found
    }

    private func isFree(_ field: CatalogOutline.Field) -> Bool {
        !usedPaths.contains(field.path) && field.path.utf8.count <= 500
    }

    // MARK: By value

    /// The only field all of whose values are e-mail addresses, or phone numbers as they are dialled from abroad, and
    /// the names that records have in an object as their ids.
    private func fieldByValue(_ part: CatalogShape.Part) -> CatalogOutline.Field? {
        let fits = outline.fields.filter { isFree($0) && $0.isCertain(part) }
        return fits.count == 1 ? fits[0] : nil
    }

    /// The first field that may be the part: by its name, else by its values.
    private func possibleField(_ part: CatalogShape.Part, among names: [String]) -> CatalogOutline.Field? {
        let name = places[.fullname] ?? ""
        let free = outline.fields.filter { isFree($0) || part == .id && !name.contains($0.path) }
        let named = free.filter { $0.isPossible(part, of: outline.recordCount, isNamed: true) }
        return Self.fields(of: named, named: names, part).first?.field
            ?? free.first { $0.isPossible(part, of: outline.recordCount, isNamed: false) }
    }
}

extension CatalogOutline.Field {
    /// Tests if the values can be ids under a name that ids have, or may have.
    fileprivate func looksLikeIDs(under name: String) -> Bool {
        if PageNames.unsureIDs.contains(name) { return false }
        if PageNames.doubtfulIDs.numbered.contains(name) { return has(.number, in: 100) && !has(.spaced, in: 1) }
        return !PageNames.doubtfulIDs.other.contains(name) || !has(.spaced, in: 1)
    }

    /// Tests if the values are such as the part has.
    fileprivate func isSure(_ part: CatalogShape.Part, of recordCount: Int) -> Bool {
        switch part {
        case .id: count == recordCount && distinctCount == recordCount
        case .fullname: count == recordCount && has(.text, in: 80)
        case .company: has(.text, in: 50)
        default: Self.kinds[part].map { has($0.usual, in: 50) } ?? false
        }
    }

    /// Tests if the values can only be those of the part.
    fileprivate func isCertain(_ part: CatalogShape.Part) -> Bool {
        switch part {
        case .id: path == Self.ownName
        case .phone: has(.dialled, in: 100)
        case .email: has(.address, in: 100)
        default: false
        }
    }

    /// Tests if the part may have such values.
    ///
    /// - Parameter isNamed: true if the field has a name of the part.
    fileprivate func isPossible(_ part: CatalogShape.Part, of recordCount: Int, isNamed: Bool) -> Bool {
        let isEverywhere = count == recordCount && recordCount > 1
        return switch (part, isNamed) {
        case (.id, true): distinctCount * 10 >= recordCount * 9
        case (.id, false): isEverywhere && distinctCount == recordCount && has(.code, in: 100)
        case (.fullname, true), (.company, true): has(.text, in: 50)
        case (.fullname, false): isEverywhere && has(.personName, in: 80) && distinctCount * 10 >= recordCount * 8
        default: Self.kinds[part].map { isNamed ? has($0.usual, in: 1) : has($0.own, in: 90) } ?? false
        }
    }

    /// The kinds of values that parts have, and those that no other part has.
    private static let kinds: [CatalogShape.Part: (usual: ValueKind, own: ValueKind)] = [
        .phone: (.digits, .dialable), .email: (.at, .address), .created: (.date, .day), .avatar: (.image, .picture),
    ]
}
