extension JSONDocument {
    /// The byte-order mark in UTF-8, with which a document may begin.
    static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// The values at the top of a document in JSON, or the rows of one in CSV as objects.
    ///
    /// - Parameters:
    ///   - bytes: the document's beginning.
    ///   - isWhole: whether there are no more bytes. If there are, the last value may be cut short.
    static func values(
        of bytes: [UInt8], isWhole: Bool
    ) throws(CatalogSyntaxError) -> (documents: [JSONDocument], isCSV: Bool) {
        if let lines = try CatalogSplitter.lines(of: bytes, isWhole: isWhole) {
            return (try values(of: lines, isWhole: true).documents, true)
        }
        let mark = byteOrderMark
        var (documents, index): ([JSONDocument], Int) = ([], bytes.starts(with: mark) ? mark.count : 0)
        index = bytes.span.passingBlanks(from: index)
        while index < bytes.count {
            var tokenizer = JSONTokenizer()
            do throws(CatalogSyntaxError) {
                index = bytes.span.passingBlanks(from: try tokenizer.scan(bytes.span, from: index))
            } catch {
                guard case .cutShort = error, !isWhole else { throw error }
                guard !tokenizer.tokens.isEmpty else { break }
                tokenizer.closeContainers()
                index = bytes.count
            }
            documents.append(JSONDocument(bytes: bytes, tokens: tokenizer.tokens))
        }
        return (documents, false)
    }
}
