/// The walk over the containers around the records, member by member.
extension JSONSplitter {
    /// Passes the byte-order mark, if there is one, and begins the top-level value.
    mutating func begin(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        let mark = JSONDocument.byteOrderMark
        if buffer.byteOffset + buffer.index == 0, buffer.bytes.first == mark[0] {
            if buffer.bytes.count < mark.count, !isWhole, mark.starts(with: buffer.bytes) { return false }
            guard buffer.bytes.starts(with: mark) else { throw error(at: 0, expected: "a JSON value") }
            buffer.index = mark.count
        }
        buffer.index = buffer.bytes.span.passingBlanks(from: buffer.index)
        guard buffer.index < buffer.bytes.count else {
            if isWhole { throw .empty }
            return false
        }
        switch buffer.bytes[buffer.index] {
        case UInt8(ascii: "["):
            open(isObject: false)
            if shape.records == nil { beginRecords() }
            return true
        case UInt8(ascii: "{"):
            (candidateOffset, keepsCandidate) = (buffer.byteOffset + buffer.index, true)
            open(isObject: true)
            return true
        default:
            return try passScalar(isWhole)
        }
    }

    /// Passes a top-level scalar, which is no catalog.
    mutating func passScalar(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        var tokenizer = JSONTokenizer(byteOffset: buffer.byteOffset)
        do throws(CatalogSyntaxError) {
            let end = try tokenizer.tokenize(buffer.bytes.span, from: buffer.index)
            if end == buffer.bytes.count, !isWhole { return false }
        } catch {
            if case .cutShort = error, !isWhole, buffer.bytes.count < RecordPiece.recordByteLimit { return false }
            throw error
        }
        throw noRecords(found: JSONDocument(bytes: buffer.bytes, tokens: tokenizer.tokens).description(of: 0))
    }

    /// The error of a document without an array of records.
    func noRecords(found: String) -> CatalogSyntaxError {
        let body = keepsCandidate ? buffer.bytes[(candidateOffset - buffer.byteOffset)..<buffer.index] : []
        let reason = CatalogSyntaxError.reason(in: Array(body))
        let fields = names.isEmpty ? "" : "; its fields are \(names.listed)"
        return shape.records.map { .noRecords(path: $0.text, names: names, reason: reason) }
            ?? .noSuppliers(found: found + (reason.map { ", which says '\($0)'" } ?? fields))
    }

    /// Begins a container around the records.
    mutating func open(isObject: Bool) {
        levels.append(Level(isObject: isObject))
        expected = isObject ? .firstKey : .firstElement
        buffer.index += 1
        place = .members
    }

    /// Walks over a byte, a name or a value in the containers around the records.
    ///
    /// - Returns: `false` if it is not complete.
    mutating func walk(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        if !isPassingOver { buffer.index = buffer.bytes.span.passingBlanks(from: buffer.index) }
        guard buffer.index < buffer.bytes.count else {
            if isWhole { throw error(at: buffer.index, expected: expected.phrase) }
            return false
        }
        switch (expected, buffer.bytes[buffer.index]) {
        case (.firstKey, _) where isPassingOver, (.key, _) where isPassingOver,
            (.firstKey, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")):
            guard let name = try nextValue(isWhole) else { return false }
            note(name.document)
            buffer.index = name.end
            expected = .colon
        case _ where isPassingOver: return try walkOverValue(isWhole)
        case (.firstKey, UInt8(ascii: "}")), (.afterMember, UInt8(ascii: "}")),
            (.firstElement, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")):
            buffer.index += 1
            try close()
        case (.afterMember, UInt8(ascii: ",")):
            buffer.index += 1
            expected = .key
        case (.afterElement, UInt8(ascii: ",")):
            buffer.index += 1
            expected = .element
        case (.colon, UInt8(ascii: ":")):
            buffer.index += 1
            expected = .value
        case (.value, _), (.firstElement, _), (.element, _):
            return try walkOverValue(isWhole)
        default:
            throw error(at: buffer.index, expected: expected.phrase)
        }
        return true
    }

    /// Notes a member's name.
    mutating func note(_ document: JSONDocument?) {
        let name = document?.text(at: 0) ?? ""
        levels[levels.count - 1].step = name
        guard levels.count == 1, !hasRecords else { return }
        if names.count < 1000, let document { names.append(document.repairedText(at: 0)) }
        if idNames.contains(name) { hasID = true }
        if fieldNames.contains(name) { hasField = true }
    }

    /// Walks over a value: into one that has the records in it or is their array, past any other.
    mutating func walkOverValue(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        let level = levels.count - 1
        if !levels[level].isObject { levels[level].step = String(levels[level].elementCount) }
        if !isPassingOver, !hasRecords, leadsToRecords {
            let isArray = buffer.bytes[buffer.index] == UInt8(ascii: "[")
            if levels.count == shape.records?.steps.count ?? 1, isArray {
                open(isObject: false)
                beginRecords()
                return true
            }
            let isContainer = isArray || buffer.bytes[buffer.index] == UInt8(ascii: "{")
            if let path = shape.records, levels.count < path.steps.count, isContainer {
                open(isObject: !isArray)
                return true
            }
        }
        guard let value = try nextValue(isWhole) else { return false }
        if levels[level].isObject, let document = value.document {
            let outer = levels.dropLast().map(\.step)
            envelope.read(levels[level].step, under: outer[...], of: document, shape)
        }
        buffer.index = value.end
        endValue()
        return true
    }

    /// The value that is walked over is on the way to the records.
    var leadsToRecords: Bool {
        guard let path = shape.records else {
            let isNamed = levels.count == 1 && levels[0].isObject && PageNames.records.contains(levels[0].step)
            return isNamed && !(hasID && hasField)
        }
        return levels.count <= path.steps.count && path.steps.starts(with: levels.map(\.step))
    }

    mutating func endValue() {
        guard let last = levels.indices.last else { return }
        levels[last].elementCount += 1
        expected = levels[last].isObject ? .afterMember : .afterElement
    }

    /// The name or the value at the index, without its document if it is too long; `nil` if it is not complete.
    mutating func nextValue(_ isWhole: Bool) throws(CatalogSyntaxError) -> (end: Int, document: JSONDocument?)? {
        if !isPassingOver, ends.index <= buffer.index { ends = JSONEnds(from: buffer.index) }
        let bytes = buffer.bytes
        let end = ends.firstEnd(of: .member, in: bytes.span)?.index
        guard let end = end ?? (isWhole && !isPassingOver ? bytes.count : nil) else {
            if isWhole { throw error(at: bytes.count, expected: expected.phrase) }
            if isPassingOver || buffer.count > RecordPiece.recordByteLimit { passOver() }
            if buffer.byteOffset + bytes.count - candidateOffset > RecordPiece.recordByteLimit {
                keepsCandidate = false
            }
            return nil
        }
        defer { (ends, isPassingOver) = (JSONEnds(from: end), false) }
        guard !isPassingOver, end - buffer.index <= RecordPiece.recordByteLimit else { return (end, nil) }
        var tokenizer = JSONTokenizer(byteOffset: buffer.byteOffset, depth: levels.count)
        let next = try tokenizer.tokenize(bytes.span, from: buffer.index, expecting: expected.phrase)
        return (next, JSONDocument(bytes: bytes, tokens: tokenizer.tokens))
    }

    /// Drops what there is of a value or a record that is too long.
    mutating func passOver() {
        isPassingOver = true
        keepsCandidate = false
        // On lines a record may begin after the line feed that comes last.
        buffer.index = buffer.bytes.count - (place == .lines ? 1 : 0)
    }

    /// Ends a container around the records.
    mutating func close() throws(CatalogSyntaxError) {
        let closed = levels.removeLast()
        guard levels.isEmpty else { return endValue() }
        if hasRecords {
            place = .trailing
        } else if shape.records != nil || !closed.isObject {
            throw noRecords(found: "an array")
        } else if hasID {
            beginLines()
        } else {
            place = .candidate
        }
    }

    /// Finds out if other records follow a top-level object.
    mutating func endCandidate(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        let next = buffer.bytes.span.passingBlanks(from: buffer.index)
        guard next < buffer.bytes.count else {
            if isWhole {
                let names = PageNames.records.map { "'\($0)'" }
                let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
                throw noRecords(found: "an object without an array under \(list)")
            }
            return false
        }
        guard buffer.bytes[buffer.index..<next].contains(where: \.endsLine) else {
            throw error(at: next, expected: "a line feed before the next record")
        }
        beginLines()
        return true
    }

    mutating func passTrailing() throws(CatalogSyntaxError) -> Bool {
        buffer.index = buffer.bytes.span.passingBlanks(from: buffer.index)
        guard buffer.count > 0 else { return false }
        throw error(at: buffer.index, expected: "nothing after the catalog's end")
    }
}
