/// Header fields in order, names compared without case (RFC 9110, section 5).
public struct HTTPFields: Sendable, Hashable {
    /// One field line.
    public struct Field: Sendable, Hashable {
        /// The name as given: a token (RFC 9110, section 5.6.2).
        public let name: String

        /// The value without white space around it.
        public let value: String

        /// Creates a field, or `nil` where the name is no token or the value holds a control character.
        ///
        /// What is made here is safe to send: it cannot end its line or begin another.
        public init?(name: String, value: String) {
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte) else { return nil }
            guard value.utf8.allSatisfy(Self.isValueByte) else { return nil }
            self.name = name
            self.value = String(value.drop { $0 == " " || $0 == "\t" }.trimmingSuffix { $0 == " " || $0 == "\t" })
        }

        /// Takes a name and a value that are known to be as ``init(name:value:)`` makes them.
        init(checkedName name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// Whether a byte may be in a name (`tchar`).
        static func isTokenByte(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
            case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
                UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
                true
            default: false
            }
        }

        /// Whether a byte may be in a value: anything but control characters (section 5.5).
        static func isValueByte(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7f || byte == 0x09 }
    }

    /// The field lines in order.
    public private(set) var fields: [Field] = []

    /// Creates an empty list.
    public init() {}

    /// Creates a list of field lines.
    public init(_ fields: [Field]) {
        self.fields = fields
    }

    /// Adds a field line behind the others.
    public mutating func append(_ field: Field) {
        fields.append(field)
    }

    /// The first value under a name, or `nil`.
    public subscript(name: String) -> String? {
        fields.first { Self.isSameName($0.name, name) }?.value
    }

    /// Whether two names are one (RFC 9110, section 5.1).
    static func isSameName(_ left: String, _ right: String) -> Bool {
        func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
        guard left.utf8.count == right.utf8.count else { return false }
        return left == right || left.utf8.elementsEqual(right.utf8) { lower($0) == lower($1) }
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return rest
    }
}
