/// The name that bytes are kept under: a namespace and text, such as a URL.
public struct CacheKey: Sendable, Hashable {
    /// A part of the cache that holds entries of one sort.
    public struct Namespace: Sendable, Hashable {
        /// The name, which is also its directory's: lower-case letters.
        public let name: String

        /// The file extensions that its entries may have, without dots, likely ones first.
        public let fileExtensions: [String]

        /// Creates a namespace.
        public init(name: String, fileExtensions: [String]) {
            self.name = name
            self.fileExtensions = fileExtensions
        }
    }

    /// The part of the cache.
    public let namespace: Namespace

    /// The text that was given, such as a URL.
    public let text: String

    /// What its file is called: made once, since a key is looked for, claimed and stored under.
    let name: CacheName

    /// Which of the namespace's extensions is ``plainExtension``.
    let plainPlace: Int

    /// Creates a key.
    public init(_ text: String, in namespace: Namespace) {
        self.text = text
        self.namespace = namespace
        name = CacheName(of: text.utf8.span)
        plainPlace = Self.plainPlace(of: text.utf8.span, in: namespace.fileExtensions)
    }

    /// Whether both have one namespace and text.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.namespace == right.namespace && left.text == right.text
    }

    /// Hashes the name, which is a hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name.word)
    }
}

extension CacheKey.Namespace {
    /// Whether both have one name: a cache has one part of a name.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}
