/// The places of the fields in records of another shape, made for reading: all paths in one list.
struct FieldMap: Sendable, Hashable {
    /// The order in which fields are made. The last one, an avatar's text, may contain the others.
    static let order: [CatalogShape.Part] = [.id, .created, .fullname, .phone, .company, .email, .avatar]

    /// The fields, in ``order``.
    let fields: [FieldTemplate]

    /// The fields are under our own names; then all but the avatar are required.
    let isOwn: Bool

    /// The map of records in our own names.
    static let own = FieldMap([:])

    /// The places in ``order`` as the fields are read, and as the first error is found.
    var readingOrder: [Int] { isOwn ? Self.ownOrder : Self.placesInOrder }
    private static let ownOrder = [0, 1, 2, 6, 3, 4, 5]
    private static let placesInOrder = Array(order.indices)

    var id: FieldTemplate { fields[0] }
    var fullname: FieldTemplate { fields[2] }

    /// The distinct paths, and those of them that were given, as bits. Only the first 64 are counted in bits.
    let paths: [FieldPath]
    let given: UInt64

    /// Creates a map; a field without a template is looked for under its own name.
    init(_ templates: [Supplier.Field: FieldTemplate]) {
        var paths: [FieldPath] = []
        func index(of path: FieldPath) -> Int {
            if let index = paths.firstIndex(where: { $0.steps == path.steps }) { return index }
            paths.append(path)
            return paths.count - 1
        }
        /// Our own name of a field that has a template means that field; a dot before it, the record's member.
        func place(of path: FieldPath, in field: Supplier.Field) -> Int? {
            let place = Self.order.firstIndex { path.text == $0.rawValue && templates[$0.field ?? field] != nil }
            return field == .avatar && place != Self.order.count - 1 ? place : nil
        }
        func template(of field: Supplier.Field) -> FieldTemplate {
            let name = FieldPath(steps: [field.rawValue], text: field.rawValue)
            var template = templates[field] ?? FieldTemplate(pieces: [.init(value: name)], isBare: true)
            template.pieces = template.pieces.map { piece in
                var piece = piece
                guard let path = piece.value else { return piece }
                piece.field = template.isBare ? nil : place(of: path, in: field)
                if piece.field == nil { piece.path = index(of: path) }
                return piece
            }
            return template
        }
        let names = Self.order.compactMap(\.field)
        fields = names.map(template)
        given = zip(names, fields).reduce(0) { bits, field in
            templates[field.0] == nil ? bits : bits | field.1.bits
        }
        self.paths = paths
        isOwn = templates.isEmpty
    }

    /// The names under which a record has some fields, or the first steps to their values.
    func names(of places: Range<Int>) -> Set<String> {
        Set(fields[places].flatMap { $0.pieces.map(\.path) }.compactMap { $0 < 0 ? nil : paths[$0].steps[0] })
    }

    /// The member is one of the fields, unchanged.
    fileprivate func isField(_ name: String) -> Bool {
        fields.contains { field in
            field.isBare && field.pieces[0].path >= 0 && paths[field.pieces[0].path].steps == [name]
        }
    }
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
    func otherMembers(through map: FieldMap) -> OtherMembers {
        var members = OtherMembers()
        let isExport = !map.isOwn && member("avatarState".utf8.span, of: 0) != nil
        forEachChild(of: 0) { name in
            let text = repairedText(at: name)
            let isField = !map.isOwn && map.isField(text)
            if !Supplier.OtherFields.ownNames.contains(text) {
                if isField { members.others.append(name) } else { members.exported.append(name) }
            } else if !map.isOwn, !isField, !["avatarFile", "avatarState"].contains(text),
                !isExport || !["avatar", "edited"].contains(text)
            {
                members.dotted.append(name)
            }
        }
        return members
    }

    /// The token of the name of a record's member; `nil` if the path leads further than to a member.
    func name(of path: FieldPath) -> Int? {
        path.steps.count == 1 ? member(path.steps[0].utf8.span, of: 0).map { $0 - 1 } : nil
    }
}

extension FieldMap {
    /// The facts about the records of a catalog that were read through a map.
    struct Facts: Sendable {
        /// The paths that a record had, as bits.
        var found: UInt64 = 0

        /// The members' names of the first record.
        var names: [String] = []
        var recordCount = 0
        var unreadableDateCount = 0

        /// The first id, and the number of records with an id.
        var id: [UInt8] = []
        var idCount = 0
        var hasSeveralIDs = false

        /// Notes an id.
        mutating func note(_ other: Span<UInt8>) {
            idCount += 1
            if idCount == 1 { id = Array(copying: other) } else if !id.span.isEqual(to: other) { hasSeveralIDs = true }
        }

        /// Adds the facts about later records.
        mutating func merge(_ later: FieldMap.Facts) {
            if recordCount == 0 { names = later.names }
            if idCount > 0, later.idCount > 0, id != later.id { hasSeveralIDs = true }
            if idCount == 0 { id = later.id }
            found |= later.found
            recordCount += later.recordCount
            unreadableDateCount += later.unreadableDateCount
            idCount += later.idCount
            hasSeveralIDs = hasSeveralIDs || later.hasSeveralIDs
        }
    }
}
