extension CacheKey {
    /// The extension that the text itself ends in, where it is one of the namespace's, else the likeliest one.
    ///
    /// An entry of this extension is *plain*: it is found with one look. That is why the rule must stay as it is.
    var plainExtension: String { namespace.fileExtensions[plainPlace] }

    /// Where ``plainExtension`` is in a namespace's extensions.
    static func plainPlace(of text: Span<UInt8>, in fileExtensions: [String]) -> Int {
        guard let given = givenExtension(in: text) else { return 0 }
        let name = text.extracting(given)
        if let known = fileExtensions.firstIndex(where: { name.isEqualIgnoringCase(to: $0.utf8.span) }) { return known }
        guard let spelling = spellings.first(where: { name.isEqualIgnoringCase(to: $0.other.utf8.span) }) else {
            return 0
        }
        return fileExtensions.firstIndex(of: spelling.usual) ?? 0
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
