/// Decides which addresses belong to the public internet; a pure function over values.
///
/// Everything else is private: the machine itself, its networks, or the cloud's metadata service. A stranger's catalog
/// must not lead there: `CatalogProvenance.swift` decides where its avatars may be, `RemotePages` where its pages.
/// A connection's address is checked by ``Transfer/mayConnect(to:)``.
enum HostPolicy {
    /// Networks of version 4 that are not public (RFC 6890 and the IANA registry of special-purpose addresses), as
    /// first address and length of the prefix.
    private static let privateNetworks: [(first: UInt32, length: UInt32)] = [
        (0x0000_0000, 8),  // this network
        (0x0a00_0000, 8),  // private (RFC 1918)
        (0x6440_0000, 10),  // shared by a carrier's customers (RFC 6598)
        (0x7f00_0000, 8),  // loopback
        (0xa9fe_0000, 16),  // link-local, metadata services among it (RFC 3927)
        (0xac10_0000, 12),  // private
        (0xc000_0000, 24),  // protocol assignments
        (0xc000_0200, 24),  // documentation
        (0xc058_6300, 24),  // relays of 6to4
        (0xc0a8_0000, 16),  // private
        (0xc612_0000, 15),  // benchmarks
        (0xc633_6400, 24),  // documentation
        (0xcb00_7100, 24),  // documentation
        (0xe000_0000, 4),  // multicast
        (0xf000_0000, 4),  // reserved, broadcast among it
    ]

    /// The numeric address is one of the public internet; `nil` if it is unknown, or not an address.
    static func isPublic(numericAddress text: String?) -> Bool? { text.flatMap { IPAddress($0) }.map(isPublic) }

    /// The address is one of the public internet.
    static func isPublic(_ address: IPAddress) -> Bool {
        switch address {
        case .v4(let address):
            return !privateNetworks.contains { ($0.first ^ address) >> (32 - $0.length) == 0 }
        case .v6(let address):
            // Forms that carry an address of version 4: mapped (RFC 4291), NAT64 (RFC 6052), 6to4 (RFC 3056).
            if [0xffff, 0x0064_ff9b << 64].contains(address >> 32) {
                return isPublic(.v4(UInt32(truncatingIfNeeded: address)))
            }
            if address >> 112 == 0x2002 { return isPublic(.v4(UInt32(truncatingIfNeeded: address >> 80))) }
            // Of the rest only global unicast is public (RFC 4291, section 2.4), but not protocol assignments, Teredo
            // among them (2001::/23), nor documentation (2001:db8::/32, 3fff::/20).
            return address >> 125 == 1 && address >> 105 != 0x2001_00 >> 1 && address >> 96 != 0x2001_0db8
                && address >> 108 != 0x3fff_0
        }
    }

    /// The URL's host is, by its text alone, not one of the public internet: an address, or `localhost`. A host in
    /// other digits or letters is in ASCII by then (``URL/hostName``).
    static func isPrivate(host: String) -> Bool {
        // The zone of an address of version 6, as a URL writes it (RFC 6874), is not one that the system reads.
        var name = host.prefix { $0 != "%" }.lowercased()
        while name.hasSuffix(".") { name.removeLast() }
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        return IPAddress(name).map { !isPublic($0) } ?? false
    }
}

extension URL {
    /// The URL's host is, by its text alone, not one of the public internet (``HostPolicy/isPrivate(host:)``).
    var hasPrivateHost: Bool { Origin(self).map { HostPolicy.isPrivate(host: $0.host) } ?? false }
}
