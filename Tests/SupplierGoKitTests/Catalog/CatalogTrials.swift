@testable import SupplierGoKit

/// What a catalog gave, flat.
struct CatalogTrial: Equatable {
    var suppliers: [Supplier] = []
    var issues: [CatalogIssue] = []
    var fault: CatalogFault?

    /// Scans and decodes chunks, without the reader.
    init(chunks: [[UInt8]]) {
        var scanner = RecordScanner()
        var portions: [RecordPortion] = []
        do throws(CatalogFault) {
            for chunk in chunks where !chunk.isEmpty {
                try scanner.scan(chunk)
                portions += scanner.takeReady()
            }
            try scanner.finish()
        } catch {
            fault = error
        }
        for portion in portions + scanner.takeReady() {
            let batch = CatalogBatch(decoding: [portion])
            suppliers += batch.suppliers
            issues += batch.issues
        }
    }

    init(_ text: String) {
        self.init(chunks: [Array(text.utf8)])
    }
}

/// Records of the wire format.
enum Record {
    static func text(_ id: String, fullname: String = "Matteo Hamill") -> String {
        #"{"id":"\#(id)","createdAt":"2021-01-21T09:11:16.040Z","fullname":"\#(fullname)","avatar":"a/\#(id).png","#
            + #""phone":"1-789-686-0305","company":"Murphy, Kerluke and Swift","email":"l@yahoo.com"}"#
    }

    static func ids(_ trial: CatalogTrial) -> [String] { trial.suppliers.map(\.id.rawValue) }
}
