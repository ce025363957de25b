/// Header fields in order, names compared without case (RFC 9110, section 5).
public struct HeaderFields: Sendable, Hashable {
    /// One field line.
    public struct Field: Sendable, Hashable {
        /// The name as given: a token (RFC 9110, section 5.6.2).
        public let name: String

        /// The value without white space around it.
        public let value: String

        /// Tells most names apart at a glance: each response is asked for a dozen.
        fileprivate let mark: UInt64

        /// Creates a field, or `nil` if the name is not a token or the value holds a control character.
        ///
        /// A field is safe to send: it cannot end its line or begin another.
        public init?(name: String, value: String) {
            guard Self.isValid(name.utf8.span, value.utf8.span) else { return nil }
            (self.name, self.value, mark) = (name, value.withoutBlanksAround, name.utf8.span.mark)
        }

        /// Creates a field as it was received, without blanks around its value.
        fileprivate init?(_ name: Span<UInt8>, _ value: Span<UInt8>) {
            guard Self.isValid(name, value) else { return nil }
            (self.name, mark) = (String(decoding: name), name.mark)
            self.value = HeaderFields.text(value, of: self.name)
        }

        private static func isValid(_ name: Span<UInt8>, _ value: Span<UInt8>) -> Bool {
            guard !name.isEmpty else { return false }
            for index in name.indices where !isTokenByte(name[index]) { return false }
            if value.isPrintableASCII { return true }
            for index in value.indices where !isValueByte(value[index]) { return false }
            return true
        }

        /// The byte may be in a name (`tchar`).
        private static func isTokenByte(_ byte: UInt8) -> Bool {
            (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "-") || byte.decimalValue != nil
                || "!#$%&'*+.^_`|~".utf8.contains(byte)
        }

        /// The byte may be in a value: anything but control characters (section 5.5).
        private static func isValueByte(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7f || byte == 0x09 }

        /// The field has this name.
        func isNamed(_ other: String) -> Bool { name.utf8.span.isEqualIgnoringCase(to: other.utf8.span) }
    }

    /// The field lines in order.
    public private(set) var fields: [Field]

    /// Creates a list of field lines. Default: an empty one.
    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// Adds a field line at the end.
    public mutating func append(_ field: Field) { fields.append(field) }

    /// The first value under a name, or `nil`.
    public subscript(name: String) -> String? { firstIndex(of: name).map { fields[$0].value } }

    /// Reserves room for as many lines.
    mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }

    var isEmpty: Bool { fields.isEmpty }

    /// There is a line under the name.
    func contains(_ name: String) -> Bool { firstIndex(of: name) != nil }

    /// The values of all field lines under a name, in order.
    func values(of name: String) -> [String] { fields.filter { $0.isNamed(name) }.map(\.value) }

    /// The index of the first line under a name, from an index on.
    private func firstIndex(of name: String, from start: Int = 0) -> Int? {
        let mark = name.utf8.span.mark
        return (start..<fields.count).first { fields[$0].mark == mark && fields[$0].isNamed(name) }
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// Creates a list of field lines from names and values, which must be such as ``Field/init(name:value:)`` takes.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(
            elements.map { name, value in
                guard let field = Field(name: name, value: value) else {
                    preconditionFailure("'\(name)' names no header field, or its value holds a control character")
                }
                return field
            })
    }
}

extension HeaderFields {
    /// Adds a field line as received, without its end. A value that is not UTF-8 is repaired, or if it is a URL gets
    /// escapes for its bytes beyond ASCII, as browsers request it.
    ///
    /// A line that begins with a blank continues the line before it (`obs-fold`, RFC 9112, section 5.2).
    ///
    /// - Returns: `false` if it is not one that ``Field/init(name:value:)`` takes.
    @discardableResult
    mutating func append(line: Span<UInt8>) -> Bool {
        let colon = line.firstIndex(of: UInt8(ascii: ":"), from: 0)
        let isContinuation = !line.isEmpty && (line[0] == 0x20 || line[0] == 0x09)
        guard let start = isContinuation ? 0 : colon.map({ $0 + 1 }) else { return false }
        let value = line.extracting(line.withoutBlanksAround(start..<line.count) ?? 0..<0)
        let field =
            isContinuation
            ? fields.popLast().flatMap { Field(name: $0.name, value: $0.value + " " + Self.text(value, of: $0.name)) }
            : Field(line.extracting(..<(start - 1)), value)
        guard let field else { return false }
        fields.append(field)
        return true
    }

    fileprivate static func text(_ bytes: Span<UInt8>, of name: String) -> String {
        if let text = String(copyingASCII: bytes) { return text }
        guard Field.urlNames.contains(name.lowercased()), !bytes.isUTF8 else { return String(decoding: bytes) }
        return bytes.indices.map { bytes[$0] < 0x80 ? String(UnicodeScalar(bytes[$0])) : bytes[$0].percentEscape }
            .joined()
    }
}

extension Span<UInt8> {
    /// The last eight bytes, letters of either case alike.
    fileprivate var mark: UInt64 {
        guard count < 8 else { return word(at: count - 8) | 0x2020_2020_2020_2020 }
        return indices.reduce(0) { $0 << 8 | UInt64(self[$1] | 0x20) }
    }
}

extension HeaderFields.Field {
    /// `Authorization` by the user and the password in a URL (RFC 7617, section 2); `nil` if it has none.
    init?(authorizationIn url: URL) {
        guard let user = url.user(percentEncoded: false) else { return nil }
        let credentials = Data("\(user):\(url.password(percentEncoded: false) ?? "")".utf8).base64EncodedString()
        self.init(name: "Authorization", value: "Basic \(credentials)")
    }
}

extension HeaderFields: Redacted {
    /// The lines as text, with an ellipsis for each value that may be a secret.
    public var description: String { fields.map(\.description).joined(separator: "\n") }

    /// The lines, as ``description`` has them.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: fields.map(\.description)) }
}

extension HeaderFields.Field: Redacted {
    private static let secretNames = [
        "auth", "cookie", "credential", "key", "pass", "secret", "session", "sign", "token",
    ]

    /// The fields whose values are URLs, or have some.
    static let urlNames: Set = ["location", "content-location", "referer", "link"]

    /// The line `NAME: VALUE`, with an ellipsis for a value that may be a secret, by the name; URLs in the value lose
    /// user, password and the values of their query.
    public var description: String {
        let name = name.lowercased()
        let isSecret = Self.secretNames.contains(where: name.contains)
        return "\(self.name): \(isSecret ? "…" : Self.urlNames.contains(name) ? value.asShownURL : value.shownText())"
    }
}

extension HeaderFields {
    /// Calls a function with each member of all values under a name, in order, without white space around it (RFC 9110,
    /// section 5.6.1).
    ///
    /// A comma inside a quoted string parts nothing (section 5.6.4). Empty members are left out.
    func forEachMember(of name: String, _ body: (Span<UInt8>) -> Void) {
        var line = 0
        while let index = firstIndex(of: name, from: line) {
            line = index + 1
            let value = fields[index].value.utf8.span
            var start = 0
            while start < value.count {
                let end = Self.memberEnd(in: value, from: start)
                if let member = value.withoutBlanksAround(start..<end) { body(value.extracting(member)) }
                start = end + 1
            }
        }
    }

    /// The index of the end of a value's first member from an index on.
    private static func memberEnd(in value: Span<UInt8>, from start: Int) -> Int {
        var (isQuoted, isEscaped) = (false, false)
        for index in start..<value.count {
            let byte = value[index]
            if byte == UInt8(ascii: ","), !isQuoted { return index }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\")
        }
        return value.count
    }

    /// The members of all values under a name, as ``forEachMember(of:_:)`` gives them.
    package func members(of name: String) -> [String] {
        var members: [String] = []
        forEachMember(of: name) { members.append(String(decoding: $0)) }
        return members
    }

    /// The wait that a response asks for by `Retry-After`, in seconds or until a date (RFC 9110, section 10.2.3): never
    /// negative, at most a century; `nil` if it asks for none.
    func retryAfter(at now: Date = .now) -> Duration? {
        guard let text = self["Retry-After"] else { return nil }
        let century = 100 * 366 * 86_400
        if let seconds = text.utf8.span.decimalNumber { return .seconds(min(seconds, century)) }
        guard let date = HTTPDate.date(text, at: now) else { return nil }
        return .seconds(min(max(0, date.timeIntervalSince(now).rounded(.up)), Double(century)))
    }

    /// There is no `Content-Length`, or one number, however often (RFC 9112, section 6.3).
    var hasOneContentLength: Bool {
        var (length, isOne): (Int?, Bool) = (nil, true)
        forEachMember(of: "Content-Length") { member in
            let next = member.decimalNumber
            isOne = isOne && next != nil && next == length ?? next
            length = next
        }
        return isOne && (length != nil || !contains("Content-Length"))
    }

    /// The only value under a name as a date, or `nil` if it is absent, no date, or one of several.
    ///
    /// - Parameter now: as in ``HTTPDate/date(_:at:)``.
    package func date(of name: String, at now: Date) -> Date? {
        guard let index = firstIndex(of: name), firstIndex(of: name, from: index + 1) == nil else { return nil }
        return HTTPDate.date(fields[index].value, at: now)
    }
}
