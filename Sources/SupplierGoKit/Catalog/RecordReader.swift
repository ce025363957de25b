/// Reads suppliers from the records of a piece, through a map.
///
/// If each field is one value as it is, without escapes, the fields are ranges in the catalog's bytes. Otherwise they
/// are copied into a text of the record's own: they may be made of several values.
///
/// Of several members with one name the last counts. Names are compared byte by byte.
struct RecordReader {
    private let map: FieldMap
    private var bytes: [UInt8] = []

    /// The other members are read.
    private let keepsOthers: Bool

    /// The values of the record: ``RecordValues/scan(from:expecting:named:)`` finds them.
    var values: RecordValues

    /// The path of each field that is one value as it is, in ``FieldMap/order``; -1 for one that is made of pieces.
    private let paths: [Int]

    /// The bytes that the fields of the last record are in.
    var text: [UInt8] { isInPlace ? bytes : copied }
    private var copied: [UInt8] = []
    private var isInPlace = false

    /// The ranges of the copied fields, in ``FieldMap/order``.
    private var made = [Range<Int>](repeating: 0..<0, count: FieldMap.order.count)

    /// No copied field has a control character, a quotation mark or a backslash.
    private var isPlain = true

    /// A date may be empty, as in a table, and that of the last record was not understood.
    private var (takesEmptyDate, isDateUnreadable) = (false, false)

    private var facts = FieldMap.Facts()

    init(through map: FieldMap, keepsOthers: Bool) {
        (self.map, self.keepsOthers) = (map, keepsOthers)
        values = RecordValues(at: map.paths)
        paths = map.fields.map { $0.isBare ? $0.pieces[0].path : -1 }
    }

    /// Begins with a piece's records.
    mutating func begin(_ piece: RecordPiece) {
        (bytes, takesEmptyDate) = (piece.bytes, !map.isOwn || piece.table != nil || piece.columns != nil)
        values.begin(piece)
    }

    /// Takes the facts about the records that were read.
    mutating func takeFacts() -> FieldMap.Facts {
        defer { facts = FieldMap.Facts() }
        return facts
    }

    /// Reads the record that was scanned.
    ///
    /// - Returns: the ranges of its fields in ``text``.
    @inline(__always)
    mutating func fields() throws(RecordError) -> FieldRanges {
        if values.hasPattern {
            if let fields = fieldsByPattern() {
                if map.hasFacts { note(fields) }
                return fields
            }
            // The tokens tell what is wrong, and what else the record has.
            values.tokenize()
        }
        let record = values.document
        guard record.tokens[0].isOf(.object) else { throw values.noObject }
        if facts.names.isEmpty { facts.names = record.root.members.map(\.name) }
        let missing = map.given & ~facts.found
        if missing != 0, facts.recordCount < FieldMap.Facts.lookLimit, missing & ~values.found != 0 {
            facts.paths.formUnion(record.root.memberPaths)
        }
        let others = keepsOthers ? record.otherMembers(through: map) : JSONDocument.OtherMembers()
        let fields: FieldRanges
        do throws(RecordError) {
            fields = if others.isEmpty, let plain = plainFields() { plain } else { try copiedFields(others) }
        } catch {
            facts.recordCount += 1
            facts.found |= values.found
            throw error
        }
        values.learn(others)
        if map.hasFacts { note(fields) }
        return fields
    }

    /// The same as ``fields()`` if the record has a pattern; `nil` if that does not do.
    @inline(__always)
    private mutating func fieldsByPattern() -> FieldRanges? {
        guard let members = values.members else { return plainFields() ?? copiedFieldsByPattern() }
        guard var fields = movedFields() ?? (values.areUTF8 ? copiedFieldsByPattern() : nil) else { return nil }
        let start = copied.count
        fields.exportedByteCount = members.append(values.values, in: bytes, to: &copied)
        fields.other = start..<copied.count
        return fields
    }

    private mutating func copiedFieldsByPattern() -> FieldRanges? {
        do throws(RecordError) {
            let fields = try copiedFields(JSONDocument.OtherMembers())
            return isDateUnreadable && keepsOthers ? nil : fields
        } catch {
            return nil
        }
    }

    /// Notes the facts about a record that is a supplier.
    private mutating func note(_ fields: FieldRanges) {
        facts.recordCount += 1
        facts.found |= values.found
        if isDateUnreadable { facts.unreadableDateCount += 1 }
        let text = text
        facts.note(text.span.extracting(fields.id))
    }

    /// The id of a record that is not a supplier; `nil` if it cannot be read.
    mutating func readableID() -> Supplier.ID? {
        guard values.document.tokens.first?.isOf(.object) == true else { return nil }
        copied.removeAll(keepingCapacity: true)
        do throws(RecordError) {
            return Supplier.ID(String(decoding: copied[try range(ofField: 0)], as: UTF8.self))
        } catch {
            return nil
        }
    }

    // MARK: Fields in the catalog's bytes

    /// The ranges of the fields in the catalog's bytes; `nil` if one is not a plain value as it is.
    @inline(__always)
    private mutating func plainFields() -> FieldRanges? {
        guard let id = plainField(0), !id.isEmpty, let createdAt = plainField(1), let fullname = plainField(2),
            map.isOwn || !fullname.isEmpty || map.allowsNoName, let phone = plainField(3),
            let company = plainField(4), let email = plainField(5), let avatar = plainField(6),
            createdAt.isEmpty
                ? takesEmptyDate || values.values[1].isOf(.null)
                : Timestamp.isAsWritten(bytes.span.extracting(createdAt), orEarly: map.isOwn), values.areUTF8
        else { return nil }
        (isInPlace, isDateUnreadable) = (true, false)
        return FieldRanges(
            id: id, createdAt: createdAt, fullname: fullname, avatar: Avatar.endpoint(in: bytes.span, avatar),
            phone: phone, company: company, email: email, isPlain: true)
    }

    /// The same in a copy of the record.
    private mutating func movedFields() -> FieldRanges? {
        guard let fields = plainFields() else { return nil }
        isInPlace = false
        copied.removeAll(keepingCapacity: true)
        copied.append(contentsOf: bytes[values.range])
        return fields.moved(by: -values.range.lowerBound)
    }

    /// The range of a field's value, empty if there is none; `nil` if it is not one plain value as it is.
    @inline(__always)
    private func plainField(_ place: Int) -> Range<Int>? {
        guard paths[place] >= 0 else { return nil }
        let value = values.values[paths[place]]
        if value.isPlainString { return value.range }
        // Of our own names, the id may be a number, and the date and the avatar null.
        switch value.kind {
        case .number where !map.isOwn: return value.range
        case .number where place == 0 && !value.isMarked && value.length < 19 && bytes[Int(value.start)] != 0x2d:
            return value.range
        case .null where !map.isOwn || place == 1 || place == 6: return 0..<0
        case .absent where !map.isOwn || place == 6: return 0..<0
        default: return nil
        }
    }

    // MARK: Copied fields

    /// Copies the fields, and the record's other members.
    private mutating func copiedFields(_ others: JSONDocument.OtherMembers) throws(RecordError) -> FieldRanges {
        copied.removeAll(keepingCapacity: true)
        (isInPlace, isPlain, isDateUnreadable) = (false, true, false)
        for place in map.readingOrder { made[place] = try range(ofField: place) }
        var fields = FieldRanges(
            id: made[0], createdAt: made[1], fullname: made[2], avatar: Avatar.endpoint(in: copied.span, made[6]),
            phone: made[3], company: made[4], email: made[5], isPlain: isPlain)
        if keepsOthers, !values.hasPattern { append(others, to: &fields) }
        return fields
    }

    /// Appends the other members of a record, of which there are tokens.
    private mutating func append(_ others: JSONDocument.OtherMembers, to fields: inout FieldRanges) {
        let (start, record) = (copied.count, values.document)
        for name in others.exported { record.appendMember(name, to: &copied, after: start) }
        for name in others.dotted { record.appendMember(name, to: &copied, after: start, isDotted: true) }
        // A date that is not understood is shown as it stands.
        if isDateUnreadable, paths[1] >= 0, let name = record.name(of: map.paths[paths[1]]) {
            let isDotted = Supplier.OtherFields.ownNames.contains(record.repairedText(at: name))
            record.appendMember(name, to: &copied, after: start, isDotted: isDotted)
        }
        fields.exportedByteCount = copied.count - start
        for name in others.others { record.appendMember(name, to: &copied, after: start) }
        fields.other = start..<copied.count
    }

    /// Appends the field with a place in ``FieldMap/order``, and checks it.
    private mutating func range(ofField place: Int) throws(RecordError) -> Range<Int> {
        let start = copied.count
        if map.isOwn {
            try appendOwn(place)
        } else if paths[place] >= 0 {
            try append(valueAt: paths[place], ofField: place)
        } else {
            try compose(place)
        }
        if place == 1 { isDateUnreadable = !Timestamp.normalize(&copied, from: start, dropsEarly: !map.isOwn) }
        let isRequired = place == 0 || place == 2 && !map.allowsNoName
        guard !map.isOwn, isRequired, copied.count == start else { return start..<copied.count }
        let (field, name) = (map.fields[place], FieldMap.order[place].rawValue)
        let path = field.name.isEmpty ? name : field.name
        let found = field.isBare ? values.description(of: paths[place]) : "none"
        throw RecordError(path: path, expected: "\(name) to be text that is not empty", found: found)
    }

    /// Appends a field of our own names, which is required.
    private mutating func appendOwn(_ place: Int) throws(RecordError) {
        let (value, start) = (values.values[place], copied.count)
        var expected = place == 0 ? "a string or an integer" : place == 1 ? "an RFC 3339 date-time" : "a string"
        switch value.kind {
        case .null where place == 1 || place == 6, .absent where place == 6: return
        case .string:
            try append(valueAt: place, ofField: place)
            let text = copied.span.extracting(start...)
            switch place {
            case 0 where text.isEmpty: expected = "a string that is not empty, or an integer"
            case 1 where text.isEmpty ? !takesEmptyDate : Timestamp(utf8: text) == nil: break
            default: return
            }
        case .number where place == 0:
            guard let number = JSONText.integer(bytes.span.extracting(value.range)) else { break }
            return copied.append(contentsOf: Supplier.ID(number).rawValue.utf8)
        default: break
        }
        throw RecordError(path: map.fields[place].name, expected: expected, found: values.description(of: place))
    }

    /// Appends a field that is made of several pieces.
    private mutating func compose(_ place: Int) throws(RecordError) {
        let (start, field, pieces) = (copied.count, map.fields[place], map.fields[place].pieces)
        var hasValue = false
        // By their places: a copy of a piece would count a reference for each of its parts.
        for index in pieces.indices {
            guard pieces[index].path >= 0 || pieces[index].field != nil else {
                copied.append(contentsOf: pieces[index].text)
                isPlain = isPlain && pieces[index].text.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5c }
                continue
            }
            hasValue = true
            let valueStart = copied.count
            if let other = pieces[index].field {
                copied.append(contentsOf: Array(copied[made[other]]))
            } else {
                try append(valueAt: pieces[index].path, ofField: place)
            }
            if field.isURL || !pieces[index].transforms.isEmpty {
                var value = String(decoding: copied[valueStart...], as: UTF8.self)
                for transform in pieces[index].transforms { value = transform.applied(to: value) }
                copied.removeSubrange(valueStart...)
                copied.append(contentsOf: (field.isURL ? pieces[index].encoded(value) : value).utf8)
            }
            if field.isURL, copied.count == valueStart { return copied.removeSubrange(start...) }
        }
        if hasValue { copied.collapseBlanks(from: start) }
    }

    /// Appends a value that counts as text.
    @inline(__always)
    private mutating func append(valueAt path: Int, ofField place: Int) throws(RecordError) {
        let value = values.values[path]
        if value.isMarked, value.length == 0, let text = values.joinedTexts[path] {
            copied.append(contentsOf: text.utf8)
            isPlain = false
            return
        }
        let (bytes, isText) = (bytes, value.isOf(.string))
        guard isText || value.isOf(.number) || value.isOf(.true) else { return }
        let text = bytes.span.extracting(value.range)
        guard isText, value.isMarked || !(values.areRows || text.isUTF8) else {
            return copied.append(addingCapacity: text.count) { $0.append(copying: text) }
        }
        do throws(JSONText.EncodingError) {
            copied.append(contentsOf: try JSONText.string(text, hasEscapes: value.isMarked).utf8)
        } catch {
            throw RecordError(path: map.fields[place].name, encoding: error)
        }
        isPlain = false
    }
}
