@testable import SupplierGoKit

extension RecordScanner {
    /// Scans a whole catalog that comes in chunks; what was complete before a fault comes as well.
    static func scan(_ chunks: [[UInt8]]) -> (portions: [RecordPortion], fault: CatalogFault?) {
        var scanner = RecordScanner()
        var portions: [RecordPortion] = []
        do throws(CatalogFault) {
            for chunk in chunks where !chunk.isEmpty {
                try scanner.scan(chunk)
                portions += scanner.takeReady()
            }
            try scanner.finish()
        } catch {
            return (portions + scanner.takeReady(), error)
        }
        return (portions + scanner.takeReady(), nil)
    }
}
