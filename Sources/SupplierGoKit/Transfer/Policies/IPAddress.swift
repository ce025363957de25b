/// A numeric address of the internet protocol, version 4 or 6.
enum IPAddress: Sendable, Hashable {
    /// Four bytes, the first one highest.
    case v4(UInt32)

    /// Sixteen bytes, the first one highest.
    case v6(UInt128)

    /// Which addresses of a host are asked for.
    enum Versions: Sendable {
        case v4, any
    }
}

extension IPAddress: CustomStringConvertible {
    /// The address as a URL's host has it (RFC 3986, section 3.2.2).
    var description: String {
        switch self {
        case .v4(let address): return (0..<4).map { "\(address >> (24 - 8 * $0) & 0xff)" }.joined(separator: ".")
        case .v6(let address):
            let groups = (0..<8).map { String(address >> (112 - 16 * $0) & 0xffff, radix: 16) }
            return "[\(groups.joined(separator: ":"))]"
        }
    }
}
