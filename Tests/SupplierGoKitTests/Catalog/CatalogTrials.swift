import Testing

@testable import SupplierGoKit

/// What a catalog gave, flat.
struct CatalogTrial: Equatable {
    var suppliers: [Supplier] = []
    var badRecords: [SupplierBatch.BadRecord] = []
    var error: CatalogSyntaxError?

    /// Scans and decodes chunks, without the reader.
    init(chunks: [[UInt8]]) {
        let (blocks, error) = CatalogScanner.scan(chunks)
        let batch = DecodedBatch(decoding: blocks)
        suppliers = batch.suppliers
        badRecords = batch.badRecords
        self.error = error
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

    /// Reads one record, cut into chunks of the given size.
    static func read(_ json: [UInt8], chunkSize: Int = .max) throws -> Supplier {
        var scanner = RecordScanner()
        let bytes = [UInt8(ascii: "[")] + json + [UInt8(ascii: "]")]
        for start in stride(from: 0, to: bytes.count, by: min(chunkSize, bytes.count)) {
            try scanner.scan(Array(bytes[start..<min(start + min(chunkSize, bytes.count), bytes.count)]))
        }
        try scanner.finish()
        let block = try #require(scanner.takeReady().first)
        return try RecordReader(block).supplier(at: block.roots[0])
    }

    static func read(_ json: String, chunkSize: Int = .max) throws -> Supplier {
        try read(Array(json.utf8), chunkSize: chunkSize)
    }
}

/// The members of a scanned object.
enum RecordMembers {
    /// The names of an object's members, `nil` for those that are not text.
    static func names(of object: Int, in block: RecordBlock) -> [String?] {
        tokens(of: object, in: block).map { text(of: $0, in: block) }
    }

    /// The tokens of the names of an object's members.
    static func tokens(of object: Int, in block: RecordBlock) -> [Int] {
        var names: [Int] = []
        var name = object + 1
        while name < object + block.tokens[object].stride {
            names.append(name)
            name += 1 + block.tokens[name + 1].stride
        }
        return names
    }

    /// The text of a string; `nil` if it is not text.
    static func text(of token: Int, in block: RecordBlock) -> String? {
        let token = block.tokens[token]
        do throws(JSONText.EncodingError) {
            return try JSONText.string(block.bytes.span.extracting(token.range), hasEscapes: token.isMarked)
        } catch {
            return nil
        }
    }
}
