/// The places of the fields in records of another shape, made for reading: all paths in one list.
struct FieldMap: Sendable, Hashable {
    /// A piece of a field: text, or a value.
    struct Piece: Sendable, Hashable {
        let text: [UInt8]

        /// The index of the value's path; -1 for text and for a field.
        let path: Int

        /// The place in ``order`` of the field whose value it is.
        var field: Int?
        let transforms: [FieldTemplate.Transform]
    }

    struct Field: Sendable, Hashable {
        let pieces: [Piece]
        let isBare: Bool
        let isURL: Bool

        /// The paths in it as they were written.
        let name: String

        /// The paths in it, as bits.
        let bits: UInt64
    }

    /// The order in which fields are made. The last one, an avatar's text, may contain the others.
    static let order: [CatalogShape.Part] = [.id, .created, .fullname, .phone, .company, .email, .avatar]

    /// The fields, in ``order``.
    let fields: [Field]

    var id: Field { fields[0] }
    var fullname: Field { fields[2] }

    /// The distinct paths, and those of them that were given, as bits. Only the first 64 are counted in bits.
    let paths: [FieldPath]
    let given: UInt64

    /// Creates a map; a field without a template is looked for under its own name.
    init(_ templates: [Supplier.Field: FieldTemplate]) {
        var paths: [FieldPath] = []
        func bit(_ path: Int) -> UInt64 { path < 64 ? 1 << UInt64(path) : 0 }
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
        func field(_ field: Supplier.Field) -> Field {
            let name = FieldPath(steps: [field.rawValue], text: field.rawValue)
            let template = templates[field] ?? FieldTemplate(pieces: [.value(name, [])], isBare: true)
            let pieces = template.pieces.map { piece -> Piece in
                switch piece {
                case .text(let text): return Piece(text: text, path: -1, transforms: [])
                case .value(let path, let transforms):
                    if !template.isBare, let place = place(of: path, in: field) {
                        return Piece(text: [], path: -1, field: place, transforms: transforms)
                    }
                    return Piece(text: [], path: index(of: path), transforms: transforms)
                }
            }
            return Field(
                pieces: pieces, isBare: template.isBare, isURL: template.isURL,
                name: template.paths.map(\.text).joined(separator: ", "),
                bits: pieces.reduce(0) { $1.path < 0 ? $0 : $0 | bit($1.path) })
        }
        let names = Self.order.compactMap(\.field)
        fields = names.map(field)
        given = zip(names, fields).reduce(0) { bits, field in
            templates[field.0] == nil ? bits : bits | field.1.bits
        }
        self.paths = paths
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
