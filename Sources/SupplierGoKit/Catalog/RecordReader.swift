/// Reads suppliers from the records of a piece, through a map.
///
/// A supplier's text is a copy of its record, in which a field that is one value as it stands is a range. After it are
/// the fields that have several values or escapes, or are in another form, and then the other members. The pattern of
/// the record tells these (``RecordPattern/Members``), or else its tokens.
struct RecordReader {
    private let map: FieldMap

    /// The other members are read.
    private let keepsOthers: Bool

    /// The values of the record: ``RecordValues/scan(from:expecting:named:)`` finds them.
    var values: RecordValues

    /// The path of each field that is one value as it is, by its ``FieldMap/Place``; `nil` for one made of pieces.
    private let paths: [Int?]

    /// The bytes that the fields of the last record are in.
    private(set) var text: [UInt8] = []

    /// The copy of the record is UTF-8.
    private var isUTF8 = true

    /// The ranges of the fields, by their places.
    private var ranges = InlineArray<7, Range<Int>>(repeating: 0..<0)

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
            var fields = try makeFields()
            guard !isDateUnreadable || !keepsOthers else { return nil }
            if let members = values.members {
                guard isUTF8 else { return nil }
                let start = text.count
                fields.exportedByteCount = members.append(values.values, in: values.bytes, to: &text)
                fields.other = start..<text.count
            }
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
        var fields = try makeFields()
        if keepsOthers { append(others, to: &fields) }
        if isUTF8 { values.learn(others) }
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
        beginText()
        do throws(Supplier.BadRecord) {
            return Supplier.ID(String(decoding: text[try make(.id)], as: UTF8.self))
        } catch {
            return nil
        }
    }

    /// Begins the text of a supplier with a copy of its record.
    @inline(__always)
    private mutating func beginText() {
        let (bytes, range) = (values.bytes, values.range)
        text.removeAll(keepingCapacity: true)
        text.append(addingCapacity: range.count) { $0.append(copying: bytes.span.extracting(range)) }
        (isUTF8, isDateUnreadable) = (text.span.isUTF8, false)
    }

    @inline(__always)
    private mutating func makeFields() throws(Supplier.BadRecord) -> FieldRanges {
        beginText()
        for place in FieldMap.Place.allCases { ranges[place.rawValue] = try make(place) }
        return FieldRanges(
            id: range(of: .id), createdAt: range(of: .created), fullname: range(of: .fullname),
            avatar: Avatar.endpoint(in: text.span, range(of: .avatar)), phone: range(of: .phone),
            company: range(of: .company), email: range(of: .email), isPlain: text.count == values.range.count)
    }

    private func range(of place: FieldMap.Place) -> Range<Int> { ranges[place.rawValue] }

    /// An empty text is no date, and no error: of tables it is a cell without a value.
    private var takesEmptyDate: Bool { !map.isOwn || values.areOfTable }

    /// The range of a field in the record, empty if it has no value; `nil` if it is not one valid value as it stands.
    @inline(__always)
    private func plainRange(of place: FieldMap.Place) -> Range<Int>? {
        guard isUTF8, let path = paths[place] else { return nil }
        let (value, isOwn, start) = (values.values[path], map.isOwn, values.range.lowerBound)
        var range = value.length == 0 ? 0..<0 : value.range.lowerBound - start..<value.range.upperBound - start
        switch value.kind {
        case .string where !value.isMarked:
            // Systems that fill ids up with blanks show them without.
            if place == .id, !isOwn { range = text.span.withoutBlanksAround(range) ?? 0..<0 }
        // Of our own names, the id may be a number, and the date and the avatar null.
        case .number where !isOwn && (place != .id || !value.isMarked): break
        case .number where place == .id && !value.isMarked && value.length < 19 && text[range.lowerBound] != 0x2d: break
        case .null where !isOwn || place == .created || place == .avatar: range = 0..<0
        case .absent where !isOwn || place == .avatar: range = 0..<0
        default: return nil
        }
        switch place {
        case .id where range.isEmpty, .fullname where range.isEmpty && !isOwn && !map.allowsNoName: return nil
        case .created where range.isEmpty && !takesEmptyDate && !value.isOf(.null): return nil
        case .created where !range.isEmpty && !Timestamp.isAsWritten(text.span.extracting(range), orEarly: isOwn):
            return nil
        default: return range
        }
    }

    /// Appends the other members of a record, of which there are tokens.
    private mutating func append(_ others: JSONDocument.OtherMembers, to fields: inout FieldRanges) {
        let (start, record) = (text.count, values.document)
        for name in others.exported { record.appendMember(name, to: &text, after: start) }
        for name in others.dotted { record.appendMember(name, to: &text, after: start, isDotted: true) }
        // A date that is not understood is shown as it stands.
        if isDateUnreadable, let path = paths[.created], let name = values.name(at: path) {
            let isDotted = Supplier.OtherFields.ownNames.contains(record.repairedText(at: name))
            record.appendMember(name, to: &text, after: start, isDotted: isDotted)
        }
        fields.exportedByteCount = text.count - start
        for name in others.others { record.appendMember(name, to: &text, after: start) }
        fields.other = start..<text.count
    }

    /// Finds a field in the text, or appends it, and checks it.
    @inline(__always)
    private mutating func make(_ place: FieldMap.Place) throws(Supplier.BadRecord) -> Range<Int> {
        if let range = plainRange(of: place) { return range }
        return try append(place)
    }

    private mutating func append(_ place: FieldMap.Place) throws(Supplier.BadRecord) -> Range<Int> {
        let start = text.count
        switch paths[place] {
        case let path? where map.isOwn: try appendOwn(place, at: path)
        case let path?:
            try append(valueAt: path, of: place)
            if place == .id { text.trimBlanks(from: start) }
        case nil: try compose(place)
        }
        if place == .created { isDateUnreadable = !Timestamp.normalize(&text, from: start, dropsEarly: !map.isOwn) }
        let isRequired = place == .id || place == .fullname && !map.allowsNoName
        guard !map.isOwn, isRequired, text.count == start else { return start..<text.count }
        let (field, name) = (map.fields[place], place.part.rawValue)
        let path = field.name.isEmpty ? name : field.name
        let found = paths[place].map { values.description(of: $0) } ?? "none"
        throw Supplier.BadRecord(path: path, expected: "\(name) to be text that is not empty", found: found)
    }

    /// Appends a field of our own names, which is required.
    private mutating func appendOwn(_ place: FieldMap.Place, at path: Int) throws(Supplier.BadRecord) {
        let (value, start) = (values.values[path], text.count)
        var expected =
            place == .id ? "a string or an integer" : place == .created ? "an RFC 3339 date-time" : "a string"
        switch value.kind {
        case .null where place == .created || place == .avatar, .absent where place == .avatar: return
        case .string:
            try append(valueAt: path, of: place)
            let written = text.span.extracting(start...)
            switch place {
            case .id where written.isEmpty: expected = "a string that is not empty, or an integer"
            case .created where written.isEmpty ? !takesEmptyDate : Timestamp(utf8: written) == nil: break
            default: return
            }
        case .number where place == .id:
            guard let number = JSONText.integer(values.bytes.span.extracting(value.range)) else { break }
            return text.append(contentsOf: Supplier.ID(number).rawValue.utf8)
        default: break
        }
        throw Supplier.BadRecord(path: map.fields[place].name, expected: expected, found: values.description(of: path))
    }

    /// Appends a field that is made of several pieces.
    private mutating func compose(_ place: FieldMap.Place) throws(Supplier.BadRecord) {
        let (start, field, pieces) = (text.count, map.fields[place], map.fields[place].pieces)
        var hasValue = false
        // By their places: a copy of a piece would count a reference for each of its parts.
        for index in pieces.indices {
            let valueStart = text.count
            if let other = pieces[index].field {
                text.append(contentsOf: Array(text[range(of: other)]))
            } else if let path = pieces[index].path {
                try append(valueAt: path, of: place)
            } else {
                text.append(contentsOf: pieces[index].text)
                continue
            }
            hasValue = true
            guard field.isURL || field.needsValues || !pieces[index].transforms.isEmpty else { continue }
            let value = String(decoding: text[valueStart...], as: UTF8.self)
            text.removeSubrange(valueStart...)
            guard let part = field.text(of: value, in: pieces[index], isURL: field.isURL) else {
                return text.removeSubrange(start...)
            }
            text.append(contentsOf: part.utf8)
        }
        if hasValue { text.collapseBlanks(from: start) }
    }

    /// Appends a value that counts as text.
    private mutating func append(valueAt path: Int, of place: FieldMap.Place) throws(Supplier.BadRecord) {
        let value = values.values[path]
        if value.isMarked, value.length == 0, let joined = values.joinedTexts[path] {
            return text.append(contentsOf: joined.utf8)
        }
        let (bytes, isText) = (values.bytes, value.isOf(.string))
        guard isText || value.isOf(.number) || value.isOf(.true) else { return }
        let written = bytes.span.extracting(value.range)
        let integer = place == .id && !isText && value.isMarked ? JSONText.integer(written) : nil
        if let integer { return text.append(contentsOf: Supplier.ID(integer).rawValue.utf8) }
        do throws(JSONText.EncodingError) {
            text.append(contentsOf: try JSONText.string(written, hasEscapes: isText && value.isMarked).utf8)
        } catch {
            throw Supplier.BadRecord(path: map.fields[place].name, reason: error.rawValue)
        }
    }
}
