/// The rule for e-mail addresses, of edits (``Supplier/Field/error(in:replacing:)``) and of `check`: one `@`, no white
/// space, and a dot in the domain after the `@`.
package enum EmailAddress {
    /// A clause that names the first error of an address in UTF-8; `nil` if it is valid.
    package static func error(in address: Span<UInt8>) -> String? {
        let (at, dot) = (UInt8(ascii: "@"), UInt8(ascii: "."))
        guard let split = address.firstIndex(of: at, from: 0) else { return "has no @" }
        guard address.firstIndex(of: at, from: split + 1) == nil else { return "has more than one @" }
        let hasSpace =
            address.isPrintableASCII
            ? address.firstIndex(of: UInt8(ascii: " "), from: 0) != nil
            : String(decoding: address).unicodeScalars.contains(where: \.properties.isWhitespace)
        if hasSpace { return "has a space" }
        if split == 0 { return "has nothing before the @" }
        var (labelStart, labelCount) = (split + 1, 0)
        while labelStart <= address.count {
            let end = address.firstIndex(of: dot, from: labelStart) ?? address.count
            if end == labelStart { return "has no valid domain" }
            (labelStart, labelCount) = (end + 1, labelCount + 1)
        }
        return labelCount > 1 ? nil : "has a domain without a dot"
    }
}
