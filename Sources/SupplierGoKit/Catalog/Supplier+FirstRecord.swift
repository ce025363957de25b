extension Supplier {
    /// Decodes the record that some bytes of a catalog begin with, whatever follows it; `nil` where it is none, or is not
    /// complete.
    init?(firstRecordOf bytes: [UInt8]) {
        var scanner = RecordScanner()
        do throws(CatalogFault) {
            try scanner.scan([UInt8(ascii: "[")] + bytes)
        } catch {
            // What follows the record may be no element of an array.
        }
        guard let portion = scanner.takeReady().first(where: { !$0.roots.isEmpty }) else { return nil }
        do {
            self = try Supplier(from: RecordDecoder(source: RecordSource(portion), index: portion.roots[0]))
        } catch {
            return nil
        }
    }
}
