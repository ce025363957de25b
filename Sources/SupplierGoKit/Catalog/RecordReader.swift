/// Reads suppliers from the records of a piece, through a map.
///
/// A supplier is made in the first of three ways that its record allows:
///
/// | way | its bytes (``text``) | if |
/// | --- | --- | --- |
/// | in place | the catalog's | each field is one value as it stands, and no other member is kept |
/// | moved | a copy of the record, and the other members | each field is one value as it stands |
/// | copied | copies of the fields, and the other members | a field has several values or escapes, or is wrong |
///
/// The pattern of the record tells its other members (``RecordPattern/Members``), or else its tokens.
struct RecordReader {
    private enum Way { case inPlace, moved, copied }

    private let map: FieldMap

    /// The other members are read.
    private let keepsOthers: Bool

    /// The values of the record: ``RecordValues/scan(from:expecting:named:)`` finds them.
    var values: RecordValues

    /// The path of each field that is one value as it is, by its ``FieldMap/Place``; `nil` for one made of pieces.
    private let paths: [Int?]

    /// The way in which the last supplier was made.
    private var way = Way.inPlace

    /// The bytes that the fields of the last record are in.
    var text: [UInt8] { way == .inPlace ? values.bytes : copied }
    private var copied: [UInt8] = []

    /// The ranges of the copied fields, by their places.
    private var made = [Range<Int>](repeating: 0..<0, count: FieldMap.Place.allCases.count)

    /// The date of the last record was not understood.
    private var isDateUnreadable = false

    /// The facts about the records that were read.
    var facts = FieldMap.Facts()

    init(through map: FieldMap, keepsOthers: Bool) {
        (self.map, self.keepsOthers) = (map, keepsOthers)
        values = RecordValues(at: map.paths, given: map.likePaths)
        paths = map.fields.map { $0.isBare ? $0.pieces[0].path : nil }
    }

    /// Reads the record that was scanned.
    ///
    /// - Returns: the ranges of its fields in ``text``.
    @inline(__always)
    mutating func fields() throws(Supplier.BadRecord) -> FieldRanges {
        let fields = if values.hasPattern, let known = fieldsByPattern() { known } else { try fieldsByTokens() }
        if map.hasFacts { note(fields) }
        return fields
    }

    /// The fields of a record that has a pattern; `nil` if only its tokens tell what is wrong, or what else it has.
    @inline(__always)
    private mutating func fieldsByPattern() -> FieldRanges? {
        do throws(Supplier.BadRecord) {
            let members = values.members
            var fields = try fields(beforeOthers: members != nil)
            guard !isDateUnreadable || !keepsOthers else { return nil }
            guard let members else {
                facts.recordCount &+= 1
                return fields
            }
            // Only copied fields may be of a record that is not UTF-8.
            guard way != .copied || values.areUTF8 else { return nil }
            let start = copied.count
            fields.exportedByteCount = members.append(values.values, in: values.bytes, to: &copied)
            fields.other = start..<copied.count
            facts.recordCount &+= 1
            return fields
        } catch {
            return nil
        }
    }

    private mutating func fieldsByTokens() throws(Supplier.BadRecord) -> FieldRanges {
        if values.hasPattern { values.tokenize() }
        let record = values.document
        guard record.tokens[0].isOf(.object) else { throw values.noObject }
        if facts.names.isEmpty { facts.names = record.root.members.map(\.name) }
        facts.found |= values.found
        if facts.recordCount < FieldMap.Facts.lookLimit, map.given & ~facts.found != 0 {
            facts.paths.formUnion(record.root.memberPaths)
        }
        facts.recordCount += 1
        let others = keepsOthers ? record.otherMembers(through: map, and: values.likeNames) : .init()
        var fields = try self.fields(beforeOthers: !others.isEmpty)
        if keepsOthers, way != .inPlace { append(others, to: &fields) }
        values.learn(others)
        return fields
    }

    /// Notes the facts about a record that is a supplier.
    private mutating func note(_ fields: FieldRanges) {
        if isDateUnreadable { facts.unreadableDateCount += 1 }
        if facts.ids.count < 2 { facts.ids.insert(Array(text[fields.id])) }
    }

    /// The id of a record that is not a supplier; `nil` if it cannot be read.
    mutating func readableID() -> Supplier.ID? {
        guard values.document.tokens.first?.isOf(.object) == true else { return nil }
        copied.removeAll(keepingCapacity: true)
        do throws(Supplier.BadRecord) {
            return Supplier.ID(String(decoding: copied[try copiedField(.id)], as: UTF8.self))
        } catch {
            return nil
        }
    }

    /// Makes the fields in the first way that the record allows; in place only if no other members are to follow.
    @inline(__always)
    private mutating func fields(beforeOthers hasOthers: Bool) throws(Supplier.BadRecord) -> FieldRanges {
        guard let fields = plainFields() else { return try copiedFields() }
        (way, isDateUnreadable) = (.inPlace, false)
        guard hasOthers else { return fields }
        way = .moved
        copied.removeAll(keepingCapacity: true)
        copied.append(contentsOf: values.bytes[values.range])
        return fields.moved(by: -values.range.lowerBound)
    }

    /// The ranges of the fields in the catalog's bytes; `nil` if one is not a plain value as it is.
    @inline(__always)
    private func plainFields() -> FieldRanges? {
        guard let id = plainField(.id), !id.isEmpty, let createdAt = plainField(.created),
            let fullname = plainField(.fullname), map.isOwn || !fullname.isEmpty || map.allowsNoName,
            let phone = plainField(.phone), let company = plainField(.company), let email = plainField(.email),
            let avatar = plainField(.avatar),
            createdAt.isEmpty
                ? takesEmptyDate || values.isNull(at: paths[.created])
                : Timestamp.isAsWritten(values.bytes.span.extracting(createdAt), orEarly: map.isOwn),
            values.areUTF8
        else { return nil }
        return FieldRanges(
            id: id, createdAt: createdAt, fullname: fullname, avatar: Avatar.endpoint(in: values.bytes.span, avatar),
            phone: phone, company: company, email: email, isPlain: true)
    }

    /// An empty text is no date, and no error: of tables it is a cell without a value.
    private var takesEmptyDate: Bool { !map.isOwn || values.areOfTable }

    /// The range of a field's value, empty if there is none; `nil` if it is not one plain value as it is.
    @inline(__always)
    private func plainField(_ place: FieldMap.Place) -> Range<Int>? {
        guard let path = paths[place] else { return nil }
        let value = values.values[path]
        // Systems that fill ids up with blanks show them without.
        if value.isPlainString {
            guard place == .id, !map.isOwn else { return value.range }
            return values.bytes.span.withoutBlanksAround(value.range) ?? 0..<0
        }
        // Of our own names, the id may be a number, and the date and the avatar null.
        switch value.kind {
        case .number where !map.isOwn && (place != .id || !value.isMarked): return value.range
        case .number
        where place == .id && !value.isMarked && value.length < 19 && values.bytes[Int(value.start)] != 0x2d:
            return value.range
        case .null where !map.isOwn || place == .created || place == .avatar: return 0..<0
        case .absent where !map.isOwn || place == .avatar: return 0..<0
        default: return nil
        }
    }

    private mutating func copiedFields() throws(Supplier.BadRecord) -> FieldRanges {
        copied.removeAll(keepingCapacity: true)
        (way, isDateUnreadable) = (.copied, false)
        for place in FieldMap.Place.allCases { made[place] = try copiedField(place) }
        return FieldRanges(
            id: made[.id], createdAt: made[.created], fullname: made[.fullname], company: made[.company],
            email: made[.email], phone: made[.phone], avatar: Avatar.endpoint(in: copied.span, made[.avatar]))
    }

    /// Appends the other members of a record, of which there are tokens.
    private mutating func append(_ others: JSONDocument.OtherMembers, to fields: inout FieldRanges) {
        let (start, record) = (copied.count, values.document)
        for name in others.exported { record.appendMember(name, to: &copied, after: start) }
        for name in others.dotted { record.appendMember(name, to: &copied, after: start, isDotted: true) }
        // A date that is not understood is shown as it stands.
        if isDateUnreadable, let path = paths[.created], let name = values.name(at: path) {
            let isDotted = Supplier.OtherFields.ownNames.contains(record.repairedText(at: name))
            record.appendMember(name, to: &copied, after: start, isDotted: isDotted)
        }
        fields.exportedByteCount = copied.count - start
        for name in others.others { record.appendMember(name, to: &copied, after: start) }
        fields.other = start..<copied.count
    }

    /// Appends a field, and checks it.
    private mutating func copiedField(_ place: FieldMap.Place) throws(Supplier.BadRecord) -> Range<Int> {
        let start = copied.count
        switch paths[place] {
        case let path? where map.isOwn: try appendOwn(place, at: path)
        case let path?:
            try append(valueAt: path, of: place)
            if place == .id { copied.trimBlanks(from: start) }
        case nil: try compose(place)
        }
        if place == .created { isDateUnreadable = !Timestamp.normalize(&copied, from: start, dropsEarly: !map.isOwn) }
        let isRequired = place == .id || place == .fullname && !map.allowsNoName
        guard !map.isOwn, isRequired, copied.count == start else { return start..<copied.count }
        let (field, name) = (map.fields[place], place.part.rawValue)
        let path = field.name.isEmpty ? name : field.name
        let found = paths[place].map { values.description(of: $0) } ?? "none"
        throw Supplier.BadRecord(path: path, expected: "\(name) to be text that is not empty", found: found)
    }

    /// Appends a field of our own names, which is required.
    private mutating func appendOwn(_ place: FieldMap.Place, at path: Int) throws(Supplier.BadRecord) {
        let (value, start) = (values.values[path], copied.count)
        var expected =
            place == .id ? "a string or an integer" : place == .created ? "an RFC 3339 date-time" : "a string"
        switch value.kind {
        case .null where place == .created || place == .avatar, .absent where place == .avatar: return
        case .string:
            try append(valueAt: path, of: place)
            let text = copied.span.extracting(start...)
            switch place {
            case .id where text.isEmpty: expected = "a string that is not empty, or an integer"
            case .created where text.isEmpty ? !takesEmptyDate : Timestamp(utf8: text) == nil: break
            default: return
            }
        case .number where place == .id:
            guard let number = JSONText.integer(values.bytes.span.extracting(value.range)) else { break }
            return copied.append(contentsOf: Supplier.ID(number).rawValue.utf8)
        default: break
        }
        throw Supplier.BadRecord(path: map.fields[place].name, expected: expected, found: values.description(of: path))
    }

    /// Appends a field that is made of several pieces.
    private mutating func compose(_ place: FieldMap.Place) throws(Supplier.BadRecord) {
        let (start, field) = (copied.count, map.fields[place])
        let composed = try field.text(isURL: field.isURL) { _, piece throws(Supplier.BadRecord) in
            if let other = piece.field { return String(decoding: copied[made[other]], as: UTF8.self) }
            defer { copied.removeSubrange(start...) }
            if let path = piece.path { try append(valueAt: path, of: place) }
            return String(decoding: copied[start...], as: UTF8.self)
        }
        copied.append(contentsOf: (composed ?? "").utf8)
        if !field.name.isEmpty { copied.collapseBlanks(from: start) }
    }

    /// Appends a value that counts as text.
    @inline(__always)
    private mutating func append(valueAt path: Int, of place: FieldMap.Place) throws(Supplier.BadRecord) {
        let value = values.values[path]
        if value.isMarked, value.length == 0, let text = values.joinedTexts[path] {
            return copied.append(contentsOf: text.utf8)
        }
        let (bytes, isText) = (values.bytes, value.isOf(.string))
        guard isText || value.isOf(.number) || value.isOf(.true) else { return }
        let text = bytes.span.extracting(value.range)
        let integer = place == .id && !isText && value.isMarked ? JSONText.integer(text) : nil
        if let integer { return copied.append(contentsOf: Supplier.ID(integer).rawValue.utf8) }
        guard isText, value.isMarked || !(values.areRows || text.isUTF8) else {
            return copied.append(addingCapacity: text.count) { $0.append(copying: text) }
        }
        do throws(JSONText.EncodingError) {
            copied.append(contentsOf: try JSONText.string(text, hasEscapes: value.isMarked).utf8)
        } catch {
            throw Supplier.BadRecord(path: map.fields[place].name, reason: error.rawValue)
        }
    }
}
