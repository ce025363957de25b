/// Resolves the endpoints of one catalog's avatars to the text of their URLs, most of them without making a `URL`.
///
/// A million suppliers may have to be resolved to print a list. An endpoint that a URL parser would not change is
/// resolved by joining text. All others go through ``Avatar/resolved(against:)``; both give the same text.
package struct EndpointResolver: Sendable {
    private let catalog: CatalogLocation

    /// The texts before a path from the root and before one from the catalog's directory; `nil` if a URL parser would change the
    /// catalog's own URL.
    private let bases: (origin: String, directory: String)?

    /// The catalog's directory, up to a slash; `nil` if the catalog is not a file.
    private let fileDirectory: String?

    /// The `file` URLs that suppliers of a catalog at a URL may have all the same: the user's own edits gave them these.
    private let trustedFiles: [Supplier.ID: String]

    /// Creates a resolver.
    package init(against catalog: CatalogLocation, trusting edits: SupplierEdits = SupplierEdits()) {
        self.catalog = catalog
        trustedFiles = edits.avatarFiles
        switch catalog {
        case .remote(let url):
            bases = Self.bases(of: url.absoluteString)
            fileDirectory = nil
        case .file(let path):
            // Without dot segments, which a URL's directory keeps.
            let file = URL(literalFilePath: "x", relativeTo: URL(directoryOfFile: path))
            bases = ("file://", String(file.absoluteString.dropLast()))
            fileDirectory = String(file.path(percentEncoded: false).dropLast())
        case .standardInput, .command:
            (bases, fileDirectory) = (nil, nil)
        }
    }

    /// The text of an avatar's URL, without its fragment.
    ///
    /// - Parameter id: the supplier's id; default `nil`, for one whose edits do not matter.
    /// - Throws: ``Avatar/EndpointError``, as ``Avatar/resolved(against:)`` does.
    func address(of avatar: Avatar, for id: Supplier.ID? = nil) throws(Avatar.EndpointError) -> String {
        let endpoint = avatar.endpoint.utf8.span
        if PlainURL.pathStart(in: endpoint) != nil { return avatar.endpoint }
        if let bases, fileDirectory != nil ? PlainURL.isFilePath(endpoint) : PlainURL.isPath(endpoint) {
            return (endpoint[0] == UInt8(ascii: "/") ? bases.origin : bases.directory) + avatar.endpoint
        }
        if !trustedFiles.isEmpty, let id, trustedFiles[id] == avatar.endpoint { return avatar.endpoint }
        return PlainURL.withoutFragment(try avatar.resolved(against: catalog).absoluteString)
    }

    /// An avatar's endpoint in a form that means the same wherever the catalog is kept: an absolute URL, or an absolute path
    /// if the catalog is a file. An endpoint that has a scheme or cannot be resolved stays as it is.
    package func absoluteEndpoint(of avatar: Avatar) -> String {
        guard Avatar.scheme(of: avatar.endpoint) == nil else { return avatar.endpoint }
        do {
            guard let fileDirectory else { return try address(of: avatar) }
            let endpoint = avatar.endpoint.utf8.span
            if PlainURL.isFilePath(endpoint) {
                return (endpoint[0] == UInt8(ascii: "/") ? "" : fileDirectory) + avatar.endpoint
            }
            return try avatar.resolved(against: catalog).path(percentEncoded: false)
        } catch {
            return avatar.endpoint
        }
    }

    /// The bases of a remote catalog (RFC 3986, section 5.2.3): relative paths follow the last slash of its path.
    private static func bases(of catalog: String) -> (origin: String, directory: String)? {
        let text = catalog.utf8
        guard let pathStart = PlainURL.pathStart(in: text.span) else { return nil }
        let path = text.dropFirst(pathStart).prefix { $0 != UInt8(ascii: "?") }
        let origin = String(decoding: text.prefix(pathStart), as: UTF8.self)
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return (origin, origin + "/") }
        return (origin, String(decoding: text[...slash], as: UTF8.self))
    }
}

/// Recognises text that a URL parser does not change (RFC 3986): ASCII without escapes, dot segments or fragments. Not
/// all such text is recognised.
enum PlainURL {
    /// Where the path of an absolute `http` or `https` URL begins; `nil` for anything else.
    static func pathStart(in text: Span<UInt8>) -> Int? {
        guard let hostStart = hostStart(in: text) else { return nil }
        var index = hostStart
        while index < text.count, isOfHost(text[index]) { index += 1 }
        guard index > hostStart else { return nil }
        if index < text.count, text[index] == UInt8(ascii: ":") {
            let portStart = index + 1
            index = portStart
            while index < text.count, text[index].decimalValue != nil { index += 1 }
            // Up to 59999: a number with more digits, or a higher one, need not be a port.
            let isShort = index - portStart < 5 || index - portStart == 5 && text[portStart] < UInt8(ascii: "6")
            guard index > portStart, isShort else { return nil }
        }
        guard index == text.count || text[index] == UInt8(ascii: "/") else { return nil }
        return isPlain(text, from: index, allowsQuery: true, allowsColons: true) ? index : nil
    }

    /// Whether a reference is a path, from the root or from the catalog's directory, with a query or without.
    static func isPath(_ text: Span<UInt8>) -> Bool {
        guard text.count > 0, text[0] != UInt8(ascii: "."), text[0] != UInt8(ascii: "?") else { return false }
        // A colon may follow a scheme.
        return isPlain(text, from: 0, allowsQuery: true, allowsColons: false)
    }

    /// Whether a reference is the path of a file, from the root or from the catalog's directory.
    static func isFilePath(_ text: Span<UInt8>) -> Bool {
        guard text.count > 0, text[0] != UInt8(ascii: "."), text[text.count - 1] != UInt8(ascii: "/") else {
            return false
        }
        return isPlain(text, from: 0, allowsQuery: false, allowsColons: false)
    }

    /// The text of a URL without its fragment, which servers do not see (RFC 9110, section 4.2.5).
    static func withoutFragment(_ text: String) -> String {
        text.utf8.firstIndex(of: UInt8(ascii: "#")).map { String(text[..<$0]) } ?? text
    }

    private static func hostStart(in text: Span<UInt8>) -> Int? {
        // "http" and "://" or "s://", with one letter more.
        guard text.count >= 8, text.halfWord(at: 0) == 0x7074_7468 else { return nil }
        let rest = text.halfWord(at: 4)
        if rest == 0x2f2f_3a73 { return 8 }
        return rest & 0xff_ffff == 0x2f_2f3a ? 7 : nil
    }

    /// Whether all bytes are unreserved, or delimiters without a meaning of their own (RFC 3986, section 2), and no segment
    /// is empty or begins with a dot.
    private static func isPlain(
        _ text: Span<UInt8>, from start: Int, allowsQuery: Bool, allowsColons: Bool
    ) -> Bool {
        var isAfterSlash = false
        for index in start..<text.count {
            switch text[index] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                isAfterSlash = false
            case UInt8(ascii: "/"), UInt8(ascii: "."):
                guard !isAfterSlash else { return false }
                isAfterSlash = text[index] == UInt8(ascii: "/")
            case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
                UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
                UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "~"):
                guard allowsQuery else { return false }
                isAfterSlash = false
            case UInt8(ascii: ":"):
                guard allowsColons else { return false }
                isAfterSlash = false
            default: return false
            }
        }
        return true
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        byte.decimalValue != nil || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}
