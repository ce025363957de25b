import SupplierGoKit

/// Renders the suppliers that match a query.
struct MatchingRenderer: SupplierRendering {
    let query: SupplierQuery

    /// The fields that the query names; those of records that match are of no interest.
    let others: OtherColumns

    /// True if the last request for a supplier's avatar failed; asked only if the query needs the cache.
    let hasFailed: @Sendable (Supplier) -> Bool

    /// Renders those that match.
    let renderer: any SupplierRendering

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        matches(fields, in: text) && renderer.render(fields, in: text, into: &output)
    }

    /// Tests if a supplier matches.
    func matches(_ supplier: Supplier) -> Bool {
        var text: [UInt8] = []
        let fields = FieldRanges(of: supplier, writtenTo: &text)
        return matches(fields, in: text.span)
    }

    private func matches(_ fields: FieldRanges, in text: Span<UInt8>) -> Bool {
        if query.matches(fields, in: text, hasFailed: hasFailed) { return true }
        others.look(for: query.otherPaths, in: fields, of: text)
        return false
    }
}
