extension Supplier.Field {
    /// The rule for a value of the field, as a clause.
    public var rule: String {
        switch self {
        case .fullname: "a first and a last name, or one word"
        case .company: "any text, or empty"
        case .phone: "a number with at least three digits, or empty"
        case .email: "an address such as ana@example.com, or empty"
        case .avatar: "an http or https URL, the path of an image, or empty"
        case .id, .createdAt: "the catalog's own"
        }
    }

    /// The error of a text as this field's value, or `nil` if it is valid.
    ///
    /// - Parameter value: the text, without white space around it. An avatar's is a URL: of a file a `file` URL.
    public func error(in value: String) -> SupplierEdits.Edit.FieldError? {
        reason(against: value).map { SupplierEdits.Edit.FieldError(self, $0) }
    }

    /// A warning of a text that is valid, but may not be meant: a full name of a single word. `nil` for others.
    package func warning(of value: String) -> SupplierEdits.Edit.FieldError? {
        guard self == .fullname, value.wordCount == 1 else { return nil }
        return SupplierEdits.Edit.FieldError(self, "'\(value)' has no first and last name")
    }

    private func reason(against value: String) -> String? {
        if !value.utf8.span.isPrintableASCII {
            if value.unicodeScalars.contains("\u{fffd}") { return "is not valid UTF-8" }
            if value.unicodeScalars.contains(where: \.isForbidden) { return "has a control character" }
            if value.unicodeScalars.contains(where: \.changesDirection) { return "has a character that reverses text" }
        }
        switch self {
        case .fullname: return value.wordCount == 0 ? "is empty" : nil
        case .company: return nil
        case .phone:
            return value.isEmpty ? nil : TelephoneNumber.error(in: value.utf8.span).map { "'\(value)' has \($0)" }
        case .email:
            guard !value.isEmpty else { return nil }
            return EmailAddress.error(in: value.utf8.span).map { "'\(value)' \($0)" }
        case .avatar:
            let isImage = value.isEmpty || Self.isImageURL(value)
            if isImage, let url = URL(written: value), url.withoutCredentials != url.absoluteString {
                return "has a user or a password"
            }
            return isImage ? nil : "'\(value.asShownURL)' is neither an http or https URL nor a file"
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
    /// The number of visible words.
    fileprivate var wordCount: Int {
        unicodeScalars.split(whereSeparator: \.properties.isWhitespace).count { word in
            !word.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
        }
    }
}

/// The rule for e-mail addresses, of edits (``Supplier/Field/error(in:)``) and of `check`: one `@`, no white space,
/// none of the characters that stand around addresses, and after the `@` a domain, which has a dot.
package enum EmailAddress {
    /// A clause that names the first error of an address in UTF-8; `nil` if it is valid.
    package static func error(in address: Span<UInt8>) -> String? {
        let (at, dot) = (UInt8(ascii: "@"), UInt8(ascii: "."))
        guard let split = address.firstIndex(of: at, from: 0) else { return "has no @" }
        guard address.firstIndex(of: at, from: split + 1) == nil else { return "has more than one @" }
        let isPlain = address.isPrintableASCII
        if isPlain {
            if address.firstIndex(of: UInt8(ascii: " "), from: 0) != nil { return "has a space" }
        } else if let clause = String(decoding: address).unicodeScalars.lazy.compactMap(Self.clause).first {
            return clause
        }
        for mark in "<>,;:".utf8 where address.firstIndex(of: mark, from: 0) != nil {
            return "has a '\(Unicode.Scalar(mark))'"
        }
        if split == 0 { return "has nothing before the @" }
        let domain = Array(copying: address.extracting((split + 1)...))
        let text = isPlain ? "" : String(decoding: domain, as: UTF8.self)
        let labels = domain.split(separator: dot, omittingEmptySubsequences: false)
        guard domain.allSatisfy(isInDomain), !labels.contains([]),
            text.allSatisfy({ $0.isASCII || $0.isLetter || $0.isNumber || $0 == "·" })
        else { return "has no valid domain" }
        return labels.count > 1 ? nil : "has a domain without a dot"
    }

    /// A clause about a character that no address has; `nil` for others.
    private static func clause(on scalar: Unicode.Scalar) -> String? {
        let properties = scalar.properties
        if properties.isWhitespace { return "has a space" }
        // Words of Indic scripts and Persian are joined and parted by two of them.
        let isJoiner = scalar == "\u{200c}" || scalar == "\u{200d}"
        if properties.isDefaultIgnorableCodePoint && !isJoiner { return "has an invisible character" }
        // Word processors make quotation marks and apostrophes round.
        let isRound = [.initialPunctuation, .finalPunctuation].contains(properties.generalCategory)
        return isRound ? "has a '\(scalar)'" : nil
    }

    /// Tests if a byte may be in a domain, or in an IP address in brackets.
    private static func isInDomain(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte.decimalValue != nil
            || ".-_[]".utf8.contains(byte)
    }
}
