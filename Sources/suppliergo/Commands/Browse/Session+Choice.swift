import SupplierGoKit

extension Session {
    /// Prints suppliers that were chosen: all as JSON, or each id as it is, on its own line.
    ///
    /// - Throws: ``OutputError``, `CancellationError`.
    func print(_ choice: BrowserChoice, of suppliers: [Supplier]) async throws {
        guard choice == .json else {
            for supplier in suppliers {
                let value = supplier.id.rawValue
                // A line stays one, whatever the catalog says.
                let line = value.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? $0.writtenOut : String($0) }.joined()
                try console.output.write((console.outputTraits.isTerminal ? value.visibleText : line) + "\n")
            }
            return try console.output.flush()
        }
        var printer = SupplierPrinter(format: .json, query: SupplierQuery(""), session: self)
        try printer.begin(from: nil)
        try await printer.layOut(for: suppliers)
        try await printer.print(suppliers)
        try printer.end()
        try console.output.flush()
    }
}
