import SupplierGoKit

/// A value of `--print` of `browse`: what is printed of the suppliers that were chosen.
enum BrowserChoice: String, CaseIterable, Sendable {
    /// The id.
    case id

    /// The e-mail address.
    case email

    /// The path of the avatar in the cache, fetched if it is missing.
    case path

    /// All of it, as `--format json` prints it.
    case json
}

extension Session {
    /// Prints suppliers that were chosen: all as JSON, or of each a value as it is, on a line of its own.
    ///
    /// - Throws: ``Failure`` if an avatar's path is wanted and there is none; ``OutputError``, `CancellationError`.
    func print(_ choice: BrowserChoice, of suppliers: [Supplier]) async throws {
        guard choice == .json else {
            for supplier in suppliers {
                let value = try await value(choice, of: supplier)
                try console.output.write((console.outputTraits.isTerminal ? value.visibleText : value.asLine) + "\n")
            }
            return try console.output.flush()
        }
        var printer = SupplierPrinter(format: .json, query: SupplierQuery(""), session: self)
        try printer.begin()
        try await printer.layOut(for: suppliers)
        try await printer.print(suppliers)
        try printer.end()
        try console.output.flush()
    }
}

extension Session {
    private func value(_ choice: BrowserChoice, of supplier: Supplier) async throws -> String {
        switch choice {
        case .id: supplier.id.rawValue
        case .email: supplier.email
        case .path, .json: try await target(of: supplier, for: .avatar)
        }
    }
}

extension String {
    /// The text as it is, with the characters written out that would end its line.
    fileprivate var asLine: String {
        unicodeScalars.map { $0 == "\n" || $0 == "\r" ? $0.writtenOut : String($0) }.joined()
    }
}
