/// The places of the fields in records of another shape, made for reading: all paths in one list.
struct FieldMap: Sendable, Hashable {
    /// The fields in the order in which they are made. The last one, an avatar's text, may contain the others.
    enum Place: Int, CaseIterable, Sendable {
        case id, created, fullname, phone, company, email, avatar

        private static let parts: [CatalogShape.Part] = [.id, .created, .fullname, .phone, .company, .email, .avatar]

        /// The field's part of a shape.
        var part: CatalogShape.Part { Self.parts[rawValue] }
        var field: Supplier.Field? { part.field }
    }

    /// The fields, by their ``Place``.
    private(set) var fields: [FieldTemplate]

    /// The fields are under our own names; then all but the avatar are required.
    let isOwn: Bool

    /// A full name may be empty or absent, as in an export of some columns.
    var allowsNoName = false

    /// The map of records in our own names.
    static let own = FieldMap([:])

    /// The distinct paths, and those of them that were given, as bits. Only the first 64 are counted in bits.
    let paths: [FieldPath]
    let given: UInt64

    /// The given paths that may be under names that are like theirs, as bits: not those of the fields if all have our
    /// own names, which have one spelling.
    var likePaths: UInt64 {
        let isOfOwnNames = zip(Place.allCases, fields).allSatisfy { $0.field?.rawValue == $1.memberName }
        return isOfOwnNames ? given & ~fields.reduce(0) { $0 | $1.bits } : given
    }

    /// The facts about records are noted: some paths were given.
    var hasFacts: Bool { !isOwn || given != 0 }

    /// Creates a map; a field without a template is looked for under its own name.
    ///
    /// - Parameter others: paths that were given for something else than a field. Default none.
    init(_ templates: [Supplier.Field: FieldTemplate], andPaths others: [FieldPath] = []) {
        var paths: [FieldPath] = []
        func index(of path: FieldPath) -> Int {
            if let index = paths.firstIndex(where: { $0.steps == path.steps }) { return index }
            paths.append(path)
            return paths.count - 1
        }
        /// Our own name of a field that has a template means that field; a dot before it, the record's member. Only an
        /// avatar has such names: it is made last.
        func place(of path: FieldPath, in field: Supplier.Field) -> Place? {
            let place = Place.allCases.first { path.text == $0.part.rawValue && templates[$0.field ?? field] != nil }
            return field == .avatar && place != .avatar ? place : nil
        }
        func template(of field: Supplier.Field) -> FieldTemplate {
            var template = templates[field] ?? FieldTemplate(ofMember: field.rawValue)
            template.pieces = template.pieces.map { piece in
                var piece = piece
                guard let path = piece.value else { return piece }
                piece.field = template.isBare ? nil : place(of: path, in: field)
                if piece.field == nil { piece.path = index(of: path) }
                return piece
            }
            return template
        }
        let names = Place.allCases.compactMap(\.field)
        fields = names.map(template)
        let other = FieldTemplate(pieces: others.map { .init(value: $0, path: index(of: $0)) })
        given = zip(names, fields).reduce(other.bits) { bits, field in
            templates[field.0] == nil ? bits : bits | field.1.bits
        }
        (self.paths, isOwn) = (paths, templates.isEmpty)
    }

    /// Takes avatars without a scheme for paths.
    mutating func takeAvatarsForPaths() {
        let start = fields[.avatar].pieces.first?.text ?? []
        if String(decoding: start.span).urlScheme == nil { fields[Place.avatar.rawValue].isURL = false }
    }

    /// The names under which a record has some fields, or the first steps to their values.
    func names(of places: [Place]) -> Set<String> {
        Set(places.flatMap { fields[$0].pieces.compactMap(\.path) }.map { paths[$0].steps[0] })
    }

    /// The value at a path is a member of a record, and a field as it is.
    func isMember(_ path: Int) -> Bool { fields.contains { $0.memberName != nil && $0.pieces[0].path == path } }

    /// The member of a record with a name is a field, unchanged.
    func isMember(_ name: String) -> Bool { fields.contains { $0.memberName == name } }
}

extension Array {
    /// The element for a field.
    subscript(place: FieldMap.Place) -> Element { self[place.rawValue] }
}

extension JSONDocument {
    /// The members of a record that are none of a supplier's fields, as the tokens of their names.
    struct OtherMembers {
        /// The members that an export has, and those that it has with a dot before their names.
        var (exported, dotted): ([Int], [Int]) = ([], [])

        /// The members that a map takes fields from.
        var others: [Int] = []

        var isEmpty: Bool { exported.isEmpty && dotted.isEmpty && others.isEmpty }
    }

    /// The members of the record that are none of a supplier's fields.
    ///
    /// - Parameter likeNames: those of ``RecordValues``.
    func otherMembers(through map: FieldMap, and likeNames: [Int: Int]) -> OtherMembers {
        var members = OtherMembers()
        forEachChild(of: 0) { name in
            let text = repairedText(at: name)
            let isOwn = Supplier.OtherFields.ownNames.contains(text)
            let isLike = likeNames.contains { path, like in like == name && map.isMember(path) }
            let isField =
                isLike || (map.isOwn ? Supplier.Field(rawValue: text) != nil : map.isMember(text))
            // An array or an object is no value of a field, and stays a member of its own.
            if isField, !tokens[name + 1].isContainer {
                if !isOwn { members.others.append(name) }
            } else if !isOwn {
                members.exported.append(name)
            } else if !["avatarFile", "avatarState"].contains(text),
                // An export has these of a supplier's own.
                !["avatar", "edited"].contains(text) || member("avatarState".utf8.span, of: 0) == nil
            {
                members.dotted.append(name)
            }
        }
        return members
    }
}

extension FieldMap {
    /// The facts about the records of a catalog that were read through a map.
    struct Facts: Sendable {
        /// The paths that a record had, as bits.
        var found: UInt64 = 0

        /// The members' names of the first record.
        var names: [String] = []

        /// The paths in the first records that lack one that was given, which may have been meant.
        var paths: Set<String> = []
        static let lookLimit = 8
        var recordCount = 0
        var unreadableDateCount = 0

        /// The first ids: two tell that not all suppliers have the same.
        var ids: Set<[UInt8]> = []

        /// Adds the facts about later records.
        mutating func merge(_ later: FieldMap.Facts) {
            if recordCount == 0 { names = later.names }
            if recordCount < Self.lookLimit { paths.formUnion(later.paths) }
            if ids.count < 2 { ids.formUnion(later.ids) }
            found |= later.found
            recordCount += later.recordCount
            unreadableDateCount += later.unreadableDateCount
        }
    }
}
