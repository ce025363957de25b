/// Walks over the containers around a catalog's records, member by member, and reads the members beside them.
///
/// A walk is a straight line over bytes that are there. One that does not come to an end is done again once there are
/// more bytes, by a copy that was left where it began.
struct JSONWalk {
    /// The end of a walk: the index of the first record, the range of the only one, or the index after the document.
    enum End { case records(Int), record(Range<Int>), document(Int) }

    /// A container around the records.
    struct Level {
        let isObject: Bool

        /// The name of the member that is walked over, and the number of elements before.
        var step = ""
        var elementCount = 0
    }

    private let shape: CatalogShape

    /// The path of the records, or of the object whose members they are.
    private let path: [String]?
    private let readsMembers: Bool

    /// The names of the members that make an object a record: its id, and one of the others.
    private let (idNames, fieldNames): (Set<String>, Set<String>)

    var envelope = CatalogEnvelope()
    private(set) var levels: [Level] = []
    private var expected = ExpectedPart.value

    /// The names of the top-level object's members, the first thousand, and whether they make it a record.
    private var names: [String] = []
    private(set) var (hasID, hasField) = (false, false)

    /// The records were found.
    var hasRecords = false

    /// An empty array was found under a name of theirs: another one may have them.
    private var hasEmptyArray = false

    /// Null was found there, and an array under another name.
    private var (hasNull, hasOtherArray) = (false, false)

    /// The object has null in place of the array of records, and no sign that the server failed: some servers write an
    /// empty array so.
    var saysNone: Bool { hasNull && !hasOtherArray && !hasID && envelope.saysNoReason }

    init(_ shape: CatalogShape) {
        self.shape = shape
        let steps = shape.records?.steps
        readsMembers = steps?.last == FieldPath.everyMember
        path = readsMembers ? steps?.dropLast() : steps
        func keys(_ places: [FieldMap.Place]) -> Set<String> {
            Set(shape.fieldMap.names(of: places).map { shape.fieldMap.isOwn ? $0 : $0.nameKey })
        }
        idNames = keys([.id])
        fieldNames = keys([.created, .fullname, .phone, .company, .email])
    }

    /// The records are members of an object.
    var isInObject: Bool { levels.last?.isObject == true }

    /// The top-level object may still be a record.
    var mayBeRecord: Bool { shape.records == nil && !hasRecords && levels.first?.isObject == true }

    /// Ends the array of records, or the object.
    mutating func endRecords() {
        _ = levels.popLast()
        endValue()
    }

    private mutating func endValue() {
        guard let last = levels.indices.last else { return }
        levels[last].elementCount += 1
        expected = levels[last].isObject ? .afterMember : .afterElement
    }

    /// Walks to the records, or past the document's end.
    ///
    /// - Parameter isWhole: the catalog ends with the bytes.
    /// - Throws: ``CatalogSyntaxError/cutShort(byteOffset:expected:)`` if the bytes end before.
    mutating func run(
        _ bytes: [UInt8], from start: Int, at byteOffset: Int, _ isWhole: Bool
    ) throws(CatalogSyntaxError) -> End {
        var index = start
        if levels.isEmpty, hasRecords { return .document(index) }
        repeat {
            index = bytes.span.passingBlanks(from: index)
            guard index < bytes.count else {
                throw .cutShort(byteOffset: byteOffset + index, expected: expected.phrase)
            }
            if expected.isEnd(bytes[index]) {
                levels.removeLast()
                endValue()
                index += 1
            } else if let next = expected.part(after: bytes[index]) {
                (expected, index) = (next, index + 1)
            } else if let end = try pass(&index, in: bytes, at: byteOffset, isWhole) {
                return end
            }
        } while !levels.isEmpty
        let isObject = bytes[index - 1] == UInt8(ascii: "}")
        hasRecords = hasRecords || hasEmptyArray && !(hasID && hasField)
        guard hasRecords || shape.records == nil && isObject else {
            throw noRecords(found: "an array", in: isObject ? bytes[start..<index] : [])
        }
        return .document(index)
    }

    /// Passes a member's name, or a value: into one that has the records in it or is their array, past any other.
    private mutating func pass(
        _ index: inout Int, in bytes: [UInt8], at byteOffset: Int, _ isWhole: Bool
    ) throws(CatalogSyntaxError) -> End? {
        let byte = bytes[index]
        let isName = (expected == .firstKey || expected == .key) && byte == UInt8(ascii: "\"")
        guard isName || [.value, .firstElement, .element].contains(expected) else {
            throw .unexpected(at: index, in: bytes.span, from: byteOffset, expected: expected.phrase)
        }
        if !isName, let isThere = try open(&index, in: bytes, at: byteOffset) { return isThere ? .records(index) : nil }
        if !isName, isOneRecord(byte) {
            // It is read where it is decoded: if it is not valid JSON, it costs only itself.
            var ends = JSONEnds(from: index)
            if let end = ends.firstEnd(in: bytes.span)?.index {
                endValue()
                // Languages with one kind of table write an empty array so.
                let isEmpty = bytes.span.passingBlanks(from: index + 1) == end - 1
                if !isEmpty { return .record(index..<end) }
                index = end
                return nil
            }
            if !isWhole { throw .cutShort(byteOffset: byteOffset + bytes.count, expected: "") }
        }
        var tokenizer = JSONTokenizer(depth: levels.count)
        let end = try tokenizer.tokenize(bytes.span, from: index, at: byteOffset, expecting: expected.phrase)
        let document = JSONDocument(bytes: bytes, tokens: tokenizer.tokens)
        guard let level = levels.last else {
            if end == bytes.count, !isWhole { throw .cutShort(byteOffset: byteOffset + end, expected: "") }
            throw noRecords(found: document.root.description, in: [])
        }
        index = end
        if isName {
            note(document)
        } else {
            endValue()
            let outer = levels.dropLast().map(\.step)
            if level.isObject { envelope.read(level.step, under: outer[...], document.root, shape) }
            let mayBeRecords = path == nil && outer.isEmpty && PageNames.records.contains(level.step)
            hasNull = hasNull || mayBeRecords && document.tokens[0].isOf(.null)
            hasOtherArray = hasOtherArray || outer.isEmpty && document.root["0"] != nil
            if hasRecords, mayBeRecords, document.root["0"]?.isObject == true {
                envelope.otherRecords = level.step
            }
        }
        return nil
    }

    /// Opens a container on the way to the records; true if they are in it, `nil` if no such container begins here.
    ///
    /// An empty array under one of our names is passed: another name may have the records.
    private mutating func open(
        _ index: inout Int, in bytes: [UInt8], at byteOffset: Int
    ) throws(CatalogSyntaxError) -> Bool? {
        let (isArray, isObject) = (bytes[index] == UInt8(ascii: "["), bytes[index] == UInt8(ascii: "{"))
        let way = path?.count ?? (isArray && levels.isEmpty ? 0 : 1)
        guard isArray || isObject, !hasRecords, leadsToRecords, levels.count <= way else { return nil }
        let isThere = levels.count == way && (isArray || readsMembers)
        guard isThere || levels.count < way || levels.isEmpty else { return nil }
        index += 1
        if isThere, path == nil, way > 0 {
            let next = bytes.span.passingBlanks(from: index)
            guard next < bytes.count else {
                throw .cutShort(byteOffset: byteOffset + next, expected: ExpectedPart.firstElement.phrase)
            }
            guard bytes[next] != UInt8(ascii: "]") else {
                (hasEmptyArray, index) = (true, next + 1)
                endValue()
                return false
            }
        }
        levels.append(Level(isObject: isObject))
        (expected, hasRecords) = (isObject ? .firstKey : .firstElement, isThere)
        return isThere
    }

    /// The value at a path that leads to one object, or to null, is the only record.
    private mutating func isOneRecord(_ byte: UInt8) -> Bool {
        guard !hasRecords, levels.count == path?.count, leadsToRecords, "{n".utf8.contains(byte) else { return false }
        hasRecords = true
        return byte == UInt8(ascii: "{")
    }

    /// The value that is walked over is on the way to the records.
    private var leadsToRecords: Bool {
        guard let path else {
            let isNamed = levels.count == 1 && levels[0].isObject && PageNames.records.contains(levels[0].step)
            return levels.isEmpty || isNamed && !(hasID && hasField)
        }
        let steps = levels.map { $0.isObject ? $0.step : String($0.elementCount) }
        return levels.count <= path.count && path.starts(with: steps)
    }

    /// Notes a member's name.
    private mutating func note(_ name: JSONDocument) {
        let text = name.text(at: 0) ?? ""
        (levels[levels.count - 1].step, expected) = (text, .colon)
        guard levels.count == 1, !hasRecords else { return }
        if names.count < 1000 { names.append(name.repairedText(at: 0)) }
        let key = shape.fieldMap.isOwn ? text : text.nameKey
        if idNames.contains(key) { hasID = true }
        if fieldNames.contains(key) { hasField = true }
    }

    /// The error of a document without an array of records.
    func noRecords(found: String, in body: ArraySlice<UInt8>) -> CatalogSyntaxError {
        let reason = CatalogSyntaxError.reason(in: Array(body))
        let fields = names.isEmpty ? "" : "; its fields are \(names.listed)"
        return shape.records.map { .noRecords(path: $0.text, names: names, reason: reason) }
            ?? .noSuppliers(found: found + (reason.map { ", which says '\($0)'" } ?? fields))
    }
}
