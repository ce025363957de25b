/// The values at the paths of a map in one record after the other: by the patterns of the records before, else by
/// tokens.
struct RecordValues {
    private let paths: [FieldPath]

    /// The paths' first steps, one after the other, and where each one is among them.
    private let firstSteps: [UInt8]
    private let stepRanges: [Range<Int>]

    /// The paths in the order of their first steps' lengths, and the number of those that are shorter than a length.
    private let pathsByLength: [Int]
    private let shorterCounts: [Int]

    /// For each path, that it has more than one step.
    private let nestedPaths: [Bool]
    private var bytes: [UInt8] = []
    private var tokenizer = JSONTokenizer()

    /// The last record, and its tokens; none if it has a pattern.
    private var range = 0..<0
    private(set) var document = JSONDocument(bytes: [], tokens: [])

    /// The values at the paths of the last record; absent ones too.
    private(set) var values: [JSONToken]

    /// The patterns, the index of the one that the last record had, and how often one was found.
    private var patterns: [RecordPattern] = []
    private var current = 0
    private var (hitCount, missCount) = (0, 0)

    /// The number of patterns that are kept. If they help too seldom no more are tried.
    private static let patternLimit = 8
    private var usesPatterns: Bool { missCount <= 2 * hitCount + 2 * Self.patternLimit }

    init(at paths: [FieldPath]) {
        self.paths = paths
        var steps: [UInt8] = []
        stepRanges = paths.map { path in
            let start = steps.count
            steps += path.steps[0].utf8
            return start..<steps.count
        }
        firstSteps = steps
        nestedPaths = paths.map { $0.steps.count > 1 }
        let lengths = stepRanges.map(\.count)
        pathsByLength = lengths.indices.sorted { lengths[$0] < lengths[$1] }
        shorterCounts = (0...(lengths.max() ?? 0) + 1).map { length in lengths.count { $0 < length } }
        values = paths.map { _ in .absent }
    }

    /// Begins with a piece's records.
    mutating func begin(_ piece: RecordPiece) {
        bytes = piece.bytes
        tokenizer = JSONTokenizer(byteOffset: piece.byteOffset, depth: piece.depth)
        document = JSONDocument(bytes: bytes, tokens: [])
    }

    /// The last record has a pattern, and so no tokens.
    var hasPattern: Bool { document.tokens.isEmpty }

    /// The paths that the last record has, as bits.
    var found: UInt64 {
        var found: UInt64 = 0
        for path in values.indices.prefix(64) where !values[path].isOf(.absent) { found |= 1 << UInt64(path) }
        return found
    }

    /// All of the last record is UTF-8.
    @inline(__always)
    var areUTF8: Bool { bytes.span.extracting(range).isUTF8 }

    /// The value at a path of the last record, as a noun phrase.
    func description(of path: Int) -> String { document.description(of: values[path]) }

    /// Scans the record that begins at an index.
    ///
    /// - Returns: the index after it.
    @inline(__always)
    mutating func scan(from start: Int, expecting expectation: String) throws(CatalogSyntaxError) -> Int {
        document.tokens.removeAll(keepingCapacity: true)
        let end = if let end = match(from: start) { end } else { try tokenize(from: start, expecting: expectation) }
        range = start..<end
        return end
    }

    /// Compares the record with the patterns, with that of the last record first.
    @inline(__always)
    private mutating func match(from start: Int) -> Int? {
        guard !patterns.isEmpty, usesPatterns else { return nil }
        let (bytes, patterns) = (bytes, patterns)
        if let end = patterns[current].match(bytes.span, from: start, &values) {
            hitCount &+= 1
            return end
        }
        for index in patterns.indices where index != current {
            guard let end = patterns[index].match(bytes.span, from: start, &values) else { continue }
            hitCount &+= 1
            current = index
            return end
        }
        missCount &+= 1
        return nil
    }

    private mutating func tokenize(from start: Int, expecting expectation: String) throws(CatalogSyntaxError) -> Int {
        let bytes = bytes
        let end = try tokenizer.tokenize(bytes.span, from: start, expecting: expectation)
        swap(&document.tokens, &tokenizer.tokens)
        findValues()
        return end
    }

    /// Looks up the values at the paths among the tokens.
    private mutating func findValues() {
        for path in values.indices { values[path] = .absent }
        guard document.tokens[0].isOf(.object) else { return }
        let (document, pathsByLength, shorterCounts) = (document, pathsByLength, shorterCounts)
        let (tokens, names) = (document.tokens.span, document.bytes.span)
        var name = 1
        while name < tokens.count {
            let token = tokens[name]
            if token.isMarked {
                for path in values.indices where document.isName(name, firstSteps.span.extracting(stepRanges[path])) {
                    setValue(at: path, of: document, under: name)
                }
            } else if token.length &+ 1 < shorterCounts.count {
                for place in shorterCounts[token.length]..<shorterCounts[token.length &+ 1] {
                    let path = pathsByLength[place]
                    guard names.extracting(token.range).isEqual(to: firstSteps.span.extracting(stepRanges[path]))
                    else { continue }
                    setValue(at: path, of: document, under: name)
                }
            }
            name &+= 1 &+ tokens[name &+ 1].stride
        }
    }

    /// Sets the value at a path that begins with a member's name.
    @inline(__always)
    private mutating func setValue(at path: Int, of document: JSONDocument, under name: Int) {
        guard nestedPaths[path] else {
            values[path] = document.tokens[name + 1]
            return
        }
        let value = document.value(at: paths[path].steps.dropFirst(), from: name + 1)
        values[path] = value.map { document.tokens[$0] } ?? .absent
    }

    /// Makes the tokens of a record that has a pattern.
    mutating func tokenize() {
        do throws(CatalogSyntaxError) {
            _ = try tokenize(from: range.lowerBound, expecting: "")
        } catch {
            preconditionFailure("a record that has a pattern is valid JSON")
        }
    }

    /// Keeps the pattern of the last record, of which there are tokens.
    mutating func learn() {
        guard usesPatterns, let pattern = RecordPattern(document, at: range, values: values) else { return }
        if patterns.count < Self.patternLimit {
            patterns.append(pattern)
            current = patterns.count - 1
        } else {
            current = (current + 1) % Self.patternLimit
            patterns[current] = pattern
        }
    }
}

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

    /// The values at the other paths, which have no text.
    private var constants: [(path: Int, value: JSONToken)] = []

    /// Makes the pattern of a record; `nil` if it has a string with an escape, or a number with a fraction or an
    /// exponent, or if a value of the map has a text that is no part: its place in other records would not be known.
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
            switch values[path].kind {
            case .true, .string, .number: return nil
            case .object, .array, .false, .null, .absent: constants.append((path, values[path]))
            }
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
