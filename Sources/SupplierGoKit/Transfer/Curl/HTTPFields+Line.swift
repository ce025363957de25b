extension HTTPFields.Field {
    /// Reads a field line, without its end, as ``init(name:value:)`` would; `nil` where it is none.
    ///
    /// Every answer has a dozen of them, so they are read where they stand.
    init?(line: UnsafeRawBufferPointer) {
        var colon = 0
        while colon < line.count, unsafe Self.isTokenByte(line[colon]) { colon += 1 }
        guard colon > 0, colon < line.count, unsafe line[colon] == UInt8(ascii: ":") else { return nil }
        var (start, end) = (colon + 1, line.count)
        while start < end, unsafe Self.isBlank(line[start]) { start += 1 }
        while end > start, unsafe Self.isBlank(line[end - 1]) { end -= 1 }
        for index in start..<end {
            guard unsafe Self.isValueByte(line[index]) else { return nil }
        }
        self = unsafe Self(
            checkedName: String(decoding: UnsafeRawBufferPointer(rebasing: line[..<colon]), as: UTF8.self),
            value: String(decoding: UnsafeRawBufferPointer(rebasing: line[start..<end]), as: UTF8.self))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
