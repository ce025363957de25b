/// Reads suppliers from the scanned records of a block through a map, leniently.
///
/// Fields are copied into a text of the record's own: they may be made of several values.
struct MappedRecordReader {
    private let map: FieldMap
    private let reader: RecordReader
    private let bytes: [UInt8]
    private let tokens: [JSONToken]

    /// The offsets of the values of the paths' first steps from a record's first token, 0 for absent ones, and the record
    /// that they were looked up in.
    private var offsets: [Int]
    private var knownRoot = -1

    /// The fields of the last record.
    private(set) var text: [UInt8] = []

    /// The ranges of the fields that the avatar may contain, in ``FieldMap/order``.
    private var made: [Range<Int>] = []

    /// Whether no field of it has a control character, a quotation mark or a backslash.
    private var isPlain = true

    private(set) var facts = MappingFacts()

    /// Whether the other members are read, and their names' offsets from the first token of ``knownRoot``.
    private let keepsOthers: Bool
    private var others: (exported: [Int], others: [Int]) = ([], [])

    init(_ block: RecordBlock, through map: FieldMap, keepsOthers: Bool) {
        self.map = map
        self.keepsOthers = keepsOthers
        reader = RecordReader(block)
        (bytes, tokens) = (block.bytes, block.tokens)
        offsets = map.paths.map { _ in 0 }
    }

    /// Reads a record.
    ///
    /// - Parameter root: the index of the record's first token.
    /// - Returns: the ranges of its fields in ``text``.
    mutating func fields(at root: Int) throws(RecordError) -> FieldRanges {
        try reader.requireObject(at: root)
        facts.recordCount += 1
        lookUpOffsets(of: root)
        if facts.names.isEmpty { facts.names = names(of: root) }
        text.removeAll(keepingCapacity: true)
        isPlain = true
        let id = try required(map.id, .id, of: root)
        let createdAt = try date(of: root)
        let fullname = try required(map.fullname, .fullname, of: root)
        let phone = try range(of: map.phone, at: root)
        let company = try range(of: map.company, at: root)
        let email = try range(of: map.email, at: root)
        if !map.avatar.isBare { made = [id, createdAt, fullname, phone, company, email] }
        let avatar = try range(of: map.avatar, at: root)
        var fields = FieldRanges(
            id: id, createdAt: createdAt, fullname: fullname, avatar: avatar.isEmpty ? nil : avatar, phone: phone,
            company: company, email: email, isPlain: isPlain)
        if keepsOthers { appendOthers(of: root, to: &fields) }
        let text = text
        facts.note(text.span.extracting(fields.id))
        return fields
    }

    private mutating func appendOthers(of root: Int, to fields: inout FieldRanges) {
        let start = text.count
        for name in others.exported { reader.appendMember(root + name, to: &text, after: start) }
        fields.exportedByteCount = text.count - start
        for name in others.others { reader.appendMember(root + name, to: &text, after: start) }
        fields.other = start..<text.count
    }

    private mutating func required(
        _ field: FieldMap.Field, _ name: Supplier.Field, of root: Int
    ) throws(RecordError) -> Range<Int> {
        let range = try range(of: field, at: root)
        guard range.isEmpty else { return range }
        let path = field.name.isEmpty ? name.rawValue : field.name
        let value = field.isBare ? token(of: field.pieces[0].path, at: root) : nil
        let found = value.map(reader.description) ?? (field.isBare ? "nothing" : "none")
        throw RecordError(path: path, expected: "\(name.rawValue) to be text that is not empty", found: found)
    }

    /// Appends the date in the form of ``Timestamp/description``; nothing if it is unreadable.
    private mutating func date(of root: Int) throws(RecordError) -> Range<Int> {
        let range = try range(of: map.createdAt, at: root)
        guard !range.isEmpty, !Timestamp.isAsWritten(text.span.extracting(range)) else { return range }
        let timestamp = Timestamp(inAnyForm: text.span.extracting(range))
        text.removeSubrange(range)
        if let timestamp { text.append(contentsOf: timestamp.description.utf8) } else { facts.unreadableDateCount += 1 }
        return range.lowerBound..<text.count
    }

    // MARK: Fields

    /// Appends a field.
    @inline(__always)
    private mutating func range(of field: FieldMap.Field, at root: Int) throws(RecordError) -> Range<Int> {
        let start = text.count
        if field.isBare {
            if let value = token(of: field.pieces[0].path, at: root) { try append(value, field.name) }
        } else {
            try compose(field, at: root)
        }
        return start..<text.count
    }

    /// Appends a field that is made of several pieces.
    private mutating func compose(_ field: FieldMap.Field, at root: Int) throws(RecordError) {
        let start = text.count
        for piece in field.pieces {
            guard piece.path >= 0 || piece.field != nil else {
                text.append(contentsOf: piece.text)
                isPlain = isPlain && piece.text.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5c }
                continue
            }
            let valueStart = text.count
            if let place = piece.field {
                text.append(contentsOf: Array(text[made[place]]))
            } else if let value = token(of: piece.path, at: root) {
                try append(value, field.name)
            }
            if field.isURL || !piece.transforms.isEmpty {
                var value = String(decoding: text[valueStart...], as: UTF8.self)
                for transform in piece.transforms { value = transform.applied(to: value) }
                text.removeSubrange(valueStart...)
                text.append(contentsOf: (field.isURL ? value.percentEncoded() : value).utf8)
            }
            if field.isURL, text.count == valueStart { return text.removeSubrange(start...) }
        }
        if field.pieces.contains(where: { $0.path >= 0 || $0.field != nil }) { collapseBlanks(from: start) }
    }

    /// Leaves single blanks between words, and none around them.
    private mutating func collapseBlanks(from start: Int) {
        var end = start
        for index in start..<text.count {
            let isBlank = text[index] == 0x20 || (0x09...0x0d).contains(text[index])
            if isBlank, end == start || text[end - 1] == 0x20 { continue }
            text[end] = isBlank ? 0x20 : text[index]
            end += 1
        }
        if end > start, text[end - 1] == 0x20 { end -= 1 }
        text.removeSubrange(end...)
    }

    /// Appends a value that counts as text.
    @inline(__always)
    private mutating func append(_ value: Int, _ path: String) throws(RecordError) {
        let token = tokens[value]
        let bytes = bytes
        switch token.kind {
        case .string where !token.isMarked:
            guard bytes.span.extracting(token.range).isUTF8 else {
                throw RecordError(path: path, encoding: .invalidUTF8)
            }
            Self.append(bytes.span.extracting(token.range), to: &text)
        case .string:
            do throws(JSONText.EncodingError) {
                let string = try JSONText.string(bytes.span.extracting(token.range), hasEscapes: true)
                text.append(contentsOf: string.utf8)
            } catch {
                throw RecordError(path: path, encoding: error)
            }
            isPlain = false
        case .number: Self.append(bytes.span.extracting(token.range), to: &text)
        case .true: text.append(contentsOf: "true".utf8)
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
        guard offsets[path] > 0 else { return nil }
        var token = root &+ offsets[path]
        if map.steps[path].count > 1 {
            guard let inner = reader.value(at: map.steps[path].dropFirst(), from: token) else { return nil }
            token = inner
        }
        if path < 64 { facts.found |= 1 << UInt64(path) }
        return token
    }

    /// Looks the paths' first steps up, unless the record has the same names as the last one that was looked up.
    @inline(__always)
    private mutating func lookUpOffsets(of root: Int) {
        guard knownRoot < 0 || !reader.hasNames(of: knownRoot, at: root) else { return }
        knownRoot = root
        for path in offsets.indices {
            let name = map.steps[path][0].name
            offsets[path] = reader.member(name.span, of: root).map { $0 - root } ?? 0
        }
        if keepsOthers { others = reader.otherMembers(of: root, through: map) }
    }

    private func names(of root: Int) -> [String] {
        var names: [String] = []
        reader.forEachMember(of: root) { name, _ in
            names.append(String(decoding: bytes[tokens[name].range], as: UTF8.self))
        }
        return names
    }
}

extension FieldTemplate.Transform {
    fileprivate func applied(to text: String) -> String {
        switch self {
        case .lower: text.lowercased()
        case .trim: text.trimmed
        // Nothing stays nothing, so that it makes no avatar.
        case .sha256: text.isEmpty ? "" : String(hexadecimal: SHA256.digest(of: Array(text.utf8)))
        }
    }
}

extension RecordReader {
    /// The value at some steps from a value on; `nil` if it is not there.
    func value(at steps: ArraySlice<FieldMap.Step>, from start: Int) -> Int? {
        var token = start
        for step in steps {
            var found: Int?
            switch tokens[token].kind {
            case .object: found = member(step.name.span, of: token)
            case .array:
                guard let index = step.index, index >= 0 else { return nil }
                var (element, position) = (token + 1, 0)
                while element <= token + tokens[token].length, found == nil {
                    if position == index { found = element }
                    position += 1
                    element += tokens[element].stride
                }
            default: return nil
            }
            guard let found else { return nil }
            token = found
        }
        return token
    }

    /// The value of an object's member, of several with one name the last.
    func member(_ name: Span<UInt8>, of object: Int) -> Int? {
        var (index, found) = (object + 1, Int?.none)
        let end = object + tokens[object].length
        while index < end {
            let token = tokens[index]
            let isNamed =
                token.isMarked
                ? isEscaped(token, name) : bytes.span.extracting(token.range).isEqual(to: name)
            if isNamed { found = index + 1 }
            index += 1 + tokens[index + 1].stride
        }
        return found
    }

    private func isEscaped(_ token: JSONToken, _ name: Span<UInt8>) -> Bool {
        do throws(JSONText.EncodingError) {
            let unescaped = try JSONText.unescaped(bytes.span.extracting(token.range))
            return unescaped.span.isEqual(to: name)
        } catch {
            return false
        }
    }

    /// Calls a function with the tokens of each member's name and value.
    func forEachMember(of object: Int, _ body: (_ name: Int, _ value: Int) -> Void) {
        var index = object + 1
        while index < object + tokens[object].length {
            body(index, index + 1)
            index += 1 + tokens[index + 1].stride
        }
    }
}
