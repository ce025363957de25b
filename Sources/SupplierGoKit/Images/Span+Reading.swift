/// Reading numbers and text at any offset, `nil` where the bytes end before: an image's bytes are whatever a server
/// sent, and its offsets may lead anywhere.
extension Span<UInt8> {
    /// The order in which a number's bytes stand.
    enum ByteOrder {
        case bigEndian, littleEndian
    }

    /// The byte at an offset.
    func byte(at offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? self[offset] : nil
    }

    /// The unsigned number of `width` bytes, 1 to 4, at an offset.
    func number(at offset: Int, width: Int, _ order: ByteOrder = .bigEndian) -> Int? {
        guard offset >= 0, offset <= count - width else { return nil }
        var number = 0
        for index in 0..<width {
            number = number << 8 | Int(self[offset + (order == .bigEndian ? index : width - 1 - index)])
        }
        return number
    }

    /// Whether these ASCII bytes stand at an offset.
    func holds(_ text: StaticString, at offset: Int) -> Bool {
        holds(text.description.utf8, at: offset)
    }

    /// Whether these bytes stand at an offset.
    func holds(_ bytes: some Collection<UInt8>, at offset: Int) -> Bool {
        guard offset >= 0, offset <= count - bytes.count else { return false }
        return bytes.enumerated().allSatisfy { self[offset + $0.offset] == $0.element }
    }

    /// The first offset from `start` on where these ASCII bytes stand.
    func offset(of text: StaticString, from start: Int) -> Int? {
        let bytes = Array(text.description.utf8)
        guard start >= 0, count - bytes.count >= start else { return nil }
        return (start...count - bytes.count).first { self[$0] == bytes[0] && holds(bytes, at: $0) }
    }
}
