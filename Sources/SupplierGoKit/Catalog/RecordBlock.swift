/// Complete records, with the consecutive bytes of the catalog that hold them.
struct RecordBlock: Sendable {
    /// The bytes of all the records, perhaps with others around them.
    var bytes: [UInt8] = []

    /// The offset of the first of ``bytes`` in the catalog.
    var byteOffset = 0

    /// The tokens of all the records, in order.
    var tokens: [JSONToken] = []

    /// The indices of the records' first tokens.
    var roots: [Int] = []

    /// The position of the first record in the catalog, from 1.
    var firstRecord = 1

    /// The rows that the records were, in a catalog in CSV; none in JSON.
    var rows: [Row] = []

    /// The errors of the records that are lines that are not valid JSON, as clauses.
    var lineErrors: [Int: String] = [:]

    /// A row in CSV: its line, from 1, the offset of its first byte in the catalog, and its error, a clause.
    struct Row: Sendable {
        var line: Int
        var byteOffset: Int
        var error: String?
    }

    /// The approximate number of the records' bytes: from the first token to the last.
    var byteCount: Int { Int(tokens.last?.start ?? 0) - Int(tokens.first?.start ?? 0) }

    /// Reserves room for more tokens, doubling it.
    mutating func reserveTokens(_ count: Int) {
        guard tokens.capacity - tokens.count < count else { return }
        tokens.reserveCapacity(2 * tokens.count + count)
    }

    /// The text of a token, or `nil` if it is not a string in valid UTF-8.
    func text(at index: Int) -> String? {
        let token = tokens[index]
        guard token.isOf(.string) else { return nil }
        return JSONText.text(bytes.span.extracting(token.range), hasEscapes: token.isMarked)
    }

    /// The text of a string, or its bytes with replacement characters if it is not text.
    func repairedText(at index: Int) -> String {
        text(at: index) ?? String(decoding: bytes[tokens[index].range], as: UTF8.self)
    }

    /// The offset of a record's first byte in the catalog; a string's quotation mark is its first byte.
    func byteOffset(of record: Int) -> Int {
        guard rows.isEmpty else { return rows[record].byteOffset }
        let token = tokens[roots[record]]
        return byteOffset + Int(token.start) - (token.kind == .string ? 1 : 0)
    }
}

// MARK: Values

extension RecordBlock {
    /// Calls a function with the tokens of an object's names, each of which its value follows, or with the first ones of an array's
    /// elements. A name whose value the document broke off is left out.
    @inline(__always)
    func forEachChild(of container: Int, _ body: (Int) -> Void) {
        let nameCount = tokens[container].isOf(.object) ? 1 : 0
        let end = container + tokens[container].stride
        var child = container + 1
        while child + nameCount < end {
            body(child)
            child += nameCount + tokens[child + nameCount].stride
        }
    }

    /// The value at some steps from a value on; `nil` if it is not there.
    func value(at steps: ArraySlice<String>, from start: Int) -> Int? {
        var value = start
        for step in steps {
            var found: Int?
            if tokens[value].isOf(.object) {
                found = member(step.utf8.span, of: value)
            } else if tokens[value].isOf(.array) {
                let index = Int(step)
                var position = 0
                forEachChild(of: value) { element in
                    if position == index { found = element }
                    position += 1
                }
            }
            guard let found else { return nil }
            value = found
        }
        return value
    }

    /// The value of an object's member, of several with one name the last.
    func member(_ name: Span<UInt8>, of object: Int) -> Int? {
        var found: Int?
        forEachChild(of: object) { child in
            let token = tokens[child]
            let isNamed =
                token.isMarked
                ? (text(at: child) ?? "").utf8.span.isEqual(to: name)
                : bytes.span.extracting(token.range).isEqual(to: name)
            if isNamed { found = child + 1 }
        }
        return found
    }

    /// The names of an object's members.
    func names(of object: Int) -> [String] {
        var names: [String] = []
        forEachChild(of: object) { names.append(repairedText(at: $0)) }
        return names
    }

    /// Whether two objects have the same names in the same order, with values of the same kinds and sizes.
    @inline(__always)
    func hasNames(of other: Int, at root: Int) -> Bool {
        let (length, span) = (tokens[root].length, bytes.span)
        guard tokens[other].length == length else { return false }
        var offset = 1
        while offset < length {
            let (name, otherName) = (tokens[root &+ offset], tokens[other &+ offset])
            let stride = tokens[root &+ offset &+ 1].stride
            guard name.isLike(otherName), stride == tokens[other &+ offset &+ 1].stride,
                span.extracting(name.range).isEqual(to: span.extracting(otherName.range))
            else { return false }
            offset &+= 1 &+ stride
        }
        return true
    }

    /// The error of a record, with its position, and with its id if that can be read.
    func badRecord(_ record: Int, _ error: RecordError, id: Supplier.ID?) -> SupplierBatch.BadRecord {
        let row = rows.isEmpty ? nil : rows[record]
        let whole = row?.error ?? lineErrors[record]
        var badRecord = SupplierBatch.BadRecord(
            record: firstRecord + record, byteOffset: byteOffset(of: record), line: row?.line,
            path: whole == nil ? error.path : "", reason: whole ?? error.reason)
        badRecord.id = id
        return badRecord
    }

    /// Throws the error of a record that is not an object.
    func requireObject(at root: Int) throws(RecordError) {
        guard !tokens[root].isOf(.object) else { return }
        let limit = "a record of at most \(RecordScanner.recordByteLimit) bytes"
        let expected = tokens[root].isOf(.oversized) ? limit : "an object"
        throw RecordError(path: "", expected: expected, found: description(of: root))
    }

    /// A value as a noun phrase that quotes at most 40 characters.
    func description(of token: Int) -> String {
        switch tokens[token].kind {
        case .object: "an object"
        case .array: "an array"
        case .string: "\"\(Self.shortened(repairedText(at: token)))\""
        case .number: "the number \(Self.shortened(repairedText(at: token)))"
        case .true: "true"
        case .false: "false"
        case .null: "null"
        case .oversized: "a longer one"
        }
    }

    private static func shortened(_ text: String) -> String {
        let start = text.prefix(40)
        return start.endIndex == text.endIndex ? text : start + "…"
    }

    // MARK: Other fields

    /// The other members of a record, for ``Supplier/OtherFields``.
    func otherFields(of root: Int) -> Supplier.OtherFields {
        var json: [UInt8] = []
        for name in otherMembers(of: root).exported { appendMember(root + name, to: &json) }
        return Supplier.OtherFields(json: json, exportedByteCount: json.count)
    }

    /// The members of an object that are none of a supplier's fields, as their names' offsets from its first token.
    ///
    /// - Parameter map: the map that the fields are read through; `nil` for our own names.
    /// - Returns: those that an export has, those of them that it has with a dot before their names, and those that the
    ///   map takes fields from.
    func otherMembers(
        of root: Int, through map: FieldMap? = nil
    ) -> (exported: [Int], dotted: [Int], others: [Int]) {
        var (exported, dotted, others): ([Int], [Int], [Int]) = ([], [], [])
        let isExport = map != nil && member("avatarState".utf8.span, of: root) != nil
        forEachChild(of: root) { name in
            let text = repairedText(at: name)
            let isField = map.map { $0.isField(text) } ?? false
            if !Supplier.OtherFields.ownNames.contains(text) {
                if isField { others.append(name - root) } else { exported.append(name - root) }
            } else if map != nil, !isField, !["avatarFile", "avatarState"].contains(text),
                !isExport || !["avatar", "edited"].contains(text)
            {
                dotted.append(name - root)
            }
        }
        return (exported, dotted, others)
    }

    /// Appends a member in JSON, without white space, after a comma unless it is the first.
    ///
    /// - Parameter isDotted: whether its name gets a dot before it. Default `false`.
    func appendMember(_ name: Int, to json: inout [UInt8], after start: Int = 0, isDotted: Bool = false) {
        let memberStart = json.count
        if memberStart > start { json.append(UInt8(ascii: ",")) }
        let nameStart = json.count
        appendValue(name, to: &json)
        if isDotted { json.insert(UInt8(ascii: "."), at: nameStart + 1) }
        json.append(UInt8(ascii: ":"))
        appendValue(name + 1, to: &json)
        guard !json.span.extracting(memberStart...).isUTF8 else { return }
        // Bytes that are not text become replacement characters.
        let text = String(decoding: json[memberStart...], as: UTF8.self)
        json.replaceSubrange(memberStart..., with: text.utf8)
    }

    private func appendValue(_ value: Int, to json: inout [UInt8]) {
        let token = tokens[value]
        switch token.kind {
        case .object, .array:
            let isObject = token.isOf(.object)
            json.append(UInt8(ascii: isObject ? "{" : "["))
            let start = json.count
            forEachChild(of: value) { child in
                if json.count > start { json.append(UInt8(ascii: ",")) }
                appendValue(child, to: &json)
                guard isObject else { return }
                json.append(UInt8(ascii: ":"))
                appendValue(child + 1, to: &json)
            }
            json.append(UInt8(ascii: isObject ? "}" : "]"))
        case .string:
            json.append(UInt8(ascii: "\""))
            json.append(contentsOf: bytes[token.range])
            json.append(UInt8(ascii: "\""))
        case .number: json.append(contentsOf: bytes[token.range])
        case .true: json.append(contentsOf: "true".utf8)
        case .false: json.append(contentsOf: "false".utf8)
        case .null, .oversized: json.append(contentsOf: "null".utf8)
        }
    }
}

extension FieldMap {
    /// Whether a member is one of the fields, unchanged.
    fileprivate func isField(_ name: String) -> Bool {
        fields.contains { field in
            field.isBare && field.pieces[0].path >= 0 && paths[field.pieces[0].path].steps == [name]
        }
    }
}
