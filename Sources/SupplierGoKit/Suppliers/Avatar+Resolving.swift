public import FoundationEssentials

extension Avatar {
    /// The URL to load this avatar from.
    ///
    /// Endpoints are `http` or `https` URLs, absolute or relative to the catalog (RFC 3986, section 5). In a catalog
    /// that is a file they may also be `file` URLs or paths relative to the catalog's directory; a path is taken
    /// literally, without percent-decoding.
    ///
    /// - Throws: ``EndpointError``, for every other scheme, for `file` endpoints of a catalog that is no file, and for
    ///   text that is no URL.
    public func resolved(against catalog: CatalogLocation) throws(EndpointError) -> URL {
        guard !endpoint.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
            throw .controlCharacters(endpoint: endpoint)
        }
        guard let scheme = Self.scheme(of: endpoint) else { return try resolvedRelative(to: catalog) }
        switch scheme {
        case "http", "https":
            guard let url = URL(string: endpoint), let host = url.host(), !host.isEmpty else {
                throw .malformed(endpoint: endpoint)
            }
            return url
        case "file":
            guard case .file = catalog else { throw .fileOutsideFileCatalog(endpoint: endpoint) }
            guard let url = URL(string: endpoint) else { throw .malformed(endpoint: endpoint) }
            return url
        default:
            throw .unsupportedScheme(endpoint: endpoint, scheme: scheme)
        }
    }

    private func resolvedRelative(to catalog: CatalogLocation) throws(EndpointError) -> URL {
        switch catalog {
        case .remote(let base):
            guard let url = URL(string: endpoint, relativeTo: base)?.absoluteURL else {
                throw .malformed(endpoint: endpoint)
            }
            return url
        case .file(let path):
            let directory = URL(filePath: path, directoryHint: .notDirectory).deletingLastPathComponent()
            return URL(literalFilePath: endpoint, relativeTo: directory)
        case .standardInput:
            throw .relativeWithoutBase(endpoint: endpoint)
        }
    }

    /// The scheme in lower case (RFC 3986, section 3.1), or `nil` where the reference is relative.
    private static func scheme(of reference: String) -> String? {
        guard let colon = reference.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = reference[..<colon]
        guard let first = scheme.utf8.first, isASCIILetter(first) else { return nil }
        let isScheme = scheme.utf8.allSatisfy { byte in
            isASCIILetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "+")
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        return isScheme ? scheme.lowercased() : nil
    }

    private static func isASCIILetter(_ byte: UInt8) -> Bool {
        (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
    }
}
