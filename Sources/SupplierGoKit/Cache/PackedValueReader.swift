import FoundationEssentials

/// Reads ``PackedValues``, which may be damaged in any way: whatever is not there is `nil`.
struct PackedValueReader {
    private let bytes: [UInt8]
    private let end: Int
    private var index = 0

    /// Reads sealed values; `nil` where they are not as they were sealed.
    init?(sealed bytes: [UInt8]) {
        let end = bytes.count - 8
        guard end >= 0, bytes.span.word(at: end) == XXH64.hash(of: bytes.span.extracting(0..<end)) else { return nil }
        self.bytes = bytes
        self.end = end
    }

    /// Reads values that were not sealed by themselves.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        end = bytes.count
    }

    /// Whether everything is read.
    var isAtEnd: Bool { index == end }

    /// What is not read yet.
    var rest: [UInt8] { Array(bytes[index..<end]) }

    mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value? {
        guard let slice = take(Value.bitWidth / 8) else { return nil }
        var value: Value = 0
        for (offset, byte) in slice.enumerated() { value |= Value(truncatingIfNeeded: byte) << Value(8 * offset) }
        return value
    }

    mutating func text() -> String? {
        textBytes().map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func date() -> Date? {
        integer(Int64.self).map(Date.init(microseconds:))
    }

    mutating func fields() -> HTTPFields? {
        guard let count = integer(UInt16.self) else { return nil }
        var fields = HTTPFields()
        for _ in 0..<count {
            guard let name = textBytes(), let value = textBytes(), fields.append(name: name.span, value: value.span)
            else { return nil }
        }
        return fields
    }

    private mutating func textBytes() -> ArraySlice<UInt8>? {
        integer(UInt32.self).flatMap { take(Int($0)) }
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= end - index else { return nil }
        defer { index += count }
        return bytes[index..<index + count]
    }
}
