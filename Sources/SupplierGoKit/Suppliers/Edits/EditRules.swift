import FoundationEssentials

/// Why a text cannot be the value of a field.
public struct EditFault: Error, Sendable, Hashable {
    /// The field.
    public let field: SupplierEdit.Field

    /// What is wrong with the value, a clause without a full stop.
    public let reason: String

    /// Creates a fault.
    public init(_ field: SupplierEdit.Field, _ reason: String) {
        self.field = field
        self.reason = reason
    }
}

extension EditFault: CustomStringConvertible {
    /// The field's name and the reason.
    public var description: String { "\(field.rawValue) \(reason)" }
}

extension SupplierEdit.Field {
    /// What a value of the field must be, as a clause.
    public var rule: String {
        switch self {
        case .fullname: "a first and a last name"
        case .company: "not empty"
        case .phone: "a number that can be dialled, with at least three digits, or empty"
        case .email: "an address such as ana@example.com, or empty"
        case .avatar: "an http or https URL, the path of an image, or empty"
        }
    }

    /// Why a text cannot be this field's value; `nil` where it can.
    ///
    /// - Parameters:
    ///   - value: the text, without white space around it. An avatar's is a URL: of a file a `file` URL.
    ///   - original: the catalog's value, since a name of one word may replace another one; `nil` where it has no such
    ///     supplier.
    public func fault(in value: String, replacing original: String?) -> EditFault? {
        reason(against: value, replacing: original).map { EditFault(self, $0) }
    }

    private func reason(against value: String, replacing original: String?) -> String? {
        if value.unicodeScalars.contains("\u{fffd}") { return "is not valid UTF-8" }
        if value.unicodeScalars.contains(where: \.isForbidden) { return "has a control character" }
        switch self {
        case .fullname:
            let least = original.map { $0.wordCount == 1 } == true ? 1 : 2
            return value.wordCount < least ? "needs a first and a last name" : nil
        case .company: return value.wordCount == 0 ? "is empty" : nil
        case .phone:
            let isNumber = value.isEmpty || TelephoneNumber(value) != nil
            return isNumber ? nil : "is not a number that can be dialled: '\(value)'"
        case .email:
            guard !value.isEmpty else { return nil }
            return EmailAddress.flaw(of: value).map { "\($0): '\(value)'" }
        case .avatar:
            let isImage = value.isEmpty || Self.isImageURL(value)
            if isImage, value != value.withoutCredentials { return "has a user or a password" }
            return isImage ? nil : "is neither an http or https URL nor a file: '\(value)'"
        }
    }

    private static func isImageURL(_ text: String) -> Bool {
        guard !text.unicodeScalars.contains(where: \.properties.isWhitespace), let url = URL(string: text) else {
            return false
        }
        switch Avatar.scheme(of: text) {
        case "http", "https": return url.host()?.isEmpty == false
        case "file": return url.path(percentEncoded: false).hasPrefix("/")
        default: return false
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a control character, or ends a line or a paragraph.
    fileprivate var isForbidden: Bool {
        value < 0x20 || (0x7f..<0xa0).contains(value) || value == 0x2028 || value == 0x2029
    }
}

extension String {
    /// How many words there are to be seen.
    fileprivate var wordCount: Int {
        unicodeScalars.split(whereSeparator: \.properties.isWhitespace).count { word in
            !word.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
        }
    }
}

/// The shape of an e-mail address (RFC 5321, section 4.1.2), with letters of every script (RFC 6531).
enum EmailAddress {
    /// What is wrong with an address, as a clause; `nil` where nothing is.
    static func flaw(of address: String) -> String? {
        let scalars = address.unicodeScalars
        let parts = scalars.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return parts.count < 2 ? "has no @" : "has more than one @" }
        let (local, domain) = (parts[0], parts[1])
        if scalars.contains(where: \.properties.isWhitespace) { return "has a space" }
        if local.isEmpty { return "has nothing before the @" }
        if String(local).utf8.count > 64 { return "has more than 64 bytes before the @" }
        // A path has 256 with its angle brackets (RFC 5321, section 4.5.3.1.3).
        if address.utf8.count > 254 { return "has more than 254 bytes" }
        guard isQuoted(local) || isDotted(local, of: isOfAtom) else { return "is not an address before the @" }
        if domain.first == "[" { return isLiteral(domain) ? nil : "has no address in its brackets" }
        guard isDotted(domain, of: { isOfLabel($0) || $0 == "-" }) else { return "has no valid domain" }
        let labels = domain.split(separator: ".")
        guard labels.count > 1 else { return "has a domain without a dot" }
        let areLabels = labels.allSatisfy { $0.count <= 63 && $0.first != "-" && $0.last != "-" }
        return areLabels ? nil : "has no valid domain"
    }

    /// Whether a text is parts of some characters with dots between them.
    private static func isDotted(
        _ text: Substring.UnicodeScalarView, of isAllowed: (Unicode.Scalar) -> Bool
    ) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.allSatisfy(isAllowed)
        }
    }

    private static func isQuoted(_ text: Substring.UnicodeScalarView) -> Bool {
        guard text.count > 2, text.first == "\"", text.last == "\"" else { return false }
        var rest = text.dropFirst().dropLast()
        while let scalar = rest.popFirst() {
            if scalar == "\\", rest.popFirst() == nil { return false }
            if scalar == "\"" { return false }
        }
        return true
    }

    private static func isOfAtom(_ scalar: Unicode.Scalar) -> Bool {
        isOfLabel(scalar) || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
    }

    private static func isOfLabel(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .decimalNumber: return true
            default: return scalar.properties.isAlphabetic
            }
        }
        return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }

    /// Whether a text is an address of version 4 or 6 in brackets.
    private static func isLiteral(_ text: Substring.UnicodeScalarView) -> Bool {
        guard text.last == "]" else { return false }
        let address = String(text.dropFirst().dropLast())
        if address.lowercased().hasPrefix("ipv6:") {
            return isVersion6(address.dropFirst(5))
        }
        return isVersion4(address[...])
    }

    private static func isVersion4(_ address: Substring) -> Bool {
        let numbers = address.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4
            && numbers.allSatisfy { number in
                (1...3).contains(number.utf8.count) && number.utf8.allSatisfy { $0.decimalValue != nil }
                    && UInt8(number) != nil
            }
    }

    /// Whether a text is eight groups of hexadecimal digits, of which `::` leaves some out, once; the last two may be an
    /// address of version 4 (RFC 4291, section 2.2).
    private static func isVersion6(_ address: Substring) -> Bool {
        let halves = address.split(separator: "::", omittingEmptySubsequences: false)
        guard halves.count < 3 else { return false }
        var groups = halves.flatMap { half in
            half.isEmpty ? [] : half.split(separator: ":", omittingEmptySubsequences: false)
        }
        var count = groups.count
        if let last = groups.last, last.contains("."), address.hasSuffix(last) {
            guard isVersion4(last) else { return false }
            groups.removeLast()
            count += 1
        }
        let areGroups = groups.allSatisfy { (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isHexadecimal) }
        return areGroups && (halves.count == 2 ? count < 8 : count == 8)
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        decimalValue != nil || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }
}
