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
        guard let count = integer(UInt32.self), let slice = take(Int(count)) else { return nil }
        return String(decoding: slice, as: UTF8.self)
    }

    mutating func date() -> Date? {
        integer(Int64.self).map(Date.init(microseconds:))
    }

    mutating func fields() -> HTTPFields? {
        guard let count = integer(UInt16.self) else { return nil }
        var fields = HTTPFields()
        for _ in 0..<count {
            guard let name = text(), let value = text(), let field = HTTPFields.Field(name: name, value: value) else {
                return nil
            }
            fields.append(field)
        }
        return fields
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= end - index else { return nil }
        defer { index += count }
        return bytes[index..<index + count]
    }
}
