/// Copies the members of a record that are none of a supplier's fields.
extension RecordBlock {
    /// The other members of a record, for ``OtherFields``.
    func otherFields(of root: Int) -> OtherFields {
        var json: [UInt8] = []
        for name in otherMembers(of: root).exported { appendMember(root + name, to: &json) }
        return OtherFields(json: json, exportedByteCount: json.count)
    }

    /// The members of an object that are none of a supplier's fields, as their names' offsets from its first token.
    ///
    /// - Parameter map: the map that the fields are read through; `nil` for our own names.
    func otherMembers(of root: Int, through map: FieldMap? = nil) -> (exported: [Int], others: [Int]) {
        var (exported, others): ([Int], [Int]) = ([], [])
        forEachChild(of: root) { name in
            let text = repairedText(at: name)
            let isField = map.map { $0.isField(text) } ?? false
            if !isField, !OtherFields.ownNames.contains(text) {
                exported.append(name - root)
            } else if map != nil, !(isField && OtherFields.ownNames.contains(text)) {
                others.append(name - root)
            }
        }
        return (exported, others)
    }

    /// Appends a member in JSON, without white space, after a comma unless it is the first.
    func appendMember(_ name: Int, to json: inout [UInt8], after start: Int = 0) {
        let memberStart = json.count
        if memberStart > start { json.append(UInt8(ascii: ",")) }
        appendValue(name, to: &json)
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
