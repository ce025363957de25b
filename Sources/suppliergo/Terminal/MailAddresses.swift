internal import SupplierGoKit

/// The addresses in e-mail fields as people write them: with a name before one, `mailto:`, or several in one field.
struct MailAddresses {
    /// The addresses as a URI has them (RFC 6068), each once.
    private(set) var usable: [String] = []

    /// The texts that are no addresses.
    private(set) var unusable: [String] = []

    /// Adds the addresses of a field, separated by semicolons or commas.
    ///
    /// - Returns: true if one of them can be used.
    mutating func add(_ field: String) -> Bool {
        var hasUsable = false
        for text in Self.parts(of: field) {
            if let link = Hyperlink(mailTo: Self.address(in: text)) {
                let address = String(link.target.dropFirst("mailto:".count))
                if !usable.contains(address) { usable.append(address) }
                hasUsable = true
            } else {
                unusable.append(text)
            }
        }
        return hasUsable
    }

    /// A message to the addresses; `nil` if there are none.
    ///
    /// - Parameter isBlind: true if no recipient sees the others' addresses.
    func target(isBlind: Bool) -> String? {
        usable.isEmpty ? nil : "mailto:" + (isBlind ? "?bcc=" : "") + usable.joined(separator: ",")
    }

    /// The parts between separators, which a quoted name or an address in angle brackets may hold too.
    private static func parts(of field: String) -> [String] {
        var (parts, isQuoted, isBracketed) = ([""], false, false)
        for character in field {
            if character == "\"" { isQuoted.toggle() }
            if !isQuoted, "<>".contains(character) { isBracketed = character == "<" }
            if !isQuoted, !isBracketed, ";,".contains(character) {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map { $0.trimmed }.filter { !$0.isEmpty }
    }

    private static func address(in text: String) -> String {
        var address = text[...]
        if text.last == ">", let start = text.lastIndex(of: "<") {
            address = text[text.index(after: start)...].dropLast()
        }
        if address.lowercased().hasPrefix("mailto:") { address = address.dropFirst("mailto:".count) }
        return address.trimmed
    }
}
