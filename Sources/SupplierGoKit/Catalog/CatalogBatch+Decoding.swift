extension CatalogBatch {
    /// Decodes the records of portions that follow one another, in a strict catalog up to the first bad one.
    init(decoding portions: [RecordPortion], isStrict: Bool = false) {
        var issues: [CatalogIssue] = []
        var byteOffsets: [Int] = []
        let count = portions.reduce(0) { $0 + $1.roots.count }
        byteOffsets.reserveCapacity(count)
        let suppliers = [Supplier](capacity: count) { suppliers in
            for portion in portions where !isStrict || issues.isEmpty {
                Self.decode(portion, into: &suppliers, at: &byteOffsets, issues: &issues, isStrict: isStrict)
            }
        }
        self.init(suppliers: suppliers, byteOffsets: byteOffsets, issues: issues)
    }

    private static func decode(
        _ portion: RecordPortion, into suppliers: inout OutputSpan<Supplier>, at byteOffsets: inout [Int],
        issues: inout [CatalogIssue], isStrict: Bool
    ) {
        let source = RecordSource(portion)
        for record in portion.roots.indices {
            do {
                let decoder = RecordDecoder(source: source, index: portion.roots[record])
                suppliers.append(try Supplier(record: decoder.record(keyedBy: Supplier.CodingKeys.self)))
                byteOffsets.append(portion.byteOffset(of: record))
            } catch {
                let offset = portion.byteOffset(of: record)
                issues.append(CatalogIssue(record: portion.firstRecord + record, byteOffset: offset, cause: error))
                if isStrict { return }
            }
        }
    }
}
