/// Writes values as bytes: whole numbers in as few bytes as they need, texts after their length, a checksum at the end.
package struct ByteWriter {
    private(set) var bytes: [UInt8]

    /// Starts a record.
    ///
    /// - Parameter version: the format's version, which is the first byte.
    package init(version: UInt8) {
        bytes = []
        bytes.reserveCapacity(128)
        bytes.append(version)
    }

    /// Appends a byte.
    mutating func append(byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends a number's bytes, the lowest first.
    mutating func append(word: some FixedWidthInteger) {
        for shift in stride(from: 0, to: word.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: word &>> shift))
        }
    }

    /// Appends a count, seven bits in each byte, the lowest first (LEB128).
    package mutating func append(count: UInt64) {
        var rest = count
        while rest > 0x7f {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends a number of either sign; numbers near zero are short.
    mutating func append(_ number: Int64) {
        append(count: UInt64(bitPattern: number << 1 ^ number >> 63))
    }

    /// Appends a text.
    mutating func append(_ text: String) {
        append(count: UInt64(text.utf8.count))
        bytes += text.utf8
    }

    /// Appends a date in whole microseconds.
    package mutating func append(_ date: Date) {
        append(date.microseconds)
    }

    /// All bytes, followed by their checksum.
    ///
    /// - Parameter seed: what else the checksum depends on.
    package mutating func sealed(seed: UInt64 = 0) -> [UInt8] {
        append(word: UInt32(truncatingIfNeeded: XXH64.hash(of: bytes.span, seed: seed)))
        return bytes
    }
}

/// Reads what a ``ByteWriter`` has written. The bytes may be damaged in any way, or crafted: a checksum is no
/// signature. So every number is held to its range here, and nothing that was read traps later, nor when it is written
/// again.
package struct ByteReader {
    /// The bytes are damaged, or of another version, or a number is out of its range.
    package struct Damage: Error {}

    private let bytes: [UInt8]
    private let end: Int
    private var index = 1

    /// Checks the version and the checksum. Four bytes of XXH64 miss one damage in four billion.
    package init(_ bytes: [UInt8], version: UInt8, seed: UInt64 = 0) throws(Damage) {
        end = bytes.count - 4
        guard end >= 1, bytes[0] == version else { throw Damage() }
        let seal = UInt32(truncatingIfNeeded: XXH64.hash(of: bytes.span.extracting(0..<end), seed: seed))
        guard bytes.span.halfWord(at: end) == seal else { throw Damage() }
        self.bytes = bytes
    }

    /// Everything has been read.
    var isAtEnd: Bool { index == end }

    /// Reads a byte.
    mutating func byte() throws(Damage) -> UInt8 {
        guard index < end else { throw Damage() }
        defer { index += 1 }
        return bytes[index]
    }

    /// Reads eight bytes.
    mutating func word() throws(Damage) -> UInt64 {
        guard end - index >= 8 else { throw Damage() }
        defer { index += 8 }
        return bytes.span.word(at: index)
    }

    /// Reads a count.
    package mutating func count() throws(Damage) -> UInt64 {
        var count: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            let byte = try byte()
            count |= UInt64(byte & 0x7f) << UInt64(shift)
            if byte <= 0x7f { return count }
        }
        throw Damage()
    }

    /// Reads a count of at most `limit`.
    package mutating func count(upTo limit: Int) throws(Damage) -> Int {
        guard let count = Int(exactly: try count()), count <= limit else { throw Damage() }
        return count
    }

    /// Reads a number of either sign.
    mutating func number() throws(Damage) -> Int64 {
        let count = try count()
        return Int64(bitPattern: count >> 1) ^ -Int64(bitPattern: count & 1)
    }

    /// Reads a text.
    mutating func text() throws(Damage) -> String {
        let count = try count()
        guard count <= UInt64(end - index) else { throw Damage() }
        defer { index += Int(count) }
        return String(decoding: bytes[index..<index + Int(count)], as: UTF8.self)
    }

    /// Reads a date.
    package mutating func date() throws(Damage) -> Date { Date(microseconds: try microseconds()) }

    /// Reads a date's microseconds since 1970.
    mutating func microseconds() throws(Damage) -> Int64 {
        let microseconds = try number()
        guard Date.microsecondRange.contains(microseconds) else { throw Damage() }
        return microseconds
    }

    /// Reads a status; `nil` for 0.
    package mutating func status() throws(Damage) -> HTTPStatus? {
        let code = try count(upTo: 999)
        return code == 0 ? nil : HTTPStatus(code)
    }
}
