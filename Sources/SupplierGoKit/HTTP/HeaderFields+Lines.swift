extension HeaderFields {
    /// The ranges of a line's name and value.
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

    var isEmpty: Bool { count == 0 }

    /// All lines, in order.
    var lines: Lines { Lines(bytes) }

    /// Tests if there is a line under a name.
    func contains(_ name: Span<UInt8>) -> Bool { firstLine(of: name) != nil }

    /// Tests if there is a line under a name.
    func contains(_ name: String) -> Bool { contains(name.utf8.span) }

    /// The first line under a name from an index on, at which a line begins.
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

    /// The first line under a name from an index on, at which a line begins.
    func firstLine(of name: String, from start: Int = 0) -> Line? { firstLine(of: name.utf8.span, from: start) }

    /// The lines whose names pass a test.
    func filter(_ isKept: (_ name: Span<UInt8>) -> Bool) -> HeaderFields {
        var kept = HeaderFields()
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

    /// Compares names without case (RFC 9110, section 5.1).
    static func isSameName(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool { left.isEqualIgnoringCase(to: right) }
}

extension HeaderFields {
    /// Adds a field line as received, without its end.
    ///
    /// A line that begins with a blank continues the line before it (`obs-fold`, RFC 9112, section 5.2).
    ///
    /// - Returns: `false` if it is not one that ``Field/init(name:value:)`` takes.
    @discardableResult
    mutating func append(line: Span<UInt8>) -> Bool {
        if !line.isEmpty, line[0] == 0x20 || line[0] == 0x09 {
            return append(continuation: line.extracting(line.trimmingBlanks(line.indices)))
        }
        var colon = 0
        while colon < line.count, Field.isTokenByte(line[colon]) { colon += 1 }
        guard colon > 0, colon < line.count, line[colon] == UInt8(ascii: ":") else { return false }
        return append(token: line.extracting(..<colon), value: line.extracting((colon + 1)...))
    }

    private mutating func append(continuation: Span<UInt8>) -> Bool {
        guard let last = lines.reduce(nil, { $1 }) else { return false }
        let (name, value) = ([UInt8](bytes[last.name]), bytes[last.value] + [0x20] + [UInt8](copying: continuation))
        removeLast(last)
        return append(token: name.span, value: value.span)
    }

    /// Adds a name and a value.
    ///
    /// Bytes of the value that are not UTF-8 are repaired.
    ///
    /// - Returns: `false` if ``Field/init(name:value:)`` does not take them.
    mutating func append(name: Span<UInt8>, value: Span<UInt8>) -> Bool {
        guard !name.isEmpty else { return false }
        for index in name.indices where !Field.isTokenByte(name[index]) { return false }
        return append(token: name, value: value)
    }

    private mutating func append(token name: Span<UInt8>, value: Span<UInt8>) -> Bool {
        let value = value.extracting(value.trimmingBlanks(value.indices))
        if value.isPrintableASCII {
            appendLine(name, value)
            return true
        }
        for index in value.indices where !Field.isValueByte(value[index]) { return false }
        let text = String(decoding: [UInt8](copying: value), as: UTF8.self)
        appendLine(name, text.utf8.span)
        return true
    }
}

extension Span<UInt8> {
    /// A part of the bytes without spaces and tabs around it.
    func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(self[start]) { start += 1 }
        while end > start, isBlank(self[end - 1]) { end -= 1 }
        return start..<end
    }
}
