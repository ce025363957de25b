/// The bytes of a record between its values, which most records of a catalog have in common.
///
/// A record that has them needs no tokens: it is valid JSON, and its values are where the pattern says.
struct RecordPattern {
    /// A value, after some of the ``literals``.
    private struct Part {
        /// The end of the bytes before the value.
        let literalEnd: Int

        let isNumber: Bool

        /// The place among ``RecordValues/values`` that the value gets: that of its path in the ``FieldMap``, or one
        /// after all paths for a value in ``Members``; -1 if it has none.
        var path = -1
    }

    /// Members of the record in JSON, as ``JSONDocument/appendMember(_:to:after:isDotted:)`` writes them.
    struct Members {
        /// The bytes before each value, and those after the last one.
        private var literals: [UInt8] = []

        /// The end of the bytes before each value, and the value's place among ``RecordValues/values``.
        private var parts: [(literalEnd: Int, place: Int)] = []

        /// - Parameters:
        ///   - names: the tokens of the members' names.
        ///   - dotted: those of the names that get a dot before them, which come last.
        ///   - places: the places of the record's values, by their tokens.
        init(_ names: [Int], dotted: [Int] = [], of record: JSONDocument, at range: Range<Int>, _ places: [Int: Int]) {
            guard !names.isEmpty || !dotted.isEmpty else { return }
            // A zero stands for each value: there is none in JSON.
            var copy = JSONDocument(bytes: record.bytes[range] + [0], tokens: record.tokens)
            for index in copy.tokens.indices {
                copy.tokens[index].start -= UInt32(truncatingIfNeeded: range.lowerBound)
                guard places[index] != nil else { continue }
                copy.tokens[index].start = UInt32(truncatingIfNeeded: range.count)
                copy.tokens[index].length = 1
            }
            var (json, order): ([UInt8], [Int]) = ([], [])
            for (index, name) in (names + dotted).enumerated() {
                copy.appendMember(name, to: &json, isDotted: index >= names.count)
                order += (name + 1...name + record.tokens[name + 1].stride).compactMap { places[$0] }
            }
            for byte in json {
                if byte > 0 { literals.append(byte) } else { parts.append((literals.count, order[parts.count])) }
            }
        }

        var isEmpty: Bool { literals.isEmpty }

        /// Appends the members of a record with its values.
        func append(_ values: [JSONToken], in bytes: [UInt8], to json: inout [UInt8]) {
            guard !isEmpty else { return }
            let (values, bytes, literals) = (values.span, bytes.span, literals.span)
            let count = parts.reduce(literals.count) { $0 + values[$1.place].length }
            json.append(addingCapacity: count) { json in
                var start = 0
                for (end, place) in parts {
                    json.append(copying: literals.extracting(start..<end))
                    json.append(copying: bytes.extracting(values[place].range))
                    start = end
                }
                json.append(copying: literals.extracting(start...))
            }
        }
    }

    /// The bytes before each value, and those after the last one.
    private let literals: [UInt8]
    private let parts: [Part]

    /// The values at the other paths, which have no text.
    private let constants: [(path: Int, value: JSONToken)]

    /// The members that an export has, and those that a map takes fields from.
    let exported: Members
    let others: Members

    var hasMembers: Bool { !exported.isEmpty || !others.isEmpty }

    /// The number of places among ``RecordValues/values`` that it needs.
    let valueCount: Int

    /// Makes the pattern of a record; `nil` if it has a string with an escape, or a number with a fraction or an
    /// exponent, or if a value of the map has a text that is no part: its place in other records would not be known.
    ///
    /// - Parameters:
    ///   - values: its values at the paths of the map.
    ///   - members: the members that are none of a supplier's fields.
    init?(
        _ record: JSONDocument, at range: Range<Int>, values: ArraySlice<JSONToken>,
        _ members: JSONDocument.OtherMembers
    ) {
        var (literals, parts, constants) = ([UInt8](), [Part](), [(path: Int, value: JSONToken)]())
        var (literalStart, isUsable, places, valueCount) = (range.lowerBound, true, [Int: Int](), values.count)
        let ofMembers = (members.exported + members.dotted + members.others).map { name in
            name + 1..<name + 1 + record.tokens[name + 1].stride
        }
        func add(_ index: Int) {
            let token = record.tokens[index]
            switch token.kind {
            case .object, .array:
                let nameCount = token.isOf(.object) ? 1 : 0
                record.forEachChild(of: index) { add($0 + nameCount) }
            case .number where token.isMarked, .string where token.isMarked: isUsable = false
            case .string, .number:
                literals += record.bytes[literalStart..<Int(token.start)]
                var part = Part(literalEnd: literals.count, isNumber: token.isOf(.number))
                part.path = values.firstIndex { $0 == token } ?? -1
                if part.path < 0, ofMembers.contains(where: { $0.contains(index) }) {
                    (part.path, valueCount) = (valueCount, valueCount + 1)
                }
                places[index] = part.path
                parts.append(part)
                literalStart = token.end
            case .true, .false, .null, .absent: break
            }
        }
        add(0)
        guard isUsable else { return nil }
        literals += record.bytes[literalStart..<range.upperBound]
        for path in values.indices where !parts.contains(where: { $0.path == path }) {
            switch values[path].kind {
            case .true, .string, .number: return nil
            case .object, .array, .false, .null, .absent: constants.append((path, values[path]))
            }
        }
        (self.literals, self.parts, self.constants, self.valueCount) = (literals, parts, constants, valueCount)
        exported = Members(members.exported, dotted: members.dotted, of: record, at: range, places)
        others = Members(members.others, of: record, at: range, places)
    }

    /// Finds the values of a record that has the pattern.
    ///
    /// - Parameter values: gets the values at the paths.
    /// - Returns: the index after the record; `nil` if it has another pattern.
    @inline(__always)
    func match(_ bytes: Span<UInt8>, from start: Int, _ values: inout [JSONToken]) -> Int? {
        var (index, literalStart) = (start, 0)
        let literals = literals
        var values = values.mutableSpan
        for part in parts {
            let length = part.literalEnd &- literalStart
            guard index &+ length < bytes.count,
                bytes.hold(literals.span.extracting(literalStart..<part.literalEnd), at: index)
            else {
                return nil
            }
            index &+= length
            literalStart = part.literalEnd
            let end = part.isNumber ? bytes.integerEnd(from: index) : bytes.firstStringStop(from: index)
            guard let end, end < bytes.count, part.isNumber || bytes[end] == UInt8(ascii: "\"") else { return nil }
            if part.path >= 0 {
                values[part.path] = JSONToken(part.isNumber ? .number : .string, start: index, length: end &- index)
            }
            index = end
        }
        let end = index &+ literals.count &- literalStart
        guard end <= bytes.count, bytes.hold(literals.span.extracting(literalStart...), at: index) else { return nil }
        for constant in constants { values[constant.path] = constant.value }
        return end
    }
}

extension Span<UInt8> {
    /// The bytes stand at an index, from which on there are as many.
    @inline(__always)
    fileprivate func hold(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        extracting(index..<index &+ bytes.count).isEqual(to: bytes)
    }
}
