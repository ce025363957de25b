extension Supplier.Field {
    /// The rule for a value of the field, as a clause.
    public var rule: String {
        switch self {
        case .fullname: "a first and a last name"
        case .company: "not empty"
        case .phone: "a number that can be dialled, with at least three digits, or empty"
        case .email: "an address such as ana@example.com, or empty"
        case .avatar: "an http or https URL, the path of an image, or empty"
        case .id, .createdAt: "the catalog's own"
        }
    }

    /// The error of a text as this field's value, or `nil` if it is valid.
    ///
    /// - Parameters:
    ///   - value: the text, without white space around it. An avatar's is a URL: of a file a `file` URL.
    ///   - original: the catalog's value, since a name of one word may replace another one; `nil` if it has no such
    ///     supplier.
    public func error(in value: String, replacing original: String?) -> SupplierEdits.Edit.FieldError? {
        reason(against: value, replacing: original).map { SupplierEdits.Edit.FieldError(self, $0) }
    }

    private func reason(against value: String, replacing original: String?) -> String? {
        if !value.utf8.span.isPrintableASCII {
            if value.unicodeScalars.contains("\u{fffd}") { return "is not valid UTF-8" }
            if value.unicodeScalars.contains(where: \.isForbidden) { return "has a control character" }
            if value.unicodeScalars.contains(where: \.changesDirection) { return "has a character that reverses text" }
        }
        switch self {
        case .fullname:
            let least = original.map { $0.wordCount == 1 } == true ? 1 : 2
            return value.wordCount < least ? "needs a first and a last name" : nil
        case .company: return value.wordCount == 0 ? "is empty" : nil
        case .phone:
            let isNumber = value.isEmpty || TelephoneNumber(value) != nil
            return isNumber ? nil : "'\(value)' is not a number that can be dialled"
        case .email:
            guard !value.isEmpty else { return nil }
            return EmailAddress.error(in: value.utf8.span).map { "'\(value)' \($0)" }
        case .avatar:
            let isImage = value.isEmpty || Self.isImageURL(value)
            if isImage, let url = URL(written: value), url.withoutCredentials != url.absoluteString {
                return "has a user or a password"
            }
            return isImage ? nil : "'\(value)' is neither an http or https URL nor a file"
        case .id, .createdAt: return "cannot be edited"
        }
    }

    private static func isImageURL(_ text: String) -> Bool {
        guard !text.unicodeScalars.contains(where: \.properties.isWhitespace), let url = URL(written: text) else {
            return false
        }
        switch text.urlScheme {
        case "http", "https": return url.host()?.isEmpty == false
        case "file": return url.path(percentEncoded: false).hasPrefix("/")
        default: return false
        }
    }
}

extension Unicode.Scalar {
    /// The scalar is a control character, or ends a line or a paragraph.
    fileprivate var isForbidden: Bool {
        value < 0x20 || (0x7f..<0xa0).contains(value) || value == 0x2028 || value == 0x2029
    }

    /// The scalar embeds or overrides a direction without regard to the text around it (UAX #9, sections 2.1 and 2.2).
    fileprivate var changesDirection: Bool { (0x202a...0x202e).contains(value) }
}

extension String {
    fileprivate var wordCount: Int { utf8.span.wordCount }
}

extension Span<UInt8> {
    /// The number of visible words in UTF-8.
    package var wordCount: Int {
        if isPrintableASCII {
            var (count, isInWord) = (0, false)
            for index in indices {
                if self[index] != UInt8(ascii: " "), !isInWord { count += 1 }
                isInWord = self[index] != UInt8(ascii: " ")
            }
            return count
        }
        return String(decoding: self).unicodeScalars.split(whereSeparator: \.properties.isWhitespace).count { word in
            !word.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
        }
    }
}
