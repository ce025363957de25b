/// The walk over the containers around the records, member by member.
extension JSONSplitter {
    /// Passes what may stand before a document, and begins the top-level value.
    mutating func begin(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        guard let start = buffer.bytes.span.passingDocumentLead(from: buffer.index, isWhole: isWhole) else {
            return false
        }
        if buffer.bytes[buffer.index..<start].contains(.recordSeparator) { hasSeparators = true }
        buffer.index = start
        guard buffer.index < buffer.bytes.count else {
            if isWhole, !hasDocument { throw .empty }
            return false
        }
        // The next page is that of the last document.
        if hasDocument { envelope.beginDocument() }
        switch buffer.bytes[buffer.index] {
        case UInt8(ascii: "["):
            open(isObject: false)
            if path?.isEmpty ?? true { beginRecords() }
            return true
        case UInt8(ascii: "{"):
            (candidateOffset, keepsCandidate) = (buffer.byteOffset + buffer.index, true)
            open(isObject: true)
            if path?.isEmpty == true { beginRecords() }
            return true
        default:
            if hasDocument { throw error(at: buffer.index, expected: "nothing after the catalog's end") }
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
        let byte = buffer.bytes[buffer.index]
        if !isPassingOver, expected.isEnd(byte) {
            buffer.index += 1
            try close()
            return true
        }
        if !isPassingOver, let next = expected.part(after: byte) {
            (expected, buffer.index) = (next, buffer.index + 1)
            return true
        }
        switch expected {
        case .firstKey where isPassingOver || byte == UInt8(ascii: "\""),
            .key where isPassingOver || byte == UInt8(ascii: "\""):
            guard let name = try nextValue(isWhole) else { return false }
            note(name.document)
            (expected, buffer.index) = (.colon, name.end)
            return true
        case .value, .firstElement, .element: return try walkOverValue(isWhole)
        default: throw error(at: buffer.index, expected: expected.phrase)
        }
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
            let (isArray, isObject) = (at(UInt8(ascii: "[")), at(UInt8(ascii: "{")))
            if levels.count < path?.count ?? 1, isArray || isObject {
                open(isObject: isObject)
                return true
            }
            if levels.count == path?.count ?? 1, isArray || readsMembers && isObject {
                open(isObject: isObject)
                beginRecords()
                return true
            }
            // A path to one object, or to null.
            if levels.count == path?.count, isObject || at(UInt8(ascii: "n")) {
                (hasRecords, isRecord, keepsCandidate, columns) = (true, isObject, false, nil)
                (pieceStart, candidateOffset) = (.firstElement, buffer.byteOffset + buffer.index)
            }
        }
        guard let value = try nextValue(isWhole) else { return false }
        if isRecord {
            isRecord = false
            if buffer.byteOffset + buffer.index == candidateOffset {
                addPiece(to: value.end)
            } else {
                buffer.addDropped(at: candidateOffset)
            }
        } else if levels[level].isObject, let document = value.document {
            let outer = levels.dropLast().map(\.step)
            envelope.read(levels[level].step, under: outer[...], of: document, shape)
        }
        buffer.index = value.end
        endValue()
        return true
    }

    private func at(_ byte: UInt8) -> Bool { buffer.bytes[buffer.index] == byte }

    /// The value that is walked over is on the way to the records.
    var leadsToRecords: Bool {
        guard let path else {
            let isNamed = levels.count == 1 && levels[0].isObject && PageNames.records.contains(levels[0].step)
            return isNamed && !(hasID && hasField)
        }
        return levels.count <= path.count && path.starts(with: levels.map(\.step))
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
        guard !isPassingOver, !isRecord, end - buffer.index <= RecordPiece.recordByteLimit else { return (end, nil) }
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
        } else {
            place = .candidate
        }
    }

    /// Finds out if other records follow a top-level object: on other lines, or at once.
    mutating func endCandidate(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        let bytes = buffer.bytes
        let next = bytes.span.passingBlanks(from: buffer.index)
        let isOnLines = bytes[buffer.index..<next].contains(where: \.endsLine)
        guard next < bytes.count || hasID && (isOnLines || isWhole) else {
            if isWhole {
                let names = PageNames.records.map { "'\($0)'" }
                let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
                throw noRecords(found: "an object without an array under \(list)")
            }
            return false
        }
        if !isOnLines, next < bytes.count, bytes[next] == UInt8(ascii: "{"), keepsCandidate {
            beginJoined()
        } else if isOnLines || hasID || bytes[next] == .recordSeparator {
            beginLines()
        } else {
            let error = error(at: next, expected: ExpectedPart.afterRecord.phrase)
            guard keepsCandidate else { throw error }
            (place, lineError) = (.badLine, error)
        }
        return true
    }

    /// Walks on. If an object on the first line is not valid JSON, it may still be the first of several.
    mutating func walkOrNoteBadLine(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        do throws(CatalogSyntaxError) {
            return try walk(isWhole)
        } catch {
            guard case .malformed = error, keepsCandidate, shape.records == nil, !hasRecords else { throw error }
            (place, lineError) = (.badLine, error)
            return true
        }
    }

    /// Begins with the first line, which is not valid JSON, if another record begins on the next one.
    mutating func endBadLine(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        guard let error = lineError, case .malformed(let byteOffset, _, _) = error else { return false }
        let (bytes, start) = (buffer.bytes, candidateOffset - buffer.byteOffset)
        let lineEnd = bytes[start...].firstIndex(where: \.endsLine) ?? bytes.count
        let next = bytes.span.passingDocumentLead(from: lineEnd, isWhole: isWhole) ?? bytes.count
        if next == bytes.count, !isWhole, next - start <= RecordPiece.recordByteLimit { return false }
        let isOnFirst = byteOffset - buffer.byteOffset <= lineEnd || byteOffset - buffer.byteOffset == next
        guard isOnFirst, next < bytes.count, bytes[next] == UInt8(ascii: "{") else { throw error }
        isPassingOver = false
        beginLines()
        return true
    }

    /// Begins with the document that follows, if there is one.
    mutating func passTrailing() throws(CatalogSyntaxError) -> Bool {
        buffer.index = buffer.bytes.span.passingBlanks(from: buffer.index)
        guard buffer.count > 0 else { return false }
        (place, hasDocument, levels, names) = (.start, true, [], [])
        (hasID, hasField, hasRecords) = (false, false, false)
        return true
    }
}

extension UInt8 {
    /// U+001E, which stands before each value in a sequence of JSON texts (RFC 7464), and between a snapshot's pages.
    static let recordSeparator: UInt8 = 0x1e
}

extension Span<UInt8> {
    /// The index after what may stand before a document: white space, a byte-order mark, U+001E, 0x1A where DOS ended a
    /// file, and `)]}'`, by which servers keep scripts from reading it; `nil` if that may not have ended.
    func passingDocumentLead(from start: Int, isWhole: Bool) -> Int? {
        let texts = [JSONDocument.byteOrderMark, Array(")]}',".utf8), Array(")]}'".utf8)]
        var index = start
        while index < count {
            if self[index].isBlank || self[index] == .recordSeparator || self[index] == 0x1a {
                index += 1
                continue
            }
            let rest = Array(copying: extracting(index...).extracting(first: 5))
            if !isWhole, texts.contains(where: { $0.count > rest.count && $0.starts(with: rest) }) { return nil }
            guard let text = texts.first(where: { begins(at: index, with: $0) }) else { break }
            index += text.count
        }
        return index
    }

    private func begins(at index: Int, with text: [UInt8]) -> Bool {
        extracting(index...).extracting(first: text.count).isEqual(to: text.span)
    }
}
