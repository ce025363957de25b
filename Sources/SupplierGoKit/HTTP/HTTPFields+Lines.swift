extension HTTPFields {
    /// Where a line's name and value are among the bytes.
    struct Line {
        let name: Range<Int>
        let value: Range<Int>

        /// The line that begins at an index.
        fileprivate init(at index: Int, in bytes: Span<UInt8>) {
            let nameStart = index + 4
            name = nameStart..<nameStart + Int(bytes.halfWord(at: index))
            let valueStart = name.upperBound + 4
            value = valueStart..<valueStart + Int(bytes.halfWord(at: name.upperBound))
        }
    }

    /// All lines, in order.
    struct Lines: Sequence, IteratorProtocol {
        private let bytes: [UInt8]
        private var index = 0

        fileprivate init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        mutating func next() -> Line? {
            guard index < bytes.count else { return nil }
            let line = Line(at: index, in: bytes.span)
            index = line.value.upperBound
            return line
        }
    }

    /// Whether there are no lines.
    var isEmpty: Bool { count == 0 }

    /// All lines, in order.
    var lines: Lines { Lines(bytes) }

    /// Whether there is a line under a name.
    func contains(_ name: Span<UInt8>) -> Bool { firstLine(of: name) != nil }

    /// Whether there is a line under a name.
    func contains(_ name: String) -> Bool { contains(name.utf8.span) }

    /// The first line under a name from an index on, where a line begins.
    func firstLine(of name: Span<UInt8>, from start: Int = 0) -> Line? {
        let bytes = bytes.span
        var index = start
        while index < bytes.count {
            // Few names have one length: only those lines are looked at.
            let nameCount = Int(bytes.halfWord(at: index))
            if nameCount == name.count {
                let line = Line(at: index, in: bytes)
                if Self.isSameName(bytes.extracting(line.name), name) { return line }
            }
            let valueIndex = index &+ 4 &+ nameCount
            index = valueIndex &+ 4 &+ Int(bytes.halfWord(at: valueIndex))
        }
        return nil
    }

    /// The first line under a name from an index on, where a line begins.
    func firstLine(of name: String, from start: Int = 0) -> Line? { firstLine(of: name.utf8.span, from: start) }

    /// The lines whose names pass a test.
    func filter(_ isKept: (_ name: Span<UInt8>) -> Bool) -> HTTPFields {
        var kept = HTTPFields()
        kept.reserveCapacity(bytes.count)
        for line in lines where isKept(bytes.span.extracting(line.name)) {
            kept.appendLine(bytes.span.extracting(line.name), bytes.span.extracting(line.value))
        }
        return kept
    }

    /// The text of a name or a value.
    func text(at range: Range<Int>) -> String {
        String(copyingASCII: bytes.span.extracting(range)) ?? String(decoding: bytes[range], as: UTF8.self)
    }

    /// Whether two names are one (RFC 9110, section 5.1).
    static func isSameName(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool { left.isEqualIgnoringCase(to: right) }
}
