#if Curl
// The compiler takes sockaddr from whichever of two modules it loads first.
internal import CCurl
#endif

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

extension IPAddress {
    /// Reads an address as the system and libcurl do (`getaddrinfo` with `AI_NUMERICHOST`): also `127.1`, `0x7f000001`,
    /// and with a zone; `nil` for everything that is a name.
    init?(_ text: String) {
        self.init(of: text, flags: AI_NUMERICHOST)
    }

    /// The first address of a host, as the system and libcurl resolve it, which may take long; `nil` if it has none.
    init?(ofHost host: String, _ versions: Versions) {
        self.init(of: host, family: versions == .v4 ? AF_INET : AF_UNSPEC)
    }

    private init?(of host: String, flags: Int32 = 0, family: Int32 = AF_UNSPEC) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = flags
        unsafe hints.ai_family = family
        unsafe hints.ai_socktype = Sockets.stream
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else { return nil }
        defer { unsafe freeaddrinfo(list) }
        guard let address = unsafe list?.pointee.ai_addr, let value = unsafe IPAddress(address) else { return nil }
        self = value
    }

    /// Reads a socket's address; `nil` if its family is another one.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET:
            let value = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
            self = .v4(UInt32(bigEndian: value.sin_addr.s_addr))
        case AF_INET6:
            let value = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self)
            self = unsafe withUnsafeBytes(of: value.sin6_addr) { bytes in
                unsafe .v6(UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self)))
            }
        default: return nil
        }
    }
}
