/// A supplier's picture: an endpoint and, once loaded, the image's bytes.
///
/// It does not depend on an image framework. Decode ``bytes`` with the one that you use.
public struct Avatar: Sendable, Hashable {
    /// The endpoint as the catalog gives it, without blanks and line ends around it: a URL, absolute or relative to the
    /// catalog, or the image itself (as a `data` URL or in base64); never empty.
    public let endpoint: String

    /// The image's bytes as the server sent them, without any content coding; `nil` until loaded.
    public var bytes: [UInt8]?

    /// Creates an avatar, or `nil` if the endpoint is empty or blank, or a word for none, such as `N/A`.
    public init?(endpoint: String, bytes: [UInt8]? = nil) {
        self.endpoint = endpoint.withoutBlanksAround
        guard !self.endpoint.isEmpty, !Self.meansNone(self.endpoint.utf8.span) else { return nil }
        self.bytes = bytes
    }

    /// The range of an endpoint in a text, without blanks around it; `nil` if there is none.
    @inline(__always)
    static func endpoint(in text: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
        guard let range = text.withoutBlanksAround(range) else { return nil }
        return range.count <= longestWord && meansNone(text.extracting(range)) ? nil : range
    }

    /// The words that databases and forms put in the place of an avatar that they do not have.
    private static let wordsForNone = ["n/a", "null", "none", "undefined", "false", "-", "#", "http://", "https://"]
    private static let longestWord = 9

    private static func meansNone(_ text: Span<UInt8>) -> Bool {
        guard text.count <= longestWord, "nufh-#".utf8.contains(text[0] | 0x20) else { return false }
        return wordsForNone.contains { text.isEqualIgnoringCase(to: $0.utf8.span) }
    }
}

extension Avatar: Redacted {
    /// The endpoint without user, password and the values of its query; an image in it is an ellipsis.
    package var shownEndpoint: String { (inlineAddress ?? endpoint).asShownURL }

    /// The endpoint without user, password and the values of its query, and the number of bytes loaded.
    public var description: String { shownEndpoint + (bytes.map { " (\(ByteCount.formatted($0.count)))" } ?? "") }
}

extension Avatar {
    /// The URL to load this avatar from.
    ///
    /// Endpoints are `http` or `https` URLs, absolute or relative to the catalog (RFC 3986, section 5). In a catalog
    /// that is a file they may also be `file` URLs or paths relative to the catalog's directory; a path is taken
    /// literally, without percent-decoding. An image that stands in the catalog itself has a `data` URL.
    ///
    /// - Throws: ``EndpointError``, for every other scheme, for `file` endpoints of a catalog that is not a file, and
    ///   for text that is not a URL.
    public func resolved(against catalog: CatalogLocation) throws(EndpointError) -> URL {
        if let url = inlineAddress.flatMap({ URL(string: $0) }) { return url }
        guard !endpoint.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
            throw .controlCharacters(endpoint: endpoint)
        }
        guard let scheme = endpoint.urlScheme else { return try resolvedRelative(to: catalog) }
        switch scheme {
        case "http", "https":
            guard let url = URL(written: endpoint), url.host()?.isEmpty == false else {
                throw .malformed(endpoint: endpoint)
            }
            return url
        case "file":
            guard case .file = catalog else { throw .fileOutsideFileCatalog(endpoint: endpoint) }
            guard let url = URL(written: endpoint) else { throw .malformed(endpoint: endpoint) }
            return url
        default:
            throw .unsupportedScheme(endpoint: endpoint, scheme: scheme)
        }
    }

    private func resolvedRelative(to catalog: CatalogLocation) throws(EndpointError) -> URL {
        switch catalog {
        case .remote(let base):
            guard let url = URL(written: endpoint, relativeTo: base) else { throw .malformed(endpoint: endpoint) }
            guard !url.isFileURL else { throw .fileOutsideFileCatalog(endpoint: endpoint) }
            return url
        case .file(let path):
            return URL(literalFilePath: endpoint, relativeTo: URL(directoryOfFile: path))
        case .standardInput, .command:
            throw .relativeWithoutBase(endpoint: endpoint)
        }
    }
}

// MARK: - Images in the catalog itself

extension Avatar {
    /// The `data` URL (RFC 2397) that the endpoint is, or that an image in base64 stands for; `nil` for every other
    /// endpoint.
    package var inlineAddress: String? {
        let text = endpoint.utf8.span
        if text.count > 4, text.extracting(first: 5).isEqualIgnoringCase(to: "data:".utf8.span) {
            return "data:" + endpoint.dropFirst(5)
        }
        return Self.imageType(ofBase64: text).map { "data:image/\($0);base64,\(endpoint)" }
    }

    /// The first characters of images in base64, in which a question mark stands for any character.
    private static let base64Beginnings = [
        ("/9j/", "jpeg"), ("iVBORw0KGgo", "png"), ("R0lGOD", "gif"), ("UklGR??????XRUJQ", "webp"),
        ("PHN2Z", "svg+xml"), ("PD94bWwg", "svg+xml"), ("PCEtL", "svg+xml"), ("PCFET0NUWVBFIHN2Z", "svg+xml"),
        ("77u/P", "svg+xml"), ("AAAA??Z0eXB", "heif"), ("AAAADEpYTCANCocK", "jxl"), ("AAAADGpQICANCocK", "jp2"),
        ("Qk??????AAAA", "bmp"), ("AAABAA", "vnd.microsoft.icon"), ("SUkqA", "tiff"), ("TU0AK", "tiff"),
    ]

    /// The kind of image that begins in a text of nothing but base64; `nil` for every other text, as a path is.
    static func imageType(ofBase64 text: Span<UInt8>) -> String? {
        // No image is as small.
        guard text.count >= 24, "/_iRUP7AQST".utf8.contains(text[0]) else { return nil }
        // A path's dot is no digit, and stands near its end.
        for index in text.indices.reversed() where !isBase64(text[index]) { return nil }
        return base64Beginnings.first { beginning, _ in
            beginning.utf8.enumerated().allSatisfy { index, byte in
                byte == UInt8(ascii: "?") || plainDigit(text[index]) == byte
            }
        }?.1
    }

    /// The media type of a `data` URL, and its bytes; `nil` without a comma, and for base64 that is not valid.
    package static func content(ofInline address: String) -> (type: String, bytes: [UInt8])? {
        guard let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let words = address[..<comma].dropFirst(5).lowercased().split(separator: ";", omittingEmptySubsequences: false)
        let type = words.first?.trimmed ?? ""
        // A `#` stays: people forget to escape those of colours.
        let text = address[address.utf8.index(after: comma)...].percentDecoded
        guard words.dropFirst().contains(where: { $0.trimmed == "base64" }) else { return (type, text) }
        return decoded(base64: text).map { (type, $0) }
    }

    /// The bytes of base64 in either alphabet (RFC 4648, sections 4 and 5), with blanks and line ends anywhere; `nil`
    /// if it is not valid. A `#` begins a fragment.
    private static func decoded(base64 text: [UInt8]) -> [UInt8]? {
        let digits = text.prefix { !"=#".utf8.contains($0) }.filter { !$0.isBlank }.map(plainDigit)
        let padding = repeatElement(UInt8(ascii: "="), count: -digits.count & 3)
        return Data(base64Encoded: Data(digits + padding)).map(Array.init)
    }

    /// A digit of base64 for URLs as that of the usual alphabet; every other byte stays.
    private static func plainDigit(_ byte: UInt8) -> UInt8 {
        byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte.decimalValue != nil || byte.isBlank
            || "+/-_=".utf8.contains(byte)
    }
}

extension Avatar {
    /// An endpoint that cannot be loaded.
    public enum EndpointError: Error, Sendable, Hashable {
        /// The text is not a URL.
        case malformed(endpoint: String)

        /// The text has a control character, which URLs may not have.
        case controlCharacters(endpoint: String)

        /// Only `http` and `https` are loaded, and `file` if the catalog is a file.
        case unsupportedScheme(endpoint: String, scheme: String)

        /// Only a catalog that is a file may name files.
        case fileOutsideFileCatalog(endpoint: String)

        /// A catalog from standard input or a command has no location to resolve a relative endpoint against.
        case relativeWithoutBase(endpoint: String)

        /// The address of details that a record gives is not of the catalog's own origin.
        case otherOrigin(endpoint: String)
    }
}

extension Avatar.EndpointError: Redacted, LocalizedError {
    /// One sentence without a full stop, and without a user, a password and the values of a query.
    public var description: String { description(of: "avatar endpoint") }

    /// The same, about an endpoint that is called something else.
    func description(of noun: String) -> String { "the \(noun) '\(endpoint.asShownURL)' \(reason)" }

    /// The endpoint as it was given.
    private var endpoint: String {
        switch self {
        case .malformed(let endpoint), .controlCharacters(let endpoint), .unsupportedScheme(let endpoint, _),
            .fileOutsideFileCatalog(let endpoint), .relativeWithoutBase(let endpoint), .otherOrigin(let endpoint):
            endpoint
        }
    }

    /// A clause about the endpoint.
    package var reason: String {
        switch self {
        case .malformed: "is not a URL"
        case .controlCharacters: "holds a control character"
        case .unsupportedScheme(_, let scheme):
            "has the scheme '\(scheme.shownText())'; only http and https are loaded"
        case .fileOutsideFileCatalog: "names a file, which only a catalog that is a file may do"
        case .relativeWithoutBase: "is relative, but the catalog has no location of its own"
        case .otherOrigin: "is not of the catalog's own origin"
        }
    }
}
