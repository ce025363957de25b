/// The name that bytes are stored under: a namespace and a text such as a URL.
public struct CacheKey: Sendable, Hashable {
    /// A part of the cache that holds entries of one sort. Two with the same name are the same.
    public struct Namespace: Sendable, Hashable {
        /// The name, also of its directory: lower-case letters.
        public let name: String

        /// The file extensions that its entries may have, without dots, likely ones first.
        public let fileExtensions: [String]

        /// The share of the cache's limit that entries under one text may take together, from 0 to 1.
        public let limitShare: Double

        /// Creates a namespace.
        ///
        /// - Parameters:
        ///   - name: the namespace's own name, which no other one has.
        ///   - fileExtensions: the extensions that its entries may have, without dots, likely ones first.
        ///   - limitShare: the share of the limit that one entry may take, together with those under the same text in
        ///     other namespaces. Default all of it.
        public init(name: String, fileExtensions: [String], limitShare: Double = 1) {
            self.name = name
            self.fileExtensions = fileExtensions
            self.limitShare = limitShare
        }

        /// Whether both have the same name.
        public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    /// The part of the cache.
    public let namespace: Namespace

    /// The text that was given, such as a URL.
    public let text: String

    /// The file name, computed once: lookups, claims and stores all need it.
    package let name: CacheName

    /// The namespace, and where the key is in it: `avatars/3f/9a…`. In a ``DiskCache`` a file has an extension besides.
    package var path: String { namespace.name + "/" + name.path }

    /// Creates a key.
    public init(_ text: String, in namespace: Namespace) {
        self.text = text
        self.namespace = namespace
        name = CacheName(of: text)
    }

    /// Whether both have the same namespace and text.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.namespace == right.namespace && left.text == right.text
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CacheKey {
    /// The extension that the text ends in if the namespace has it, otherwise the likeliest one.
    ///
    /// Lookups try only this extension; an image of another kind gets a link under it. Changing the rule would orphan
    /// existing entries.
    var usualExtension: String {
        let likeliest = namespace.fileExtensions.first ?? ""
        guard let given = Self.givenExtension(in: text.utf8.span) else { return likeliest }
        let bytes = text.utf8.span.extracting(given)
        func isGiven(_ name: String) -> Bool { bytes.isEqualIgnoringCase(to: name.utf8.span) }
        if let known = namespace.fileExtensions.first(where: isGiven) { return known }
        let usual = Self.spellings.first { isGiven($0.other) }?.usual
        return usual.flatMap { namespace.fileExtensions.contains($0) ? $0 : nil } ?? likeliest
    }

    private static let spellings = [
        (other: "jpeg", usual: "jpg"), (other: "jpe", usual: "jpg"), (other: "tif", usual: "tiff"),
        (other: "heif", usual: "heic"),
    ]

    /// What follows the last dot in the last component of a URL's path; `nil` if it is too long to be known.
    private static func givenExtension(in text: Span<UInt8>) -> Range<Int>? {
        let path = text.extracting(..<(text.firstIndex(of: UInt8(ascii: "?"), from: 0) ?? text.count))
        let end = path.firstIndex(of: UInt8(ascii: "#"), from: 0) ?? path.count
        for index in (max(0, end - 16)..<end).reversed() {
            if text[index] == UInt8(ascii: "/") { return nil }
            if text[index] == UInt8(ascii: ".") { return index + 1..<end }
        }
        return nil
    }
}
