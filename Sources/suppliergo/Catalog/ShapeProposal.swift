import SupplierGoKit

/// The places that an outline's fields seem to be, by the names that other systems use (``FieldNames``) and by their
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

    /// The parts whose fields the records have under our names, empty or not: they have no other places. Those that
    /// every record needs may, and a field that is an array or an object in some records has its value inside.
    private let ownNames: [CatalogShape.Part: String]

    /// Creates the best proposal for one of several arrays; `nil` without one.
    init?(for candidates: [CatalogOutline]) {
        let proposals = candidates.map(ShapeProposal.init)
        // The array under a name that is read without a map is that of the records, whatever their fields.
        let hasOwn = proposals.contains { $0.isOwn && $0.steps.count == 1 && $0.outline.recordCount > 0 }
        // Nor is an object one supplier that has an array of others with addresses.
        let hasMany = proposals.contains {
            !$0.outline.isOneRecord && $0.isComplete && $0.hasContact && $0.outline.recordCount > 1
        }
        let possible = proposals.filter {
            (!hasOwn || $0.isOwn || $0.isNamed) && !(hasMany && $0.outline.isOneRecord && !$0.isNamed)
        }
        guard let best = possible.max(by: { $0.rank < $1.rank }) else { return nil }
        self = best
    }

    /// Leaves the next page to those that may be the right ones (``CatalogOutline/possibleNextPages(_:)``).
    mutating func doubtNextPage() { places[.next] = nil }

    /// True if it has the fields that every record needs.
    var isComplete: Bool { places[.id] != nil && places[.fullname] != nil }

    /// An array of suppliers by its name is right whatever stands beside it; arrays under names that are read without a
    /// map come before the others that are complete. One supplier comes before its own arrays.
    private var rank: (Int, Int, Int) {
        let sureness = (isNamed ? 12 : 0) + (isComplete ? 6 : 0) + (isOwn ? 5 - min(steps.count, 4) : 0)
        let surenessOfOne = isComplete ? hasContact ? 14 : 5 : 0
        return (outline.isOneRecord ? surenessOfOne : sureness, places.count, outline.recordCount)
    }

    /// The path of the array.
    private var steps: [String] {
        outline.records?.split(separator: ".").filter { $0 != "*" }.map { String($0) } ?? []
    }

    /// The array's name, or that of the object around it, says that it has suppliers.
    private var isNamed: Bool {
        let lists = ["nodes", "edges", "values", "list"] + PageNames.records.dropFirst()
        return steps.last { !lists.contains($0) }.map(FieldNames.nameSuppliers) ?? false
    }

    /// The array is under a name that is read without a map.
    private var isOwn: Bool { !outline.isOneRecord && steps.last.map(PageNames.records.contains) ?? false }

    /// The records have addresses or numbers, and not only the elements of their arrays.
    private var hasContact: Bool {
        [places[.email], places[.phone]].contains { $0.map { !$0.contains(".0") } ?? false }
    }

    private init(_ outline: CatalogOutline) {
        self.outline = outline
        let paths = outline.fields.map(\.path)
        let names = FieldNames.byPart.compactMap { part, _ in
            Supplier.Field(name: part.rawValue).map { (part, $0.rawValue) }
        }
        ownNames = Dictionary(uniqueKeysWithValues: names).filter { part, name in
            part != .id && part != .fullname && paths.contains(name) && !paths.contains { $0.hasPrefix(name + ".") }
        }
        places[.records] = outline.records
        (places[.next], places[.total]) = (outline.nextPage ?? outline.cursor, outline.total)
        let surerNames = takeFullName()
        for (part, names) in FieldNames.byPart where part != .fullname {
            let names = part == .company ? names.filter { !surerNames.contains($0) } : names
            take(field(part, among: names)?.field ?? fieldByValue(part), as: part)
        }
        for (part, names) in FieldNames.byPart where places[part] == nil {
            possiblePlaces[part] = possibleField(part, among: names)?.path
        }
    }

    private mutating func take(_ field: CatalogOutline.Field?, as part: CatalogShape.Part) {
        guard let field else { return }
        // A line of the settings has no blank at its end.
        places[part] = field.path.hasSuffix(" ") ? "{\(field.path)}" : field.path
        usedPaths.insert(field.path)
    }

    /// Takes the full name: two names come after one that is sure to be a person's, and before whatever else a record
    /// is called.
    ///
    /// - Returns: the names that are surer to be a full name's than the one taken, and so are no company's: a field
    ///   that lacks too many values is still of its name.
    private mutating func takeFullName() -> ArraySlice<String> {
        let names = FieldNames.byPart.first { $0.key == .fullname }?.value ?? []
        let whole = field(.fullname, among: names)
        let surerNames = names.prefix { $0 != whole?.name ?? "company" }
        let isWhole = field(.fullname, among: FieldNames.personNames + ["displayname"]) != nil
        // A company's name is not the same name as a person's.
        if let both = twoNames(besides: surerNames.contains("username") ? nil : whole?.field) {
            // A field with both names is the full name once more.
            usedPaths.formUnion((both + outline.fields.filter { $0.joins(both[0], both[both.count - 1]) }).map(\.path))
            places[.fullname] = both.map { "{\($0.path)}" }.joined(separator: " ")
            if !isWhole { return [] }
        }
        // A company's name is not sure to be the full name beside a field whose values may be people's, which is taken
        // if it has one of the names too.
        let isPerson = !surerNames.contains("company") && whole?.name != "company"
        let other = outline.fields.first {
            !isPerson && isFree($0, for: .fullname) && $0.path != whole?.field.path
                && $0.isPossible(.fullname, of: outline.recordCount, isNamed: false)
        }
        let isNamed = other.map { !Self.fields(of: [$0], named: names, .fullname).isEmpty } ?? true
        if isNamed { take(other ?? whole?.field, as: .fullname) }
        return surerNames
    }

    /// The fields of a given and a family name, with what stands between and after them. One of the two may lack
    /// values, unless another field has the whole name.
    private func twoNames(besides whole: CatalogOutline.Field?) -> [CatalogOutline.Field]? {
        let named = outline.fields.filter { isFree($0, for: .fullname) && $0.has(.text, in: 80) }
        for pair in FieldNames.twoNames {
            for owner in [""] + FieldNames.owners.map({ $0 + "." }) {
                func part(_ names: [String]) -> CatalogOutline.Field? {
                    Self.fields(of: named, named: names.map { owner + $0 }, .fullname).first?.field
                }
                guard let given = part(pair.given), let family = part(pair.family) else { continue }
                let sure = [given, family].count { $0.isSure(.fullname, of: outline.recordCount) }
                let isPart = whole.map { [given.path, family.path].contains($0.path) } ?? true
                guard sure == 2 || sure == 1 && isPart, !given.includes(family), !family.includes(given) else {
                    return nil
                }
                return [given, part(FieldNames.namesBetween), family, part(FieldNames.namesAfter)].compactMap(\.self)
            }
        }
        return nil
    }

    // MARK: By name

    private typealias NamedField = (name: String, field: CatalogOutline.Field)

    /// The field with the surest name whose values fit.
    private func field(_ part: CatalogShape.Part, among names: [String]) -> NamedField? {
        let fits = outline.fields.filter { isFree($0, for: part) && $0.isSure(part, of: outline.recordCount) }
        return Self.fields(of: fits, named: names, part).first { name, field in
            switch part {
            case .id: field.looksLikeIDs(under: name)
            case .company: !FieldNames.doubtfulIDs.numbered.contains(name) || !field.isNumbered
            default: true
            }
        }
    }

    /// The fields that have some names, in the order of the names, of which a heading may have the dots. Those of a
    /// phone number, an e-mail address and an avatar may have a word before it that says whose it is, and a number
    /// after it.
    private static func fields(
        of fields: [CatalogOutline.Field], named names: [String], _ part: CatalogShape.Part
    ) -> [NamedField] {
        var found: [NamedField] = []
        var keys = fields.map(\.key)
        for _ in 0..<([.phone, .email, .avatar].contains(part) ? 3 : 1) {
            for name in names {
                let heading = name.filter { $0 != "." }
                for (key, field) in zip(keys, fields) where key == (key.contains(".") ? name : heading) {
                    found.append((name, field))
                }
            }
            keys = keys.map { key in
                let owner = FieldNames.owners.first { key.hasPrefix($0) && key != $0 } ?? ""
                let rest = key.dropFirst(owner.count).drop { $0 == "." }
                return String(rest.hasSuffix("1") ? rest.dropLast() : rest)
            }
        }
        return found
    }

    private func isFree(_ field: CatalogOutline.Field, for part: CatalogShape.Part) -> Bool {
        !usedPaths.contains(field.path) && field.path.utf8.count <= 500 && ownNames[part] ?? field.path == field.path
    }

    // MARK: By value

    /// The only field all of whose values are e-mail addresses, or phone numbers as they are dialled from abroad, and
    /// the names that records have in an object as their ids.
    private func fieldByValue(_ part: CatalogShape.Part) -> CatalogOutline.Field? {
        let fits = outline.fields.filter { isFree($0, for: part) && $0.isCertain(part) }
        return fits.count == 1 ? fits[0] : nil
    }

    /// The first field that may be the part: by its name, else by its values.
    private func possibleField(_ part: CatalogShape.Part, among names: [String]) -> CatalogOutline.Field? {
        let name = places[.fullname] ?? ""
        let free = outline.fields.filter { isFree($0, for: part) || part == .id && !name.contains($0.path) }
        let named = free.filter { $0.isPossible(part, of: outline.recordCount, isNamed: true) }
        return Self.fields(of: named, named: names, part).first?.field
            ?? free.first { $0.isPossible(part, of: outline.recordCount, isNamed: false) }
    }
}

extension CatalogOutline.Field {
    /// Tests if the values can be ids under a name that ids have, or may have.
    fileprivate func looksLikeIDs(under name: String) -> Bool {
        if FieldNames.unsureIDs.contains(name) { return false }
        if FieldNames.doubtfulIDs.numbered.contains(name) { return isNumbered }
        let isDoubtful = FieldNames.doubtfulIDs.dialled.contains(name) && has(.dialable, in: 90)
        return !isDoubtful && !FieldNames.doubtfulIDs.other.contains(name) || !has(.spaced, in: 1)
    }

    /// Each value has a digit, and none a blank.
    fileprivate var isNumbered: Bool { has(.number, in: 100) && !has(.spaced, in: 1) }

    /// Tests if most of the first values are made of those of a given and a family name.
    fileprivate func joins(_ given: Self, _ family: Self) -> Bool {
        let names = given.examples.flatMap { given in
            family.examples.flatMap { ["\(given) \($0)", "\($0) \(given)", "\($0), \(given)"] }
        }
        return examples.count(where: names.contains) * 2 > examples.count
    }

    /// Tests if most of the first values have one of another field's in them, as a whole name has its parts.
    fileprivate func includes(_ part: Self) -> Bool {
        let texts = examples.map { " \($0.replacing(",", with: "")) " }
        return texts.count { text in part.examples.contains { text.contains(" \($0) ") } } * 2 > texts.count
    }

    private var isOfOthers: Bool {
        // A key has nothing of what stands before a colon.
        [key, path.lowercased().filter(\.isLetter)].contains { FieldNames.ofOthers.contains(where: $0.contains) }
    }

    /// Tests if the values are such as the part has. Of ten records one may lack its name.
    fileprivate func isSure(_ part: CatalogShape.Part, of recordCount: Int) -> Bool {
        switch part {
        case .id: count == recordCount && distinctCount == recordCount
        case .fullname:
            count >= min(recordCount, 2) && (recordCount - count) * 10 <= max(recordCount, 10) && has(.text, in: 80)
        case .company: has(.text, in: 50)
        default: !isOfOthers && Self.kinds[part].map { has($0.usual, in: 50) } ?? false
        }
    }

    /// Tests if the values can only be those of the part.
    fileprivate func isCertain(_ part: CatalogShape.Part) -> Bool {
        switch part {
        case .id: path == Self.ownName
        // A number or an address that many have is none of their own.
        case .phone: has(.dialled, in: 100) && !isOfOthers && distinctCount * 10 >= count * 9
        case .email: has(.address, in: 100) && !isOfOthers && distinctCount * 10 >= count * 9
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
        default: !isOfOthers && Self.kinds[part].map { isNamed ? has($0.usual, in: 1) : has($0.own, in: 90) } ?? false
        }
    }

    /// The kinds of values that parts have, and those that no other part has.
    private static let kinds: [CatalogShape.Part: (usual: ValueKind, own: ValueKind)] = [
        .phone: (.digits, .dialable), .email: (.at, .address), .created: (.date, .day), .avatar: (.image, .picture),
    ]
}
