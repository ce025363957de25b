extension CacheKey {
    /// The extension that the text itself ends in, where it is one of the namespace's, else the likeliest one.
    ///
    /// An entry of this extension is *plain*: it is found with one look. That is why the rule must stay as it is.
    var plainExtension: String {
        let text = text.utf8.span
        let likeliest = namespace.fileExtensions[0]
        guard let given = Self.givenExtension(in: text) else { return likeliest }
        let name = text.extracting(given)
        if let known = namespace.fileExtensions.first(where: { name.isEqualIgnoringCase(to: $0.utf8.span) }) {
            return known
        }
        guard let spelling = Self.spellings.first(where: { name.isEqualIgnoringCase(to: $0.other.utf8.span) }),
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
        let path = text.extracting(..<(text.firstIndex(of: UInt8(ascii: "?"), from: 0) ?? text.count))
        let end = path.firstIndex(of: UInt8(ascii: "#"), from: 0) ?? path.count
        for index in (max(0, end - 16)..<end).reversed() {
            if text[index] == UInt8(ascii: "/") { return nil }
            if text[index] == UInt8(ascii: ".") { return index + 1..<end }
        }
        return nil
    }
}
