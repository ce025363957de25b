public import SupplierGoKit

/// A request as it came in.
public struct RecordedRequest: Sendable, Hashable {
    /// The number of its connection, from 1, in the order they were accepted.
    public let connection: Int

    /// The head byte for byte, with the empty line that ends it.
    public let head: [UInt8]

    /// The body, by its `Content-Length`.
    public internal(set) var body: [UInt8] = []

    /// The method and the target of the request line.
    public let method, target: String

    /// Reads a head, or gives `nil` if its first line is not a request line.
    public init?(head: [UInt8], body: [UInt8] = [], connection: Int = 1) {
        let line = head.prefix { $0 != 0x0d }
        let parts = line.split(separator: 0x20)
        guard parts.count == 3 else { return nil }
        self.connection = connection
        self.head = head
        self.body = body
        method = String(decoding: parts[0], as: UTF8.self)
        target = String(decoding: parts[1], as: UTF8.self)
    }

    /// The header fields in the order they came in; lines that are no field are left out.
    public var fields: HeaderFields {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").dropFirst()
        return HeaderFields(
            lines.compactMap { line in
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                return parts.count == 2 ? HeaderFields.Field(name: String(parts[0]), value: String(parts[1])) : nil
            })
    }

    /// The first value of a header field, or `nil`.
    public subscript(name: String) -> String? { fields[name] }

    /// How many bytes stand before the end of the first empty line, or `nil` if there is none yet.
    static func headByteCount(in bytes: [UInt8]) -> Int? {
        var start = 0
        while let index = bytes[start...].firstIndex(of: 0x0d), index + 4 <= bytes.count {
            if bytes[index...].starts(with: [0x0d, 0x0a, 0x0d, 0x0a]) { return index + 4 }
            start = index + 1
        }
        return nil
    }
}
