/// The bytes of a record between its values, which most records of a catalog have in common.
///
/// A record that has them needs no tokens: it is valid JSON, and its values are where the pattern says.
struct RecordPattern {
    /// A value, after some of the ``literals``.
    private struct Part {
        /// The end of the bytes before the value.
        let literalEnd: Int

        let isNumber: Bool

        /// The path of the value in the ``FieldMap``; -1 if it has none.
        var path = -1
    }

    /// The bytes before each value, and those after the last one.
    private var literals: [UInt8] = []
    private var parts: [Part] = []

    /// The values at the paths that are the same in each record.
    private var constants: [(path: Int, value: JSONToken)] = []

    /// Makes the pattern of a record; `nil` if it has a string with an escape, or a number with a fraction or an
    /// exponent.
    ///
    /// - Parameter values: its values at the paths of the map.
    init?(_ record: JSONDocument, at range: Range<Int>, values: [JSONToken]) {
        var (literalStart, isUsable) = (range.lowerBound, true)
        func add(_ index: Int) {
            let token = record.tokens[index]
            switch token.kind {
            case .object, .array:
                let nameCount = token.isOf(.object) ? 1 : 0
                record.forEachChild(of: index) { add($0 + nameCount) }
            case .number where token.isMarked, .string where token.isMarked: isUsable = false
            case .string, .number:
                literals += record.bytes[literalStart..<Int(token.start)]
                let path = values.firstIndex { $0 == token } ?? -1
                parts.append(Part(literalEnd: literals.count, isNumber: token.isOf(.number), path: path))
                literalStart = token.end
            case .true, .false, .null, .absent: break
            }
        }
        add(0)
        guard isUsable else { return nil }
        literals += record.bytes[literalStart..<range.upperBound]
        for path in values.indices where !parts.contains(where: { $0.path == path }) {
            constants.append((path, values[path]))
        }
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
