/// A numeric address of the internet protocol, version 4 or 6.
enum IPAddress: Sendable, Hashable {
    /// Four bytes, the first one highest.
    case v4(UInt32)

    /// Sixteen bytes in two halves.
    case v6(high: UInt64, low: UInt64)

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
        case .v6(let high, let low):
            let groups = [high, low].flatMap { half in (0..<4).map { half >> (48 - 16 * $0) & 0xffff } }
            return "[\(groups.map { String($0, radix: 16) }.joined(separator: ":"))]"
        }
    }
}
