/// The beginning of a catalog of any shape, for `inspect` to look around in. ``CatalogSplitter`` decides on its form.
package struct CatalogBeginning: Sendable {
    /// The values at the top of a document in JSON, or the rows of one in CSV as objects. If there are more bytes, the
    /// last one may be cut short.
    package private(set) var documents: [JSONDocument] = []
    package let isCSV: Bool

    /// There are no more bytes.
    package let isWhole: Bool

    /// A header field of the response names the next page.
    package internal(set) var linksNextPage = false

    /// The response's header fields that count pages or suppliers.
    var countFields = HeaderFields()

    /// Reads a catalog's first bytes.
    init(_ bytes: [UInt8], isWhole: Bool) throws(CatalogSyntaxError) {
        let lines = try CatalogSplitter.lines(of: bytes, isWhole: isWhole)
        (isCSV, self.isWhole) = (lines != nil, isWhole)
        let (bytes, mark) = (lines ?? bytes, JSONDocument.byteOrderMark)
        var index = bytes.span.passingBlanks(from: bytes.starts(with: mark) ? mark.count : 0)
        while index < bytes.count {
            var tokenizer = JSONTokenizer()
            do throws(CatalogSyntaxError) {
                index = bytes.span.passingBlanks(from: try tokenizer.tokenize(bytes.span, from: index))
            } catch {
                guard case .cutShort = error, !isWhole else { throw error }
                guard !tokenizer.tokens.isEmpty else { break }
                tokenizer.closeContainers()
                index = bytes.count
            }
            documents.append(JSONDocument(bytes: bytes, tokens: tokenizer.tokens))
        }
    }

    /// The members beside the array at a path in a document and around it, and what header fields say.
    package func envelope(around steps: [String], in document: JSONDocument) -> CatalogEnvelope {
        let shape = CatalogShape(records: FieldPath(steps))
        var (envelope, container) = (CatalogEnvelope(), 0)
        envelope.signs.read(countFields)
        for (level, step) in steps.enumerated() {
            document.forEachChild(of: container) { name in
                guard let text = document.text(at: name), text != step else { return }
                envelope.read(text, under: steps.prefix(level), name + 1, of: document, shape)
            }
            guard let inner = document.member(step.utf8.span, of: container) else { break }
            container = inner
        }
        return envelope
    }
}
