@testable import SupplierGoKit

extension CatalogScanner {
    /// Scans a whole catalog that comes in chunks; what was complete before a fault comes as well.
    static func scan(
        _ chunks: [[UInt8]], _ shape: CatalogShape = .plain
    ) -> (blocks: [RecordBlock], error: CatalogSyntaxError?) {
        var scanner = CatalogScanner(shape: shape)
        var blocks: [RecordBlock] = []
        do throws(CatalogSyntaxError) {
            for chunk in chunks where !chunk.isEmpty {
                try scanner.scan(chunk)
                blocks += scanner.takeReady()
            }
            try scanner.finish()
        } catch {
            return (blocks + scanner.takeReady(), error)
        }
        return (blocks + scanner.takeReady(), nil)
    }
}

extension [UInt8] {
    /// The bytes in chunks of `size`; the last one may be shorter.
    func cut(every size: Int) -> [[UInt8]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
