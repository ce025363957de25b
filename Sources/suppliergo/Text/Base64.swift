/// Base 64 (RFC 4648, section 4), written straight into a format's bytes.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Adds bytes, encoded, with padding.
    static func append(_ bytes: [UInt8], to output: inout [UInt8]) {
        let alphabet = alphabet
        output.append(addingCapacity: (bytes.count + 2) / 3 * 4) { output in
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let rest = bytes.count - start
                var group = Int(bytes[start]) << 16
                if rest > 1 { group |= Int(bytes[start + 1]) << 8 }
                if rest > 2 { group |= Int(bytes[start + 2]) }
                output.append(alphabet[group >> 18])
                output.append(alphabet[group >> 12 & 63])
                output.append(rest > 1 ? alphabet[group >> 6 & 63] : UInt8(ascii: "="))
                output.append(rest > 2 ? alphabet[group & 63] : UInt8(ascii: "="))
            }
        }
    }
}
