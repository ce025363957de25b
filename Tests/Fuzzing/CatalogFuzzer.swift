// What libFuzzer calls over and over; compiled by `Tests/Fuzzing/run`, in one module with the rooms that it is about.

/// Reads the bytes as a catalog, whole and cut in two, and holds the answers against each other.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCatalog(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start = unsafe start, count > 1 else { return 0 }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let cut = Int(bytes[0]) % bytes.count
    let catalog = Array(bytes.dropFirst())
    let whole = Reading(of: [catalog])
    let parts = Reading(of: [Array(catalog[..<min(cut, catalog.count)]), Array(catalog[min(cut, catalog.count)...])])
    precondition(whole == parts, "a catalog reads the same however it is cut")
    precondition(whole.copied == whole.written, "what is copied is what would have been written")
    decodeAnything(catalog)
    if let supplier = Supplier(firstRecordOf: catalog) {
        precondition(!supplier.id.rawValue.isEmpty, "an id is never empty")
    }
    return 0
}

/// What a scanner and the decoder make of a catalog.
private struct Reading: Equatable {
    var suppliers: [Supplier] = []
    var issues: [CatalogIssue] = []
    var byteOffsets: [Int] = []
    var written = RenderedSuppliers()
    var copied = RenderedSuppliers()
    var fault: CatalogFault?

    init(of chunks: [[UInt8]]) {
        let portions: [RecordPortion]
        (portions, fault) = RecordScanner.scan(chunks)
        let batch = CatalogBatch(decoding: portions)
        suppliers = batch.suppliers
        issues = batch.issues
        byteOffsets = batch.byteOffsets
        written = CatalogBatch(decoding: portions, as: DecodingPlan(renderer: FieldWriter())).rendered
        copied = CatalogBatch(decoding: portions, as: DecodingPlan(renderer: FieldCopier())).rendered
    }
}

/// Takes every record apart by the decoder, whatever it holds.
private func decodeAnything(_ catalog: [UInt8]) {
    for portion in RecordScanner.scan([catalog]).portions {
        let source = RecordSource(portion)
        for root in portion.roots {
            do {
                _ = try Anything(from: RecordDecoder(source: source, index: root))
            } catch {
                precondition(error is DecodingError, "a decoder throws decoding errors: \(error)")
            }
        }
    }
}

/// Any JSON value, decoded by all the ways that a decoder offers.
private indirect enum Anything: Decodable {
    case null, bool(Bool), integer(Int64), number(Double), string(String), array([Anything]), object([String: Anything])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = Self.attempt({ try value.decode(Bool.self) }) {
            self = .bool(bool)
        } else if let integer = Self.attempt({ try value.decode(Int64.self) }) {
            self = .integer(integer)
        } else if let number = Self.attempt({ try value.decode(Double.self) }) {
            self = .number(number)
        } else if let string = Self.attempt({ try value.decode(String.self) }) {
            self = .string(string)
        } else if var elements = Self.attempt({ try decoder.unkeyedContainer() }) {
            var array: [Anything] = []
            while !elements.isAtEnd { array.append(try elements.decode(Anything.self)) }
            self = .array(array)
        } else {
            self = .object(try value.decode([String: Anything].self))
        }
    }

    private static func attempt<Value>(_ body: () throws -> Value) -> Value? {
        do { return try body() } catch { return nil }
    }
}
