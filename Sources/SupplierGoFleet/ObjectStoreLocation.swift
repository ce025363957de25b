public import SupplierGoKit

/// The place of objects: a bucket, a prefix in it, the bucket's server, and the credentials that sign requests.
///
/// Buckets are always addressed by path (`https://ENDPOINT/BUCKET/NAME`), which every implementation of S3's interface
/// understands.
public struct ObjectStoreLocation: Sendable, Hashable {
    /// The bucket's name.
    public let bucket: String

    /// The first part of the names of all objects, before a slash; empty for the whole bucket.
    public let prefix: String

    /// The server, with a path if buckets are not at its root; without a slash at its end.
    public let endpoint: URL

    /// The signature of requests.
    package let signature: RequestSignature

    /// Creates a location from its parts.
    ///
    /// - Parameters:
    ///   - text: the bucket and the prefix, as `s3://BUCKET/PREFIX`. The prefix is taken as it is: it has no escapes.
    ///   - endpoint: the `http` or `https` URL of the server.
    ///   - signature: what requests are signed with.
    /// - Throws: ``ObjectStoreLocation/Error``.
    package init(
        _ text: String, endpoint: String, signature: RequestSignature
    ) throws(Error) {
        (bucket, prefix) = try Self.parts(of: text)
        self.endpoint = try Self.endpoint(endpoint)
        guard Self.isName(signature.region, atMost: 64) else { throw .malformedRegion(signature.region) }
        self.signature = signature
    }

    /// Creates a location as other programs for S3 find it: from variables, else from the files of a profile.
    ///
    /// The variables are `AWS_ENDPOINT_URL_S3` and `AWS_ENDPOINT_URL`, `AWS_REGION` and `AWS_DEFAULT_REGION`,
    /// `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`. The files are `~/.aws/credentials` and
    /// `~/.aws/config`, or those that `AWS_SHARED_CREDENTIALS_FILE` and `AWS_CONFIG_FILE` name; the profile is
    /// `AWS_PROFILE`'s, else `default`. Without a region it is `us-east-1`, without an endpoint Amazon's.
    ///
    /// - Parameters:
    ///   - text: the bucket and the prefix, as `s3://BUCKET/PREFIX`. The prefix is taken as it is: it has no escapes.
    ///   - environment: the variables; `HOME` is the directory that `~` stands for.
    /// - Throws: ``ObjectStoreLocation/Error``.
    public init(_ text: String, environment: [String: String]) async throws(Error) {
        _ = try Self.parts(of: text)
        let profile = try await StoreProfile(environment: environment)
        guard let signature = profile.signature else { throw .noCredentials(text, advice: profile.advice) }
        let region = profile.region
        let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        try self.init(text, endpoint: profile.endpoint ?? "https://s3.\(region).\(domain)", signature: signature)
    }

    /// The text is of the form `s3://BUCKET/PREFIX`.
    package static func isLocation(_ text: String) -> Bool { (try? parts(of: text)) != nil }

    private static func parts(of text: String) throws(Error) -> (bucket: String, prefix: String) {
        guard text.hasPrefix("s3://"), text.utf8.count <= 900, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
            throw .malformed(text)
        }
        let names = text.dropFirst(5).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var prefix = names.count == 2 ? names[1] : ""
        if prefix.hasSuffix("/") { prefix.removeLast() }
        // Servers and libcurl would take such a part out of the path.
        let isPlain = prefix.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
            !["", ".", ".."].contains($0)
        }
        guard let bucket = names.first, isName(bucket, atMost: 255), bucket != ".", bucket != "..",
            prefix.isEmpty || isPlain
        else { throw .malformed(text) }
        return (String(bucket), String(prefix))
    }

    private static func isName(_ text: some StringProtocol, atMost limit: Int) -> Bool {
        (1...limit).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: "~") }
    }

    private static func endpoint(_ text: String) throws(Error) -> URL {
        var address = text[...]
        while address.hasSuffix("/") { address.removeLast() }
        // A user and password would take the place of the signature's.
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }), !text.contains("?"), !text.contains("#"),
            let url = URL(string: String(address)), Origin(url) != nil, url.user == nil, url.password == nil
        else { throw .malformedEndpoint(text) }
        return url
    }
}

extension ObjectStoreLocation {
    /// The URL of an object; `nil` for a name that no URL can have.
    func url(ofObjectNamed name: String) -> URL? {
        let path = (prefix.isEmpty ? [bucket, name] : [bucket, prefix, name]).joined(separator: "/")
        return URL(string: "\(endpoint.absoluteString)/\(path.percentEncoded(keepingSlashes: true))")
    }
}

extension ObjectStoreLocation: CustomStringConvertible {
    /// The bucket and the prefix, as `s3://BUCKET/PREFIX`.
    public var description: String { "s3://" + bucket + (prefix.isEmpty ? "" : "/" + prefix) }
}

extension ObjectStoreLocation {
    /// An error in an object store's location.
    public enum Error: Swift.Error, Sendable, Hashable {
        /// The text is not of the form `s3://BUCKET/PREFIX`.
        case malformed(String)

        /// The endpoint is not an `http` or `https` URL of a server, without user and query.
        case malformedEndpoint(String)

        /// The region is not a name of letters, digits and hyphens.
        case malformedRegion(String)

        /// Neither the environment nor the files of the profile have an access key for the location, or one of its
        /// parts is missing; `advice` is a clause that says what to set.
        case noCredentials(String, advice: String)

        /// A file of profiles cannot be read; `reason` is a clause.
        case unreadableFile(reason: String)
    }
}

extension ObjectStoreLocation.Error: Redacted, LocalizedError {
    /// One sentence without a full stop, and without secrets.
    public var description: String {
        switch self {
        case .malformed(let text):
            "'\(text.asShownURL)' is not an object store's location, which has the form s3://BUCKET/PREFIX"
        case .malformedEndpoint(let text):
            "'\(text.asShownURL)' is not the URL of an object store's server; check AWS_ENDPOINT_URL_S3, "
                + "AWS_ENDPOINT_URL and the profile's endpoint_url"
        case .malformedRegion(let text): "'\(text)' is not the name of a region; check AWS_REGION"
        case .noCredentials(let text, let advice): "no credentials for \(text); \(advice)"
        case .unreadableFile(let reason): "the profiles cannot be read: \(reason)"
        }
    }
}
