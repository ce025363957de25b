extension CacheKey {
    /// The extension that the text itself ends in, where it is one of the namespace's, else the likeliest one.
    ///
    /// An entry of this extension is *plain*: it is found with one look. That is why the rule must stay as it is.
    var plainExtension: String {
        let likeliest = namespace.fileExtensions[0]
        guard let given = givenExtension else { return likeliest }
        if let known = namespace.fileExtensions.first(where: { given.isEqualIgnoringCase(to: $0) }) { return known }
        guard let spelling = Self.spellings.first(where: { given.isEqualIgnoringCase(to: $0.other) }),
            namespace.fileExtensions.contains(spelling.usual)
        else { return likeliest }
        return spelling.usual
    }

    private static let spellings = [
        (other: "jpeg", usual: "jpg"), (other: "jpe", usual: "jpg"), (other: "tif", usual: "tiff"),
        (other: "heif", usual: "heic"),
    ]

    /// What stands behind the last dot of the URL's or path's last component; `nil` where it is too long to be known.
    private var givenExtension: Substring.UTF8View? {
        let text = text.utf8
        let end = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
        for (offset, index) in text[..<end].indices.reversed().prefix(16).enumerated() {
            if text[index] == UInt8(ascii: "/") { return nil }
            if text[index] == UInt8(ascii: ".") { return text[..<end].suffix(offset) }
        }
        return nil
    }
}

extension Substring.UTF8View {
    /// Compares with a name in lower-case ASCII letters and digits.
    fileprivate func isEqualIgnoringCase(to name: String) -> Bool {
        count == name.utf8.count
            && zip(self, name.utf8).allSatisfy { own, other in
                own == other || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(own) && own | 0x20 == other
            }
    }
}
