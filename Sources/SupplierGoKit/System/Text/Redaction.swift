/// A value whose parts may hold a secret, and whose description does not: mirrors, `dump` and debuggers show the
/// description alone.
public protocol Redacted: CustomStringConvertible, CustomReflectable {}

extension Redacted {
    /// The description alone.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}

extension Redacted where Self: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }
}

extension URL {
    /// The URL's text without its user and password.
    package var withoutCredentials: String {
        guard user() != nil || password() != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
        else { return absoluteString }
        (parts.user, parts.password) = (nil, nil)
        return parts.string ?? absoluteString.withoutCredentials
    }

    /// The URL as messages show it: without its user, its password, the values of its query and its fragment; a file's
    /// is its path.
    package var shown: String { isFileURL ? path(percentEncoded: false) : absoluteString.asShownURL }
}

extension String {
    /// The text of a URL or a reference to one as messages show it (`URL.shown`), cut after 200 characters, of a `data`
    /// URL after its media type.
    package var asShownURL: String {
        if utf8.starts(with: "data:".utf8), let comma = utf8.prefix(100).firstIndex(of: UInt8(ascii: ",")) {
            return self[...comma] + "…"
        }
        return redacted(Redaction(hidesQueries: true, isOneURL: true, hidesFragment: true), limit: Self.shownLimit)
    }

    /// The text as messages show it: without user, password and the values of the query in any URL in it, and cut.
    ///
    /// - Parameters:
    ///   - limit: the number of characters that are shown.
    ///   - replacement: what is shown in place of user, password and `@`. Default: nothing.
    ///   - isOneURL: whether the text is one URL, which no character ends. Default `false`.
    package func shownText(
        limit: Int = shownLimit, replacingCredentials replacement: String = "", isOneURL: Bool = false
    ) -> String {
        redacted(Redaction(replacement: Array(replacement.utf8), hidesQueries: true, isOneURL: isOneURL), limit: limit)
    }

    /// The text without user and password in any URL in it (RFC 3986, section 3.2.1), mistyped ones included.
    package var withoutCredentials: String { redacted(Redaction()) }

    /// The number of characters that a message shows of a text from outside, unless it says otherwise.
    package static var shownLimit: Int { 200 }

    /// The text is cut before it is searched, so that its length costs nothing.
    private func redacted(_ redaction: Redaction, limit: Int = .max) -> String {
        guard utf8.count > limit, let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex),
            end < endIndex
        else { return redaction.mayChange(utf8.span) ? redaction.redacted(utf8.span) : self }
        let shown = utf8.span.extracting(first: self[..<unicodeScalars.index(before: end)].utf8.count)
        let text = redaction.redacted(shown, isCut: true)
        return text.hasSuffix("…") ? text : text + "…"
    }
}

extension String {
    /// Hides the secrets of the URLs in a text, in one pass over its bytes, by five rules:
    ///
    /// 1. A URL is a word, or the end of one: words end at white space, a quotation mark or an angle bracket. An
    ///    apostrophe ends one only after the text's last `@`: it may be part of a password.
    /// 2. User and password stand in the authority, which follows `://` up to `/`, `?` or `#`, before its last `@`.
    /// 3. A mistyped address, such as `http:user:password@host`, or `://` before what is no authority, has no part that
    ///    is certainly its user: everything up to the word's last `@` is hidden.
    /// 4. Of a query the names stay.
    /// 5. Where a text was cut, a user or a password may go on: all of it is left out.
    fileprivate struct Redaction {
        /// The text that replaces user, password and `@`.
        var replacement: [UInt8] = []

        /// An ellipsis replaces each value of a query.
        var hidesQueries = false

        /// The text is one URL, or a reference to one.
        var isOneURL = false

        /// One URL loses its fragment.
        var hidesFragment = false

        /// The text may hold a secret.
        func mayChange(_ text: Span<UInt8>) -> Bool {
            func has(_ mark: Unicode.Scalar) -> Bool { text.firstIndex(of: UInt8(ascii: mark), from: 0) != nil }
            return has("@") || hidesQueries && has("?") || hidesFragment && has("#")
        }

        /// The text without its secrets: divides it into words (rule 1).
        ///
        /// - Parameter isCut: whether the text goes on.
        func redacted(_ text: Span<UInt8>, isCut: Bool = false) -> String {
            var result: [UInt8] = []
            result.reserveCapacity(text.count)
            let usersEnd = isCut ? text.count : text.lastIndex(of: UInt8(ascii: "@")) ?? 0
            var start = 0
            while start < text.count {
                var end = start
                while end < text.count, isOneURL || !Self.endsWord(text[end], isAfterUsers: end > usersEnd) { end += 1 }
                append(text.extracting(start..<end), goesOn: isCut && end == text.count, to: &result)
                if end < text.count { result.append(text[end]) }
                start = end + 1
            }
            return String(decoding: result, as: UTF8.self)
        }

        private static func endsWord(_ byte: UInt8, isAfterUsers: Bool) -> Bool {
            byte <= UInt8(ascii: " ") || "\"<>".utf8.contains(byte) || isAfterUsers && byte == UInt8(ascii: "'")
        }

        /// Appends a word without users and passwords (rules 2 and 3), queries (rule 4) and its fragment.
        ///
        /// - Parameter goesOn: whether the text was cut in the word (rule 5).
        private func append(_ word: Span<UInt8>, goesOn: Bool, to result: inout [UInt8]) {
            let lastAt = word.lastIndex(of: UInt8(ascii: "@"))
            var (index, isInURL) = (0, isOneURL)
            while index < word.count {
                let byte = word[index]
                if hidesFragment, byte == UInt8(ascii: "#") { return }
                if hidesQueries, isInURL, byte == UInt8(ascii: "?") {
                    index = appendNames(ofQueryIn: word, from: index, to: &result)
                } else if let authority = authority(in: word, at: index) {
                    let (start, end) = (authority.lowerBound, authority.upperBound)
                    for position in index..<start { result.append(word[position]) }
                    (index, isInURL) = (start, true)
                    if goesOn, end == word.count { return }
                    let last = end == word.count ? lastAt : word.lastIndex(of: UInt8(ascii: "@"), in: authority)
                    guard let last, last >= start else { continue }
                    result += replacement
                    index = last + 1
                } else {
                    result.append(byte)
                    index += 1
                }
            }
        }

        /// The authority of a URL that begins at an index (rule 2), or the rest of the word if that may have a user
        /// anywhere (rule 3); `nil` if no URL begins there.
        private func authority(in word: Span<UInt8>, at index: Int) -> Range<Int>? {
            let isColon = word[index] == UInt8(ascii: ":")
            guard isColon || isOneURL && index == 0 else { return nil }
            let first = isColon ? index + 1 : index
            var start = first
            while start < word.count, "/\\".utf8.contains(word[start]) { start += 1 }
            guard start == first + 2, word[first] == UInt8(ascii: "/"), word[first + 1] == UInt8(ascii: "/") else {
                let isMistyped = isColon ? word.isWebScheme(before: index) : start > first + 1
                return isMistyped ? start..<word.count : nil
            }
            var end = start
            while end < word.count, !"/?#".utf8.contains(word[end]) { end += 1 }
            return word.extracting(start..<end).isAuthority ? start..<end : start..<word.count
        }

        /// Appends the names in a query, and an ellipsis for each value (rule 4).
        ///
        /// - Returns: the index after the query.
        private func appendNames(ofQueryIn word: Span<UInt8>, from mark: Int, to result: inout [UInt8]) -> Int {
            var index = mark
            repeat {
                result.append(word[index])
                let start = index + 1
                var nameEnd: Int?
                index = start
                while index < word.count, !"&#".utf8.contains(word[index]) {
                    if nameEnd == nil, word[index] == UInt8(ascii: "=") { nameEnd = index + 1 }
                    index += 1
                }
                for position in start..<(nameEnd ?? start) { result.append(word[position]) }
                result += "…".utf8
            } while index < word.count && word[index] == UInt8(ascii: "&")
            return index
        }
    }
}

extension Span<UInt8> {
    fileprivate func lastIndex(of byte: UInt8, in range: Range<Int>? = nil) -> Int? {
        (range ?? indices).last { self[$0] == byte }
    }

    /// The text before a colon ends with `http` or `https`.
    fileprivate func isWebScheme(before colon: Int) -> Bool {
        ["http", "https"].contains { scheme in
            let start = colon - scheme.utf8.count
            return start >= 0 && extracting(start..<colon).isEqualIgnoringCase(to: scheme.utf8.span)
        }
    }

    /// The text is a URL's authority: it has a user, or only digits follow its last colon.
    fileprivate var isAuthority: Bool {
        guard lastIndex(of: UInt8(ascii: "@")) == nil, let colon = lastIndex(of: UInt8(ascii: ":")) else { return true }
        return self[count - 1] == UInt8(ascii: "]")
            || (colon + 1..<count).allSatisfy { (0x30...0x39).contains(self[$0]) }
    }
}
