/// The places of the fields in records of another shape, made for reading: all paths in one list.
struct FieldMap: Sendable, Hashable {
    /// The order in which fields are made. The last one, an avatar's text, may contain the others.
    static let order: [CatalogShape.Part] = [.id, .created, .fullname, .phone, .company, .email, .avatar]

    /// The fields, in ``order``.
    let fields: [FieldTemplate]

    /// The fields are under our own names; then all but the avatar are required.
    let isOwn: Bool

    /// A full name may be empty or absent, as in an export of some columns.
    var allowsNoName = false

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
        let other = FieldTemplate(pieces: others.map { .init(value: $0, path: index(of: $0)) })
        given = zip(names, fields).reduce(other.bits) { bits, field in
            templates[field.0] == nil ? bits : bits | field.1.bits
        }
        self.paths = paths
        isOwn = templates.isEmpty
    }

    /// The names under which a record has some fields, or the first steps to their values.
    func names(of places: Range<Int>) -> Set<String> {
        Set(fields[places].flatMap { $0.pieces.map(\.path) }.compactMap { $0 < 0 ? nil : paths[$0].steps[0] })
    }

    /// The field that the member of a record with a name is, unchanged; `nil` if it is none.
    func field(ofMember name: String) -> Supplier.Field? {
        zip(Self.order, fields).first { $1.isBare && $1.pieces[0].value?.steps == [name] }.flatMap { $0.0.field }
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
        forEachChild(of: 0) { name in
            let text = repairedText(at: name)
            let isOwn = Supplier.OtherFields.ownNames.contains(text)
            let isField = map.isOwn ? Supplier.Field(rawValue: text) != nil : map.field(ofMember: text) != nil
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

        /// The paths in the first records that lack one that was given, which may have been meant.
        var paths: Set<String> = []
        static let lookLimit = 8
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
            if recordCount < Self.lookLimit { paths.formUnion(later.paths) }
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

/// The value of a field: pieces of text and values of a record. `RecordReader.compose` puts a record's values in, and
/// says what becomes of empty ones.
package struct FieldTemplate: Sendable, Hashable {
    /// A change of a value before it is put in: `{path|lower|sha256}`.
    package enum Transform: String, Sendable { case lower, sha256, relative }

    /// A piece: a text, or a value at a path.
    package struct Piece: Sendable, Hashable {
        package var text: [UInt8] = []
        package var value: FieldPath?
        package var transforms: [Transform] = []

        /// The value as a part of a URL has it: a part of another URL stays as it is.
        func encoded(_ value: String) -> String {
            transforms.last == .relative ? value : value.percentEncoded()
        }

        /// The index of the value's path in a ``FieldMap``; -1 for text and for a field.
        var path = -1

        /// The place in ``FieldMap/order`` of the field whose value it is.
        var field: Int?
    }

    package var pieces: [Piece]

    /// It is a path alone, whose value is taken as it is.
    var isBare = false

    /// It is a URL, in which values are percent-encoded.
    var isURL = false

    /// The paths in it that are none of a supplier's own fields.
    package var otherPaths: [FieldPath] { pieces.compactMap(\.value).filter { $0.ownField == nil } }

    /// The paths in it as they were written.
    var name: String { pieces.compactMap { $0.value?.text }.joined(separator: ", ") }

    /// The paths in it, as bits.
    var bits: UInt64 { pieces.reduce(0) { (0..<64).contains($1.path) ? $0 | 1 << UInt64($1.path) : $0 } }
}

extension FieldTemplate.Transform {
    /// Applies the transform to a value.
    package func applied(to text: String) -> String {
        switch self {
        case .lower: text.trimmed.lowercased()
        case .relative: text.pathAndQuery
        // Nothing stays nothing, so that it makes no avatar.
        case .sha256: text.trimmed.isEmpty ? "" : String(hexadecimal: SHA256.digest(of: Array(text.trimmed.utf8)))
        }
    }
}

/// The way to a value in JSON: members' names, and indexes of arrays from 0. A map takes names as they are; elsewhere
/// their case does not matter, and of equal names the last counts (`JSONValue.member(_:)`).
package struct FieldPath: Sendable, Hashable {
    let steps: [String]

    /// The path as it was written.
    package let text: String

    /// The step `*`: each member of an object, whose names are no paths to a record, and in a record its own name.
    static let everyMember = "\0*"
}

extension FieldPath {
    /// The supplier's own field that the path means unless the record has such a member; `nil` if it means none.
    package var ownField: Supplier.Field? { Supplier.Field(name: text) ?? .searchable(named: text) }

    /// The path begins with a member whose name differs only in case.
    func isLike(_ name: String) -> Bool { name != steps[0] && name.lowercased() == steps[0].lowercased() }

    /// Creates the path of some steps.
    package init(_ steps: [String]) {
        let text = steps.map { $0 == "*" ? #"\*"# : Supplier.OtherFields.step($0, escaping: #".\{}|""#) }
        let path = text.joined(separator: ".")
        // A blank at an end is part of a name if a backslash quotes it.
        let isQuoted = path.first == " " || path.last == " "
        self.init(steps: steps, text: isQuoted ? path.replacing(#/^ | $/#, with: #"\ "#) : path)
    }
}
