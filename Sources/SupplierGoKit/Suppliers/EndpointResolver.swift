/// Resolves the endpoints of one catalog's avatars to the text of their URLs, most of them without making a `URL`.
///
/// A million suppliers may have to be resolved to print a list. An endpoint that a URL parser would not change is
/// resolved by joining text. All others go through ``Avatar/resolved(against:)``; both give the same text.
package struct EndpointResolver: Sendable {
    private let catalog: CatalogLocation

    /// The same without the user and the password of its URL, which are never printed.
    private let shownCatalog: CatalogLocation

    /// The texts before a path from the root and before one from the catalog's directory; `nil` if a URL parser would
    /// change the catalog's own URL.
    private let bases: (origin: String, directory: String)?

    /// The catalog's directory, up to a slash; `nil` if the catalog is not a file.
    private let fileDirectory: String?

    /// The `file` URLs that suppliers of a catalog at a URL may have all the same: the user's own edits gave them
    /// these.
    private let trustedFiles: [Supplier.ID: String]

    /// Creates a resolver.
    package init(against catalog: CatalogLocation, trusting edits: SupplierEdits = SupplierEdits()) {
        self.catalog = catalog
        shownCatalog = catalog.withoutCredentials
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

    /// The text of an avatar's URL, without its fragment; that of an image in the catalog itself has the image.
    ///
    /// - Parameter id: the supplier's id; default `nil`, for one whose edits do not matter.
    /// - Throws: ``Avatar/EndpointError``, as ``Avatar/resolved(against:)`` does.
    package func address(of avatar: Avatar, for id: Supplier.ID? = nil) throws(Avatar.EndpointError) -> String {
        let endpoint = avatar.endpoint.utf8.span
        if PlainURL.pathStart(in: endpoint) != nil { return avatar.endpoint }
        if let address = avatar.inlineAddress { return address }
        if let bases, fileDirectory != nil ? PlainURL.isFilePath(endpoint) : PlainURL.isPath(endpoint) {
            return (endpoint[0] == UInt8(ascii: "/") ? bases.origin : bases.directory) + avatar.endpoint
        }
        if !trustedFiles.isEmpty, let id, trustedFiles[id] == avatar.endpoint { return avatar.endpoint }
        return try avatar.resolved(against: catalog).address
    }

    /// An avatar's endpoint in a form that means the same wherever the catalog is kept: an absolute URL, or an absolute
    /// path if the catalog is a file. A relative endpoint gets neither user nor password from the catalog's URL; one
    /// that has a scheme, is an image or cannot be resolved stays as it is.
    package func absoluteEndpoint(of avatar: Avatar) -> String {
        if let base = base(of: avatar.endpoint.utf8.span) { return base + avatar.endpoint }
        guard avatar.inlineAddress == nil, avatar.endpoint.urlScheme == nil else { return avatar.endpoint }
        do {
            let url = try avatar.resolved(against: shownCatalog)
            return fileDirectory == nil ? url.address : url.path(percentEncoded: false)
        } catch {
            return avatar.endpoint
        }
    }

    /// The text that ``absoluteEndpoint(of:)`` has before an endpoint that is a plain path; `nil` for other endpoints.
    @inline(__always)
    package func base(of endpoint: Span<UInt8>) -> String? {
        guard let bases, fileDirectory != nil ? PlainURL.isFilePath(endpoint) : PlainURL.isPath(endpoint),
            Avatar.imageType(ofBase64: endpoint) == nil
        else { return nil }
        if endpoint[0] != UInt8(ascii: "/") { return fileDirectory ?? bases.directory }
        return fileDirectory == nil ? bases.origin : ""
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
