/// Where a catalog is: at an `http` or `https` URL, in a file, on standard input, or in a command's output.
public enum CatalogLocation: Sendable, Hashable {
    /// An `http` or `https` URL.
    case remote(URL)

    /// A file's absolute path.
    case file(path: String)

    /// The process's standard input, which can be read once.
    case standardInput

    /// The output of a command, under a name that is its identity. A ``DataLoading`` of the caller's runs it, when it
    /// is asked for the URL `command:NAME`, and throws if it fails.
    case command(name: String)

    /// Reads a location as people write it: a URL, a path, or `-` for standard input.
    ///
    /// - Parameters:
    ///   - text: the location. Text without a scheme `http`, `https` or `file` is a path.
    ///   - directory: the absolute path that relative paths start from.
    /// - Throws: ``ParseError``.
    public init(_ text: String, relativeTo directory: String) throws(ParseError) {
        guard !text.isEmpty else { throw .empty }
        guard text != "-" else {
            self = .standardInput
            return
        }
        guard !text.utf8.contains(0) else { throw .malformed(text) }
        let address = text.withoutBlanksAround
        let parts = address.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[1].hasPrefix("//") || parts[0].lowercased() == "file" else {
            // After a directory that is a link, '..' is the parent of the link's target: only the system knows it.
            if text.split(separator: "/").drop(while: { $0.allSatisfy { $0 == "." } }).contains("..") {
                self = .file(path: text.hasPrefix("/") ? text : directory + "/" + text)
                return
            }
            let base = URL(filePath: directory, directoryHint: .isDirectory)
            self = .file(path: URL(literalFilePath: text, relativeTo: base).path(percentEncoded: false))
            return
        }
        guard let url = URL(written: address) else { throw .malformed(text) }
        switch parts[0].lowercased() {
        case "http", "https":
            guard url.host()?.isEmpty == false, (url.port ?? 0) <= UInt16.max else { throw .malformed(text) }
            self = .remote(url)
        case "file":
            let path = url.path(percentEncoded: false)
            guard path.hasPrefix("/") else { throw .malformed(text) }
            self = .file(path: path)
        default:
            throw .unsupportedScheme(text, scheme: String(parts[0]))
        }
    }
}

extension CatalogLocation {
    /// The location as a text that is the same for every reading of the catalog: the path of a file, or the URL without
    /// user, password, fragment and the signature in its query, and normalized; `nil` for standard input, which may
    /// hold any catalog.
    package var identity: String? {
        switch self {
        case .remote(let url):
            let address = PlainURL.withoutFragment(url.normalized.withoutCredentials)
            return address.withoutSignature ?? address
        case .file(let path):
            return URL(filePath: path, directoryHint: .notDirectory).standardized.path(percentEncoded: false)
        case .command(let name): return Self.url(ofCommand: name).absoluteString
        case .standardInput: return nil
        }
    }

    /// The location without the user and the password of its URL.
    var withoutCredentials: CatalogLocation {
        guard case .remote(let url) = self, let shown = URL(string: url.withoutCredentials) else { return self }
        return .remote(shown)
    }

    /// The URL that a loader is asked for: a server's, or that of a command; `nil` for a file and standard input.
    package var requestURL: URL? {
        switch self {
        case .remote(let url): url
        case .command(let name): Self.url(ofCommand: name)
        case .file, .standardInput: nil
        }
    }

    /// The text under which a cache keeps what belongs to it: its URL without fragment, or its path.
    var address: String { requestURL?.address ?? description }

    /// The URL that stands for the output of a command: `command:NAME`.
    static func url(ofCommand name: String) -> URL {
        var parts = URLComponents()
        (parts.scheme, parts.path) = (commandScheme, name)
        return parts.url ?? URL(filePath: name, directoryHint: .notDirectory)
    }

    /// The command's output that a URL stands for; `nil` for every other URL.
    init?(commandURL url: URL) {
        guard url.scheme == Self.commandScheme else { return nil }
        self = .command(name: url.path(percentEncoded: false))
    }

    private static let commandScheme = "command"
}

extension CatalogLocation: Redacted {
    /// The URL without user, password and the values of its query; the path, the command's name, or `-`.
    public var description: String {
        switch self {
        case .remote(let url): url.shown
        case .file(let path): path
        case .standardInput: "-"
        case .command(let name): "the output of the command of '\(name)'"
        }
    }
}

extension URL {
    /// The URL, whose scheme and host are in lower case (`URL.init(written:relativeTo:)`), without `.` and `..` in its
    /// path and without its scheme's own port (RFC 3986, section 6.2).
    fileprivate var normalized: URL {
        let url = standardized
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
        if parts.port == (parts.scheme == "https" ? 443 : 80) { parts.port = nil }
        if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
        return parts.url ?? url
    }

    /// Creates the absolute URL of a path that is taken literally: `URL` alone would replace `~` by the home directory.
    init(literalFilePath path: String, relativeTo directory: URL) {
        let literal = path.hasPrefix("~") ? "./\(path)" : path
        self = URL(filePath: literal, directoryHint: .notDirectory, relativeTo: directory).absoluteURL
    }

    /// Creates the URL of the directory that a file is in.
    init(directoryOfFile path: String) {
        self = URL(filePath: path, directoryHint: .notDirectory).deletingLastPathComponent()
    }
}

extension CatalogLocation {
    /// A text that is not a catalog's location.
    public enum ParseError: Error, Sendable, Hashable {
        /// The text is empty.
        case empty

        /// The text is not a URL, or a URL without a host or path.
        case malformed(String)

        /// The scheme is not `http`, `https` or `file`.
        case unsupportedScheme(String, scheme: String)
    }
}

extension CatalogLocation.ParseError: Redacted, LocalizedError {
    /// One sentence without a full stop, and without a user, a password and the values of a query.
    public var description: String {
        switch self {
        case .empty: "the catalog's location is empty"
        case .malformed(let text): "'\(text.asShownURL)' is not a URL that a catalog can be read from"
        case .unsupportedScheme(let text, let scheme):
            "'\(text.asShownURL)' has the scheme '\(scheme.shownText())'; a catalog is an http or https URL, a file, "
                + "or '-'"
        }
    }
}
