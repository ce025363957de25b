import Testing

@testable import SupplierGoKit

/// What a catalog gave, flat.
struct CatalogTrial: Equatable {
    var suppliers: [Supplier] = []
    var badRecords: [Supplier.BadRecord] = []
    var error: CatalogSyntaxError?

    /// Splits and decodes chunks, without the reader.
    init(chunks: [[UInt8]]) {
        let reading = CatalogReading(of: chunks)
        (suppliers, error) = (reading.batch.suppliers, reading.error)
        badRecords = reading.batch.badRecords
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

    /// A record with hardly any text, for catalogs that are cut at each of their bytes.
    static func short(_ id: String) -> String {
        #"{"id":"\#(id)","createdAt":null,"fullname":"A","phone":"","company":"","email":""}"#
    }

    /// A record with one field's JSON replaced, or left out if it is `nil`.
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

    /// Reads one record, cut into chunks of the given size.
    static func read(_ json: [UInt8], chunkSize: Int = .max) throws -> Supplier {
        let bytes = [UInt8(ascii: "[")] + json + [UInt8(ascii: "]")]
        let reading = CatalogReading(of: bytes.cut(every: min(chunkSize, bytes.count)))
        if let error = reading.error { throw error }
        if let badRecord = reading.batch.badRecords.first { throw badRecord }
        return try #require(reading.batch.suppliers.first)
    }

    static func read(_ json: String, chunkSize: Int = .max) throws -> Supplier {
        try read(Array(json.utf8), chunkSize: chunkSize)
    }
}
