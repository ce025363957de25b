extension Freshness {
    /// What a lifetime rests on.
    public enum Basis: Sendable, Hashable {
        /// `Cache-Control: max-age`, in seconds (RFC 9111, section 5.2.2.1).
        case maxAge(Int)

        /// `Expires` (section 5.3).
        case expires

        /// A tenth of the time since `Last-Modified`, at most a week (section 4.2.2).
        case lastModified

        /// So many seconds, since the server does not say.
        case assumed(seconds: Int)

        /// Nothing: the server does not say, and nothing is assumed.
        case unsaid

        /// Nothing: what the server says in this field cannot be read (section 4.2.1).
        case invalid(field: String)

        /// Nothing: `no-cache` (section 5.2.2.4).
        case noCache

        /// Nothing: `no-store` (section 5.2.2.5).
        case noStore

        /// Nothing: `Vary: *` (section 4.1).
        case variesByAnything

        /// Nothing: what the server said is not known.
        case unknown
    }

    /// What is taken for granted where a server says nothing.
    public struct Assumptions: Sendable, Hashable {
        /// The lifetime in seconds; 0 for none.
        public var lifetime: Int

        /// Whether `Last-Modified` gives a lifetime, before ``lifetime`` does.
        public var usesLastModified: Bool

        /// For how many seconds more it may be used where the server fails.
        public var staleIfError: Int

        /// Creates a value.
        public init(lifetime: Int, usesLastModified: Bool, staleIfError: Int) {
            self.lifetime = lifetime
            self.usesLastModified = usesLastModified
            self.staleIfError = staleIfError
        }
    }
}

extension Freshness.Basis: CustomStringConvertible {
    /// A few words, as they stand behind a colon.
    public var description: String {
        switch self {
        case .maxAge(let seconds): "max-age=\(seconds)"
        case .expires: "Expires"
        case .lastModified: "a tenth of its age by Last-Modified"
        case .assumed(86_400): "a day, as its server does not say"
        case .assumed(let seconds): "\(seconds) seconds, as its server does not say"
        case .unsaid: "its server gives no lifetime"
        case .invalid(let field): "its server's \(field) cannot be read"
        case .noCache: "no-cache"
        case .noStore: "no-store"
        case .variesByAnything: "Vary: *"
        case .unknown: "what its server said is not known"
        }
    }
}
