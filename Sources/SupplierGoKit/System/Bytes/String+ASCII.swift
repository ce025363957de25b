extension String {
    /// Copies ASCII, or gives `nil` where the bytes are not all that.
    ///
    /// Most text is, and then nothing else about it has to be found out.
    @inline(__always)
    init?(copyingASCII bytes: Span<UInt8>) {
        guard bytes.isASCII else { return nil }
        self.init(copying: unsafe UTF8Span(unchecked: bytes, isKnownASCII: true))
    }
}

extension Span<UInt8> {
    /// Whether no byte is above 0x7f; the last bytes are looked at twice where that saves steps.
    @inline(__always)
    fileprivate var isASCII: Bool {
        if count >= 8 {
            var all = word(at: count &- 8)
            var index = 0
            while index < count &- 8 {
                all |= word(at: index)
                index &+= 8
            }
            return all & 0x8080_8080_8080_8080 == 0
        }
        var all: UInt8 = 0
        for index in indices { all |= self[index] }
        return all < 0x80
    }
}

extension String {
    /// Whether a byte of it is zero, where a C string would end.
    var containsNUL: Bool { utf8.span.firstIndex(of: 0, from: 0) != nil }
}
