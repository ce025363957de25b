/// Reads the bytes as a catalog in JSON or CSV, in our own shape and in others, whole and cut in two, suppliers and
/// rendered, and compares the results.
func fuzzCatalog(_ bytes: [UInt8]) {
    guard bytes.count > 1 else { return }
    let cut = Int(bytes[0]) % bytes.count
    let catalog = Array(bytes.dropFirst())
    for shape in shapes {
        let whole = Reading(of: [catalog], in: shape)
        let end = min(cut, catalog.count)
        let parts = Reading(of: [Array(catalog[..<end]), Array(catalog[end...])], in: shape)
        precondition(whole == parts, "a catalog reads the same however it is cut")
        precondition(whole.rendered == whole.written, "suppliers are rendered as they are read")
    }
    if let supplier = Supplier(firstRecordOf: catalog) {
        precondition(!supplier.id.rawValue.isEmpty, "an id is never empty")
    }
    if let outlines = outlines(of: catalog, isWhole: true) {
        precondition(outlines.allSatisfy { $0.fields.allSatisfy { $0.examples.count <= 3 } }, "examples are few")
    }
    _ = outlines(of: Array(catalog.prefix(cut)), isWhole: false)
}

/// Our own shape, one with a map and an array and a next page inside objects, and one with text around values.
private let shapes: [CatalogShape] = {
    do throws(CatalogShape.ParseError) {
        return [
            .plain,
            try CatalogShape([.records: "d.items", .next: "d.next", .total: "d.count", .id: "id", .fullname: "data.0"]),
            try CatalogShape([
                .id: "{id|lower}", .fullname: "{fullname} {phone|sha256}!", .avatar: "https://a.example/{avatar}",
            ]),
        ]
    } catch {
        preconditionFailure("\(error)")
    }
}()

private func outlines(of catalog: [UInt8], isWhole: Bool) -> [CatalogOutline]? {
    do throws(CatalogSyntaxError) {
        return CatalogOutline.candidates(of: try CatalogBeginning(catalog, isWhole: isWhole))
    } catch {
        return nil
    }
}

/// What a catalog is read as.
private struct Reading: Equatable {
    var suppliers: [Supplier] = []
    var badRecords: [Supplier.BadRecord] = []
    var byteOffsets: [Int] = []
    var rendered: [UInt8] = []
    var written: [UInt8] = []
    var envelope = CatalogEnvelope()
    var error: CatalogSyntaxError?

    init(of chunks: [[UInt8]], in shape: CatalogShape) {
        let reading = CatalogReading(of: chunks, as: DecodingPlan(keepsOtherFields: true, shape: shape))
        error = reading.error
        suppliers = reading.batch.suppliers
        badRecords = reading.batch.badRecords
        byteOffsets = reading.batch.byteOffsets
        let plan = DecodingPlan(renderer: { FieldRenderer() }, shape: shape)
        rendered = CatalogReading(of: chunks, as: plan).batch.rendered.bytes
        for supplier in suppliers {
            _ = FieldRenderer().render(supplier, into: &written)
            for (path, value) in supplier.otherFields.shown {
                _ = (supplier.otherFields[path], value.hasText { $0 == path })
            }
        }
        if error == nil { envelope = reading.envelope }
    }
}
