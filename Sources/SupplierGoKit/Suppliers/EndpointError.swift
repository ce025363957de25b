/// Why an avatar's endpoint names nothing that may be loaded.
public enum EndpointError: Error, Sendable, Hashable {
    /// The text is no URL.
    case malformed(endpoint: String)

    /// The text holds a control character, which no URL may.
    case controlCharacters(endpoint: String)

    /// Only `http` and `https` are loaded, and `file` where the catalog is a file.
    case unsupportedScheme(endpoint: String, scheme: String)

    /// A catalog that came over the network or on standard input may not name files.
    case fileOutsideFileCatalog(endpoint: String)

    /// The catalog came on standard input, so that there is nothing to resolve a relative endpoint against.
    case relativeWithoutBase(endpoint: String)
}

extension EndpointError: CustomStringConvertible {
    /// One sentence without a full stop.
    public var description: String {
        switch self {
        case .malformed(let endpoint): "the avatar endpoint '\(endpoint)' is no URL"
        case .controlCharacters(let endpoint): "the avatar endpoint '\(endpoint)' holds a control character"
        case .unsupportedScheme(let endpoint, let scheme):
            "the avatar endpoint '\(endpoint)' has the scheme '\(scheme)'; only http and https are loaded"
        case .fileOutsideFileCatalog(let endpoint):
            "the avatar endpoint '\(endpoint)' names a file, which only a catalog that is a file may do"
        case .relativeWithoutBase(let endpoint):
            "the avatar endpoint '\(endpoint)' is relative, but the catalog came on standard input"
        }
    }
}
