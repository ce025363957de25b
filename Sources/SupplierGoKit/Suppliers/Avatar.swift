/// A supplier's picture: an endpoint and, once loaded, the image's bytes.
///
/// It does not depend on an image framework. Decode ``bytes`` with the one that you use.
public struct Avatar: Sendable, Hashable {
    /// The endpoint as the catalog gives it, without blanks and line ends around it: a URL, absolute or relative to the
    /// catalog; never empty.
    public let endpoint: String

    /// The image's bytes as the server sent them, without any content coding; `nil` until loaded.
    public var bytes: [UInt8]?

    /// Creates an avatar, or `nil` if the endpoint is empty or blank.
    public init?(endpoint: String, bytes: [UInt8]? = nil) {
        self.endpoint = endpoint.withoutBlanksAround
        guard !self.endpoint.isEmpty else { return nil }
        self.bytes = bytes
    }
}

extension Avatar: Redacted {
    /// The endpoint without user, password and the values of its query, and the number of bytes loaded.
    public var description: String { endpoint.asShownURL + (bytes.map { " (\(ByteCount.formatted($0.count)))" } ?? "") }
}

extension Avatar {
    /// The URL to load this avatar from.
    ///
    /// Endpoints are `http` or `https` URLs, absolute or relative to the catalog (RFC 3986, section 5). In a catalog
    /// that is a file they may also be `file` URLs or paths relative to the catalog's directory; a path is taken
    /// literally, without percent-decoding.
    ///
    /// - Throws: ``EndpointError``, for every other scheme, for `file` endpoints of a catalog that is not a file, and
    ///   for text that is not a URL.
    public func resolved(against catalog: CatalogLocation) throws(EndpointError) -> URL {
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
            guard let url = URL(written: scheme + endpoint.dropFirst(scheme.count)) else {
                throw .malformed(endpoint: endpoint)
            }
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
