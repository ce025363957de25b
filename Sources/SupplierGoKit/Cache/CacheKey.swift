/// The name that bytes are stored under: a namespace and a text such as a URL.
public struct CacheKey: Sendable, Hashable {
    /// A part of the cache that holds entries of one sort. Two with the same name are the same.
    public struct Namespace: Sendable, Hashable {
        /// The name, also of its directory: lower-case letters.
        public let name: String

        /// The share of the cache's limit that one entry may take, from 0 to 1.
        public let limitShare: Double

        /// Creates a namespace.
        ///
        /// - Parameters:
        ///   - name: the namespace's own name, which no other one has.
        ///   - limitShare: the share of the limit that one entry may take. Default all of it.
        public init(name: String, limitShare: Double = 1) {
            self.name = name
            self.limitShare = limitShare
        }

        /// Both have the same name.
        public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    /// The part of the cache.
    public let namespace: Namespace

    /// The text that was given: of an avatar the URL that is requested.
    package let address: String

    /// The query of the avatar's URL has a signature.
    package let isSigned: Bool

    /// The text that the bytes are kept under, such as a URL: the one that was given, for an avatar without a signature
    /// in its query (`URL+Written.swift`), which changes each time the catalog is read.
    public var text: String { (isSigned ? address.withoutSignature : nil) ?? address }

    /// The file name, computed once: lookups, claims and stores all need it.
    package let name: CacheKey.Name

    /// The namespace and the path in it: `avatars/3f/9a…`. In a ``DiskCache`` a file has its ``fileSuffix`` besides.
    package var path: String { namespace.name + "/" + name.path }

    /// Creates a key.
    public init(_ text: String, in namespace: Namespace) {
        self.init(text, keptUnder: nil, in: namespace)
    }

    /// Creates a key of bytes that are kept under another text than is given, unless that is `nil`.
    init(_ address: String, keptUnder text: String?, in namespace: Namespace) {
        (self.address, isSigned, self.namespace) = (address, text != nil, namespace)
        name = CacheKey.Name(of: text ?? address)
    }

    /// Creates the key of another one's text in a namespace.
    init(_ other: CacheKey, in namespace: Namespace) {
        (address, isSigned, name, self.namespace) = (other.address, other.isSigned, other.name, namespace)
    }

    /// Both are of one namespace and have one name.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.namespace == right.namespace
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CacheKey: Redacted {
    /// The namespace and the text, without the values of a URL's query.
    public var description: String { "\(namespace.name)/\(address.asShownURL)" }
}

extension CacheKey {
    /// The end of the name of an entry's file: the extension of an image that the text ends in, or that a `data` URL is
    /// of, with its dot, or nothing.
    ///
    /// Programs that open images by their names know most of them so. Changing the rule would orphan existing entries.
    var fileSuffix: String {
        guard let given = Self.givenSuffix(in: address.utf8.span) else { return "" }
        // The first is a dot, or the slash of a media type.
        let letters = Self.word(of: address.utf8.span.extracting(given).extracting(1...))
        return Self.suffixes.first { $0.letters == letters }?.usual ?? ""
    }

    /// The usual spelling of each suffix, the likeliest ones first.
    private static let suffixes: [(letters: UInt64, usual: String)] = [
        ("png", ".png"), ("jpg", ".jpg"), ("svg", ".svg"), ("webp", ".webp"), ("gif", ".gif"), ("jpeg", ".jpg"),
        ("avif", ".avif"), ("heic", ".heic"), ("heif", ".heic"), ("bmp", ".bmp"), ("ico", ".ico"),
        ("tiff", ".tiff"), ("tif", ".tiff"), ("jpe", ".jpg"), ("jxl", ".jxl"), ("jp2", ".jp2"),
    ].map { (word(of: $0.utf8.span), $1) }

    /// The last eight letters or digits, in lower case.
    private static func word(of text: Span<UInt8>) -> UInt64 {
        text.indices.reduce(0) { $0 << 8 | UInt64(text[$1] | 0x20) }
    }

    /// The end of a URL's path from the last dot in its last component on; `nil` if it is too long to be known.
    private static func givenSuffix(in text: Span<UInt8>) -> Range<Int>? {
        let data = "data:image".utf8.count
        if text.count > data, text.extracting(first: data).isEqualIgnoringCase(to: "data:image".utf8.span) {
            let end = (data + 1..<text.count).first { ";,+".utf8.contains(text[$0]) }
            return end.map { data..<$0 }
        }
        let path = text.extracting(..<(text.firstIndex(of: UInt8(ascii: "?"), from: 0) ?? text.count))
        let end = path.firstIndex(of: UInt8(ascii: "#"), from: 0) ?? path.count
        for index in (max(0, end - 5)..<end).reversed() {
            if text[index] == UInt8(ascii: "/") { return nil }
            if text[index] == UInt8(ascii: ".") { return index..<end }
        }
        return nil
    }
}

extension CacheKey {
    /// The name of an entry's file without its extension: one of 256 directories, and a name in it.
    ///
    /// Both come from the key's SHA-256, cut to 152 bits: a million URLs share a name with a probability of 1 in 10^34,
    /// and no URL is too long or holds characters that a file name may not. Git's objects have two digits more.
    package struct Name: Sendable, Hashable {
        /// The number of digits in the directory.
        static let digitCount = 36

        /// The first 16 of these digits as a number.
        package let word: UInt64

        /// The other digits, then the two of the directory's name.
        private let middle: UInt64
        private let end: UInt32

        /// The name of a text, such as a URL.
        package init(of text: String) {
            let words = SHA256.words(of: text.utf8.span)
            word = UInt64(words[0]) << 40 | UInt64(words[1]) << 8 | UInt64(words[2]) >> 24
            middle = UInt64(words[2]) << 40 | UInt64(words[3]) << 8 | UInt64(words[4]) >> 24
            end = words[4] << 8 | words[0] >> 24
        }

        /// Hashes one number, which is a part of a hash.
        package func hash(into hasher: inout Hasher) { hasher.combine(word) }

        /// The first 64 bits of the text's SHA-256, whose order is that of ``path``.
        package var hash: UInt64 { UInt64(end & 0xff) << 56 | word >> 8 }

        /// The directory, a slash, and the name: `3f/9a…`.
        package var path: String {
            String(capacity: Self.pathByteCount) { write(to: &$0) }
        }

        private static let pathByteCount = 3 + digitCount

        /// The path of a file with this name.
        ///
        /// - Parameters:
        ///   - parent: the cache's directory.
        ///   - directory: a directory in it, such as that of a namespace.
        ///   - suffix: the end of the file's name, such as an extension and its dot.
        func path(in parent: String, _ directory: String, _ suffix: String = "") -> String {
            let count = parent.utf8.count + directory.utf8.count + suffix.utf8.count + Self.pathByteCount + 2
            return String(capacity: count) { path in
                path.append(copying: parent.utf8.span)
                path.append(UInt8(ascii: "/"))
                path.append(copying: directory.utf8.span)
                path.append(UInt8(ascii: "/"))
                write(to: &path)
                path.append(copying: suffix.utf8.span)
            }
        }

        /// ``word``, read from the name of an entry's file; `nil` if it is not one.
        package static func word(ofFile name: String) -> UInt64? { UInt64(name.prefix(16), radix: 16) }

        private func write(to path: inout OutputSpan<UInt8>) {
            path.append(hexadecimal: UInt64(end & 0xff), digitCount: 2)
            path.append(UInt8(ascii: "/"))
            path.append(hexadecimal: word, digitCount: 16)
            path.append(hexadecimal: middle, digitCount: 16)
            path.append(hexadecimal: UInt64(end >> 16), digitCount: 4)
        }
    }
}
