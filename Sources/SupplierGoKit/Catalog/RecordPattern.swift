/// The bytes of a record between its values, which most records of a catalog have in common.
///
/// A record that has them needs no tokens: it is valid JSON, and its values are where the pattern says.
struct RecordPattern {
    /// A value, after some of the ``literals``.
    private struct Part {
        /// The end of the bytes before the value.
        let literalEnd: Int

        let isNumber: Bool

        /// The place among ``RecordValues/values`` that gets the value; `nil` if it is neither at a path nor in
        /// ``Members``.
        let place: Int?
    }

    /// The members of a record that are none of a supplier's fields, in JSON, as
    /// ``JSONDocument/appendMember(_:to:after:isDotted:)`` writes them.
    final class Members: Sendable {
        /// The bytes before each value, and those after the last one.
        private let literals: [UInt8]

        /// The end of the bytes before each value, and the place of that among ``RecordValues/values``.
        private let parts: [(literalEnd: Int, place: Int)]

        /// The ends of the members that an export has.
        private let exported: (literalEnd: Int, partCount: Int)

        /// Writes the members of a record once, and divides them at its values. In `"city":"Ulm","tags":["a","b"]` the
        /// ``literals`` are what is between the texts.
        ///
        /// - Parameter places: the places of the record's values, by their tokens.
        init(_ members: JSONDocument.OtherMembers, of record: JSONDocument, _ places: [Int: Int]) {
            var (json, start, literals, parts) = ([UInt8](), 0, [UInt8](), [(literalEnd: Int, place: Int)]())
            func append(_ names: [Int], isDotted: Bool = false) {
                for name in names {
                    var scalars: [(token: Int, range: Range<Int>)] = []
                    record.appendMember(name, to: &json, isDotted: isDotted) { scalars.append(($0, $1)) }
                    for (token, range) in scalars {
                        guard let place = places[token] else { continue }
                        literals += json[start..<range.lowerBound]
                        parts.append((literals.count, place))
                        start = range.upperBound
                    }
                    literals += json[start...]
                    start = json.count
                }
            }
            append(members.exported)
            append(members.dotted, isDotted: true)
            exported = (literals.count, parts.count)
            append(members.others)
            (self.literals, self.parts) = (literals, parts)
        }

        /// Appends the members of a record with its values.
        ///
        /// - Returns: the number of bytes of those that an export has.
        func append(_ values: [JSONToken], in bytes: [UInt8], to json: inout [UInt8]) -> Int {
            var (count, exportedCount) = (literals.count, exported.literalEnd)
            for index in parts.indices {
                let length = values[parts[index].place].length
                count += length
                if index < exported.partCount { exportedCount += length }
            }
            let (literals, parts) = (literals, parts)
            json.append(addingCapacity: count) { json in
                var start = 0
                for (end, place) in parts {
                    json.append(copying: literals.span.extracting(start..<end))
                    json.append(copying: bytes.span.extracting(values[place].range))
                    start = end
                }
                json.append(copying: literals.span.extracting(start...))
            }
            return exportedCount
        }
    }

    /// The bytes before each value, and those after the last one.
    private let literals: [UInt8]
    private let parts: [Part]

    /// The values at the other paths, which have no text.
    private let constants: [(path: Int, value: JSONToken)]

    /// The other members; `nil` if there are none.
    let members: Members?

    /// The number of places among ``RecordValues/values`` that it needs: one for each path, and then one for each other
    /// value in ``members``.
    let valueCount: Int

    /// Makes the pattern of a record; `nil` if it has a string with an escape, or if a value of the map has a text that
    /// is no part: its place in other records would not be known.
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
        func add(_ index: Int) {
            guard isUsable else { return }
            let token = record.tokens[index]
            switch token.kind {
            case .object, .array:
                let nameCount = token.isOf(.object) ? 1 : 0
                record.forEachChild(of: index) { add($0 + nameCount) }
            case .string where token.isMarked: isUsable = false
            case .string, .number:
                literals += record.bytes[literalStart..<Int(token.start)]
                places[index] = values.firstIndex { $0 == token }
                if places[index] == nil, !members.isEmpty {
                    places[index] = valueCount
                    valueCount += 1
                }
                let isNumber = token.isOf(.number)
                parts.append(Part(literalEnd: literals.count, isNumber: isNumber, place: places[index]))
                literalStart = token.end
            case .true, .false, .null, .absent: break
            }
        }
        add(0)
        guard isUsable else { return nil }
        literals += record.bytes[literalStart..<range.upperBound]
        for path in values.indices where !parts.contains(where: { $0.place == path }) {
            switch values[path].kind {
            case .true, .string, .number: return nil
            case .object, .array, .false, .null, .absent: constants.append((path, values[path]))
            }
        }
        (self.literals, self.parts, self.constants, self.valueCount) = (literals, parts, constants, valueCount)
        self.members = members.isEmpty ? nil : Members(members, of: record, places)
    }

    /// Finds the values of a record that has the pattern.
    ///
    /// - Parameter values: gets the values.
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
            if part.isNumber {
                let number = bytes.number(from: index)
                guard number.isComplete, number.end < bytes.count else { return nil }
                if let place = part.place {
                    values[place] = JSONToken(
                        .number, start: index, length: number.end &- index, isMarked: !number.isInteger)
                }
                index = number.end
            } else {
                let end = bytes.firstStringStop(from: index)
                guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
                if let place = part.place { values[place] = JSONToken(.string, start: index, length: end &- index) }
                index = end
            }
        }
        let end = index &+ literals.count &- literalStart
        guard end <= bytes.count, bytes.hold(literals.span.extracting(literalStart...), at: index) else { return nil }
        for constant in constants { values[constant.path] = constant.value }
        return end
    }
}

extension RecordPattern {
    /// The patterns of the last records, of which those to come usually have one.
    struct Recent {
        /// The number of patterns that are kept.
        private static let limit = 8

        private var patterns: [RecordPattern] = []

        /// The index of the pattern that the last record had.
        private var current = 0

        private var (hitCount, missCount) = (0, 0)

        /// They help often enough to be tried.
        var areUseful: Bool { missCount <= 2 * hitCount + 2 * Self.limit }

        /// The other members of the last record, which has a pattern; `nil` if there are none.
        var members: RecordPattern.Members? { patterns[current].members }

        /// Compares a record with the patterns, with that of the last record first.
        @inline(__always)
        mutating func match(_ bytes: Span<UInt8>, from start: Int, _ values: inout [JSONToken]) -> Int? {
            guard !patterns.isEmpty, areUseful else { return nil }
            let patterns = patterns
            for offset in patterns.indices {
                let next = current &+ offset
                let index = next < patterns.count ? next : next &- patterns.count
                guard let end = patterns[index].match(bytes, from: start, &values) else { continue }
                hitCount &+= 1
                current = index
                return end
            }
            missCount &+= 1
            return nil
        }

        /// Keeps the pattern of a record; it counts as a miss if the record has none.
        mutating func keep(_ pattern: RecordPattern?) {
            guard let pattern else {
                missCount &+= 1
                return
            }
            if patterns.count == Self.limit { patterns.removeFirst() }
            patterns.append(pattern)
            current = patterns.count - 1
        }
    }
}

extension Span<UInt8> {
    /// The bytes stand at an index, from which on there are as many.
    @inline(__always)
    fileprivate func hold(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        extracting(index..<index &+ bytes.count).isEqual(to: bytes)
    }
}
