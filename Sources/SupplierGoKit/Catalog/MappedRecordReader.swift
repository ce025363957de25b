/// Reads suppliers from the scanned records of a block through a map, leniently.
///
/// If each field is one value as it is, they are ranges in the catalog's bytes. Otherwise they are copied into a text of the
/// record's own: they may be made of several values.
struct MappedRecordReader {
    private let map: FieldMap
    private let block: RecordBlock
    private let bytes: [UInt8]
    private let tokens: [JSONToken]

    /// A path, without references to count.
    private struct Lookup {
        /// The offset of the value of its first step from a record's first token; 0 if that is absent.
        var offset = 0
        let hasFurtherSteps: Bool
    }

    /// The map's paths, and the record that they were looked up in.
    private var lookups: [Lookup]
    private var knownRoot = -1

    /// The path of each field that is one value as it is, in ``FieldMap/order``; -1 for one that is made of pieces.
    private let paths: [Int]

    /// The bytes that the fields of the last record are in.
    var text: [UInt8] { isInPlace ? bytes : copied }
    private var copied: [UInt8] = []
    private var isInPlace = false

    /// The ranges of the fields that the avatar may contain, in ``FieldMap/order``.
    private var made: [Range<Int>] = []

    /// Whether no field of it has a control character, a quotation mark or a backslash.
    private var isPlain = true

    private(set) var facts = FieldMap.Facts()

    /// Whether the other members are read, and their names' offsets from the first token of ``knownRoot``.
    private let keepsOthers: Bool
    private var others: (exported: [Int], dotted: [Int], others: [Int]) = ([], [], [])

    /// The last record has a date that was not understood.
    private var isDateUnreadable = false

    init(_ block: RecordBlock, through map: FieldMap, keepsOthers: Bool) {
        self.map = map
        self.keepsOthers = keepsOthers
        (self.block, bytes, tokens) = (block, block.bytes, block.tokens)
        lookups = map.paths.map { Lookup(hasFurtherSteps: $0.steps.count > 1) }
        paths = map.fields.map { $0.isBare ? $0.pieces[0].path : -1 }
    }

    /// Reads a record.
    ///
    /// - Parameter root: the index of the record's first token.
    /// - Returns: the ranges of its fields in ``text``.
    mutating func fields(at root: Int) throws(RecordError) -> FieldRanges {
        try block.requireObject(at: root)
        facts.recordCount += 1
        lookUpOffsets(of: root)
        if facts.names.isEmpty { facts.names = block.names(of: root) }
        isInPlace = true
        if let fields = plainFields(at: root) {
            let bytes = bytes
            facts.note(bytes.span.extracting(fields.id))
            return fields
        }
        isInPlace = false
        copied.removeAll(keepingCapacity: true)
        isPlain = true
        let id = try required(0, .id, of: root)
        let createdAt = try date(1, of: root)
        let fullname = try required(2, .fullname, of: root)
        let phone = try range(ofField: 3, at: root)
        let company = try range(ofField: 4, at: root)
        let email = try range(ofField: 5, at: root)
        if paths[6] < 0 { made = [id, createdAt, fullname, phone, company, email] }
        let avatar = try range(ofField: 6, at: root)
        var fields = FieldRanges(
            id: id, createdAt: createdAt, fullname: fullname, avatar: copied.span.withoutBlanksAround(avatar),
            phone: phone, company: company, email: email, isPlain: isPlain)
        if keepsOthers { appendOthers(of: root, to: &fields) }
        let copied = copied
        facts.note(copied.span.extracting(fields.id))
        return fields
    }

    /// The ranges of the fields in the catalog's bytes; `nil` if one is not a plain value as it is.
    @inline(__always)
    private mutating func plainFields(at root: Int) -> FieldRanges? {
        guard !keepsOthers, let id = plainField(0, at: root), !id.isEmpty, let createdAt = plainField(1, at: root),
            let fullname = plainField(2, at: root), !fullname.isEmpty, let phone = plainField(3, at: root),
            let company = plainField(4, at: root), let email = plainField(5, at: root),
            let avatar = plainField(6, at: root),
            createdAt.isEmpty || Timestamp.isAsWritten(bytes.span.extracting(createdAt)),
            bytes.span.extracting(Int(tokens[root].start)..<tokens[root &+ tokens[root].length].end).isUTF8
        else { return nil }
        return FieldRanges(
            id: id, createdAt: createdAt, fullname: fullname, avatar: bytes.span.withoutBlanksAround(avatar),
            phone: phone, company: company, email: email, isPlain: true)
    }

    /// The range of a field's value, empty if there is none; `nil` if it is not one plain value as it is.
    @inline(__always)
    private mutating func plainField(_ place: Int, at root: Int) -> Range<Int>? {
        guard paths[place] >= 0 else { return nil }
        guard let value = token(of: paths[place], at: root) else { return 0..<0 }
        let token = tokens[value]
        return token.isPlainString || token.isOf(.number) ? token.range : token.isOf(.null) ? 0..<0 : nil
    }

    private mutating func appendOthers(of root: Int, to fields: inout FieldRanges) {
        let start = copied.count
        for name in others.exported { block.appendMember(root + name, to: &copied, after: start) }
        for name in others.dotted { block.appendMember(root + name, to: &copied, after: start, isDotted: true) }
        // A date that is not understood is shown as it stands.
        if isDateUnreadable, paths[1] >= 0, !lookups[paths[1]].hasFurtherSteps {
            let name = root + lookups[paths[1]].offset - 1
            let isDotted = Supplier.OtherFields.ownNames.contains(block.repairedText(at: name))
            block.appendMember(name, to: &copied, after: start, isDotted: isDotted)
        }
        fields.exportedByteCount = copied.count - start
        for name in others.others { block.appendMember(root + name, to: &copied, after: start) }
        fields.other = start..<copied.count
    }

    private mutating func required(
        _ place: Int, _ name: Supplier.Field, of root: Int
    ) throws(RecordError) -> Range<Int> {
        let range = try range(ofField: place, at: root)
        guard range.isEmpty else { return range }
        let field = map.fields[place]
        let path = field.name.isEmpty ? name.rawValue : field.name
        let value = field.isBare ? token(of: field.pieces[0].path, at: root) : nil
        let found = value.map(block.description) ?? (field.isBare ? "nothing" : "none")
        throw RecordError(path: path, expected: "\(name.rawValue) to be text that is not empty", found: found)
    }

    /// Appends the date in the form of ``Timestamp/description``; nothing if it is unreadable.
    private mutating func date(_ place: Int, of root: Int) throws(RecordError) -> Range<Int> {
        let range = try range(ofField: place, at: root)
        isDateUnreadable = false
        guard !range.isEmpty, !Timestamp.isAsWritten(copied.span.extracting(range)) else { return range }
        let timestamp = Timestamp(inAnyForm: copied.span.extracting(range))
        copied.removeSubrange(range)
        copied.append(contentsOf: (timestamp?.description ?? "").utf8)
        isDateUnreadable = timestamp == nil
        if isDateUnreadable { facts.unreadableDateCount += 1 }
        return range.lowerBound..<copied.count
    }

    /// The id of a record that is not a supplier; `nil` if it cannot be read.
    mutating func readableID(at root: Int) -> Supplier.ID? {
        guard tokens[root].isOf(.object) else { return nil }
        do throws(RecordError) {
            return Supplier.ID(String(decoding: copied[try required(0, .id, of: root)], as: UTF8.self))
        } catch {
            return nil
        }
    }

    // MARK: Fields

    /// Appends the field with a place in ``FieldMap/order``.
    @inline(__always)
    private mutating func range(ofField place: Int, at root: Int) throws(RecordError) -> Range<Int> {
        let start = copied.count
        if paths[place] >= 0 {
            if let value = token(of: paths[place], at: root) { try append(value, ofField: place) }
        } else {
            try compose(place, at: root)
        }
        return start..<copied.count
    }

    /// Appends a field that is made of several pieces.
    private mutating func compose(_ place: Int, at root: Int) throws(RecordError) {
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
            } else if let value = token(of: pieces[index].path, at: root) {
                try append(value, ofField: place)
            }
            if field.isURL || !pieces[index].transforms.isEmpty {
                var value = String(decoding: copied[valueStart...], as: UTF8.self)
                for transform in pieces[index].transforms { value = transform.applied(to: value) }
                copied.removeSubrange(valueStart...)
                copied.append(contentsOf: (field.isURL ? value.percentEncoded() : value).utf8)
            }
            if field.isURL, copied.count == valueStart { return copied.removeSubrange(start...) }
        }
        if hasValue { collapseBlanks(from: start) }
    }

    /// Leaves single blanks between words, and none around them.
    private mutating func collapseBlanks(from start: Int) {
        var end = start
        for index in start..<copied.count {
            let isBlank = copied[index] == 0x20 || (0x09...0x0d).contains(copied[index])
            if isBlank, end == start || copied[end - 1] == 0x20 { continue }
            copied[end] = isBlank ? 0x20 : copied[index]
            end += 1
        }
        if end > start, copied[end - 1] == 0x20 { end -= 1 }
        copied.removeSubrange(end...)
    }

    /// Appends a value that counts as text.
    @inline(__always)
    private mutating func append(_ value: Int, ofField place: Int) throws(RecordError) {
        let (token, bytes) = (tokens[value], bytes)
        switch token.kind {
        case .string where !token.isMarked:
            guard bytes.span.extracting(token.range).isUTF8 else {
                throw RecordError(path: map.fields[place].name, encoding: .invalidUTF8)
            }
            Self.append(bytes.span.extracting(token.range), to: &copied)
        case .string:
            do throws(JSONText.EncodingError) {
                let string = try JSONText.string(bytes.span.extracting(token.range), hasEscapes: true)
                copied.append(contentsOf: string.utf8)
            } catch {
                throw RecordError(path: map.fields[place].name, encoding: error)
            }
            isPlain = false
        case .number: Self.append(bytes.span.extracting(token.range), to: &copied)
        case .true: copied.append(contentsOf: "true".utf8)
        default: return
        }
    }

    @inline(__always)
    private static func append(_ value: Span<UInt8>, to text: inout [UInt8]) {
        text.append(addingCapacity: value.count) { $0.append(copying: value) }
    }

    // MARK: Paths

    /// The index of the first token of a path's value; `nil` if the record does not have it.
    @inline(__always)
    private mutating func token(of path: Int, at root: Int) -> Int? {
        let lookup = lookups[path]
        guard lookup.offset > 0 else { return nil }
        var token = root &+ lookup.offset
        if lookup.hasFurtherSteps {
            guard let inner = block.value(at: map.paths[path].steps.dropFirst(), from: token) else { return nil }
            token = inner
        }
        if path < 64 { facts.found |= 1 << UInt64(path) }
        return token
    }

    /// Looks the paths' first steps up, unless the record has the same names as the last one that was looked up.
    @inline(__always)
    private mutating func lookUpOffsets(of root: Int) {
        guard knownRoot < 0 || !block.hasNames(of: knownRoot, at: root) else { return }
        knownRoot = root
        for path in lookups.indices {
            let name = map.paths[path].steps[0]
            lookups[path].offset = block.member(name.utf8.span, of: root).map { $0 - root } ?? 0
        }
        if keepsOthers { others = block.otherMembers(of: root, through: map) }
    }
}
