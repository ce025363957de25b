extension CacheKey {
    /// The extension that the text itself ends in, where it is one of the namespace's, else the likeliest one.
    ///
    /// An entry of this extension is *plain*: it is found with one look. That is why the rule must stay as it is.
    var plainExtension: String {
        let text = text.utf8.span
        let likeliest = namespace.fileExtensions[0]
        guard let given = Self.givenExtension(in: text) else { return likeliest }
        let name = text.extracting(given)
        if let known = namespace.fileExtensions.first(where: { name.isEqualIgnoringCase(to: $0) }) { return known }
        guard let spelling = Self.spellings.first(where: { name.isEqualIgnoringCase(to: $0.other) }),
            namespace.fileExtensions.contains(spelling.usual)
        else { return likeliest }
        return spelling.usual
    }

    private static let spellings = [
        (other: "jpeg", usual: "jpg"), (other: "jpe", usual: "jpg"), (other: "tif", usual: "tiff"),
        (other: "heif", usual: "heic"),
    ]

    /// What stands behind the last dot of the URL's or path's last component; `nil` where it is too long to be known.
    private static func givenExtension(in text: Span<UInt8>) -> Range<Int>? {
        var end = 0
        while end < text.count, text[end] != UInt8(ascii: "?"), text[end] != UInt8(ascii: "#") { end += 1 }
        for index in (max(0, end - 16)..<end).reversed() {
            if text[index] == UInt8(ascii: "/") { return nil }
            if text[index] == UInt8(ascii: ".") { return index + 1..<end }
        }
        return nil
    }
}

extension Span<UInt8> {
    /// Compares with a name in lower-case ASCII letters and digits.
    fileprivate func isEqualIgnoringCase(to name: String) -> Bool {
        let name = name.utf8.span
        guard count == name.count else { return false }
        for index in indices {
            let byte = self[index]
            let lower = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
            guard lower == name[index] else { return false }
        }
        return true
    }
}
