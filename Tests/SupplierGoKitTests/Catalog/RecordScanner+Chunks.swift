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

extension [UInt8] {
    /// The bytes in chunks of `size`; the last one may be shorter.
    func cut(every size: Int) -> [[UInt8]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
