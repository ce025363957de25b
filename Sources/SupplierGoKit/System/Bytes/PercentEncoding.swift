extension StringProtocol {
    /// The text with `%XX` for each byte but those that a URL holds as they are: letters, digits and `-._~` (RFC 3986,
    /// section 2.3).
    ///
    /// - Parameter keepsSlashes: whether slashes stay too, as in a path. Default `false`.
    package func percentEncoded(keepingSlashes keepsSlashes: Bool = false) -> String {
        var bytes: [UInt8] = []
        for byte in utf8 {
            if byte.isUnreserved || keepsSlashes && byte == UInt8(ascii: "/") {
                bytes.append(byte)
            } else {
                bytes += "%\(String(hexadecimal: [byte]).uppercased())".utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether a URL holds the byte as it is: a letter, a digit or one of `-._~` (RFC 3986, section 2.3).
    package var isUnreserved: Bool {
        (self | 0x20) &- UInt8(ascii: "a") < 26 || decimalValue != nil || [0x2d, 0x2e, 0x5f, 0x7e].contains(self)
    }
}
