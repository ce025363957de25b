extension HTTPFields {
    /// Adds a field line as it came, without its end, where it is one that ``Field/init(name:value:)`` takes.
    ///
    /// - Returns: whether it is.
    @discardableResult
    mutating func append(line: Span<UInt8>) -> Bool {
        var colon = 0
        while colon < line.count, Field.isTokenByte(line[colon]) { colon += 1 }
        guard colon > 0, colon < line.count, line[colon] == UInt8(ascii: ":") else { return false }
        return append(token: line.extracting(..<colon), value: line.extracting((colon + 1)...))
    }

    /// Adds a name and a value, where they are such that ``Field/init(name:value:)`` takes them.
    ///
    /// Bytes of the value that are not UTF-8 are repaired.
    ///
    /// - Returns: whether they are.
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
