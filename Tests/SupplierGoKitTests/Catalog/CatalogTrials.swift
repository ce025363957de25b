import Testing

@testable import SupplierGoKit

/// What a catalog gave, flat.
struct CatalogTrial: Equatable {
    var suppliers: [Supplier] = []
    var issues: [CatalogIssue] = []
    var fault: CatalogFault?

    /// Scans and decodes chunks, without the reader.
    init(chunks: [[UInt8]]) {
        let (portions, fault) = RecordScanner.scan(chunks)
        let batch = CatalogBatch(decoding: portions)
        suppliers = batch.suppliers
        issues = batch.issues
        self.fault = fault
    }

    init(_ text: String) {
        self.init(chunks: [Array(text.utf8)])
    }

    var ids: [String] { suppliers.map(\.id.rawValue) }

    /// Expects the same of the bytes cut in two at every place, and of each byte alone.
    static func expectNoDifference(
        whereverCut bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let whole = CatalogTrial(chunks: [bytes])
        for cut in bytes.indices {
            let parts = CatalogTrial(chunks: [Array(bytes[..<cut]), Array(bytes[cut...])])
            #expect(parts == whole, "cut at \(cut)", sourceLocation: sourceLocation)
        }
        #expect(CatalogTrial(chunks: bytes.map { [$0] }) == whole, "byte by byte", sourceLocation: sourceLocation)
    }
}

/// Records of the wire format.
enum Record {
    static func text(_ id: String, fullname: String = "Matteo Hamill") -> String {
        #"{"id":"\#(id)","createdAt":"2021-01-21T09:11:16.040Z","fullname":"\#(fullname)","avatar":"a/\#(id).png","#
            + #""phone":"1-789-686-0305","company":"Murphy, Kerluke and Swift","email":"l@yahoo.com"}"#
    }

    /// A record with one field's JSON replaced, or left out where it is `nil`.
    static func text(replacing field: String, with value: String?) -> String {
        let fields = [
            ("id", #""1""#), ("createdAt", #""2021-01-21T09:11:16.040Z""#), ("fullname", #""Matteo Hamill""#),
            ("avatar", #""a/1.png""#), ("phone", #""1-789""#), ("company", #""Murphy""#), ("email", #""l@yahoo.com""#),
        ]
        let members = fields.compactMap { name, json in
            (name == field ? value : json).map { #""\#(name)":\#($0)"# }
        }
        return "{" + members.joined(separator: ",") + "}"
    }
}

/// Decodes one JSON value, which is cut into chunks of the given size.
func decode<Value: Decodable>(_ type: Value.Type, _ json: [UInt8], chunkSize: Int = .max) throws -> Value {
    var scanner = RecordScanner()
    let bytes = [UInt8(ascii: "[")] + json + [UInt8(ascii: "]")]
    for start in stride(from: 0, to: bytes.count, by: min(chunkSize, bytes.count)) {
        try scanner.scan(Array(bytes[start..<min(start + min(chunkSize, bytes.count), bytes.count)]))
    }
    try scanner.finish()
    let source = RecordSource(try #require(scanner.takeReady().first))
    return try RecordDecoder(source: source, index: source.roots[0]).decode(type)
}

func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try decode(type, Array(json.utf8))
}
