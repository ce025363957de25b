/// Header fields in order, names compared without case (RFC 9110, section 5).
///
/// All lines are in one block of bytes: an answer has a dozen of them, of which hardly any is read.
public struct HeaderFields: Sendable, Hashable {
    /// One field line.
    public struct Field: Sendable, Hashable {
        /// The name as given: a token (RFC 9110, section 5.6.2).
        public let name: String

        /// The value without white space around it.
        public let value: String

        /// Creates a field, or `nil` if the name is not a token or the value holds a control character.
        ///
        /// A field is safe to send: it cannot end its line or begin another.
        public init?(name: String, value: String) {
            let (nameBytes, valueBytes) = (name.utf8.span, value.utf8.span)
            guard !nameBytes.isEmpty else { return nil }
            for index in nameBytes.indices where !Self.isTokenByte(nameBytes[index]) { return nil }
            for index in valueBytes.indices where !Self.isValueByte(valueBytes[index]) { return nil }
            self.name = name
            let trimmed = valueBytes.trimmingBlanks(valueBytes.indices)
            self.value = trimmed == valueBytes.indices ? value : String(decoding: valueBytes.extracting(trimmed))
        }

        /// Takes a name and a value that are known to be as ``init(name:value:)`` makes them.
        fileprivate init(checkedName name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// Tests if a byte may be in a name (`tchar`).
        static func isTokenByte(_ byte: UInt8) -> Bool {
            if (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "-") { return true }
            switch byte {
            case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
                UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "^"),
                UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
                return true
            default: return byte.decimalValue != nil
            }
        }

        /// Tests if a byte may be in a value: anything but control characters (section 5.5).
        static func isValueByte(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7f || byte == 0x09 }
    }

    /// The lines in order: for each the name and the value, each after its length in four bytes, little-endian.
    private(set) var bytes: [UInt8] = []

    /// The number of lines.
    private(set) var count = 0

    /// The field lines in order.
    public var fields: [Field] { lines.map { Field(checkedName: text(at: $0.name), value: text(at: $0.value)) } }

    /// Creates an empty list.
    public init() {}

    /// Creates a list of field lines.
    public init(_ fields: [Field]) {
        for field in fields { append(field) }
    }

    /// Adds a field line at the end.
    public mutating func append(_ field: Field) {
        appendLine(field.name.utf8.span, field.value.utf8.span)
    }

    /// The first value under a name, or `nil`.
    public subscript(name: String) -> String? {
        firstLine(of: name).map { text(at: $0.value) }
    }

    /// Adds a line with a name and a value as a ``Field`` has them.
    mutating func appendLine(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        count += 1
        bytes.append(addingCapacity: 8 + name.count + value.count) { bytes in
            bytes.append(halfWord: UInt32(name.count))
            bytes.append(copying: name)
            bytes.append(halfWord: UInt32(value.count))
            bytes.append(copying: value)
        }
    }

    /// Adds all lines of others at the end.
    mutating func append(contentsOf others: HeaderFields) {
        count += others.count
        bytes += others.bytes
    }

    /// Removes the last line.
    mutating func removeLast(_ line: Line) {
        count -= 1
        bytes.removeSubrange((line.name.lowerBound - 4)...)
    }

    /// Forgets all lines, but not the room for them.
    mutating func removeAll() {
        count = 0
        bytes.removeAll(keepingCapacity: true)
    }

    /// Reserves room for lines of this many bytes.
    mutating func reserveCapacity(_ byteCount: Int) {
        bytes.reserveCapacity(byteCount)
    }
}
