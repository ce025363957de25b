// Called by libFuzzer again and again; compiled by `Tests/Fuzzing/run`, in one module with the rooms it is about.

/// Reads the bytes as a catalog, whole and cut in two, suppliers and rendered, and compares the results.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCatalog(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start = unsafe start, count > 1 else { return 0 }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let cut = Int(bytes[0]) % bytes.count
    let catalog = Array(bytes.dropFirst())
    let whole = Reading(of: [catalog])
    let parts = Reading(of: [Array(catalog[..<min(cut, catalog.count)]), Array(catalog[min(cut, catalog.count)...])])
    precondition(whole == parts, "a catalog reads the same however it is cut")
    precondition(whole.rendered == whole.written, "suppliers are rendered as they are read")
    if let supplier = Supplier(firstRecordOf: catalog) {
        precondition(!supplier.id.rawValue.isEmpty, "an id is never empty")
    }
    return 0
}

/// What a catalog is read as.
private struct Reading: Equatable {
    var suppliers: [Supplier] = []
    var badRecords: [BadRecord] = []
    var byteOffsets: [Int] = []
    var rendered = RenderedSuppliers()
    var written = RenderedSuppliers()
    var error: CatalogSyntaxError?

    init(of chunks: [[UInt8]]) {
        let blocks: [RecordBlock]
        (blocks, error) = CatalogScanner.scan(chunks)
        let batch = SupplierBatch(decoding: blocks)
        suppliers = batch.suppliers
        badRecords = batch.badRecords
        byteOffsets = batch.byteOffsets
        rendered = SupplierBatch(decoding: blocks, as: DecodingPlan(renderer: { FieldRenderer() })).rendered
        for supplier in suppliers { written.append(supplier, by: FieldRenderer()) }
    }
}
