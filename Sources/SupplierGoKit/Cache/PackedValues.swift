import FoundationEssentials

/// Values in bytes, one behind the other: numbers little-endian, texts and lists behind their lengths.
struct PackedValues {
    /// The bytes so far.
    private(set) var bytes: [UInt8] = []

    /// Begins with room for most of what is packed.
    init() {
        bytes.reserveCapacity(512)
    }

    mutating func append(_ value: some FixedWidthInteger) {
        bytes.append(addingCapacity: value.bitWidth / 8) { bytes in
            for shift in stride(from: 0, to: value.bitWidth, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: value >> shift))
            }
        }
    }

    mutating func append(_ text: String) {
        append(UInt32(truncatingIfNeeded: text.utf8.count))
        bytes.append(addingCapacity: text.utf8.count) { $0.append(copying: text.utf8.span) }
    }

    /// Whole microseconds.
    mutating func append(_ date: Date) {
        append(date.microseconds)
    }

    /// The lines are packed already.
    mutating func append(_ fields: HTTPFields) {
        append(UInt16(truncatingIfNeeded: fields.count))
        append(contentsOf: fields.bytes)
    }

    mutating func append(contentsOf bytes: [UInt8]) {
        self.bytes += bytes
    }

    /// Adds the hash of all that is before it, by which ``PackedValueReader`` knows that it is whole.
    mutating func seal() {
        append(XXH64.hash(of: bytes))
    }
}

extension Date {
    /// Whole microseconds since 1970; no more than 64 bits hold the sum of a few of.
    var microseconds: Int64 {
        let value = (timeIntervalSince1970 * 1_000_000).rounded()
        return Int64(max(-2e18, min(2e18, value.isNaN ? 0 : value)))
    }

    /// The nearest date that ``PackedValues`` keep as it is.
    var roundedToMicroseconds: Date { Date(microseconds: microseconds) }

    init(microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }
}
