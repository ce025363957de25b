import SupplierGoKit

/// A value of `--print` of `browse`: what is printed of the suppliers that were chosen.
enum BrowserChoice: String, CaseIterable, Sendable {
    /// The id.
    case id

    /// The e-mail address.
    case email

    /// The path of the avatar in the cache, fetched where it is missing.
    case path

    /// All of it, as `--format json` prints it.
    case json
}

extension Session {
    /// Prints suppliers that were chosen.
    ///
    /// - Throws: ``Failure`` where an avatar's path is wanted and there is none; ``OutputError``, `CancellationError`.
    func print(_ choice: BrowserChoice, of suppliers: [Supplier]) async throws {
        guard choice != .path else {
            for supplier in suppliers {
                try console.output.write(await target(of: supplier, for: .avatar) + "\n")
            }
            return try console.output.flush()
        }
        let columns: [ListColumn]? = choice == .id ? [.id] : choice == .email ? [.email] : nil
        var printer = SupplierPrinter(
            format: choice == .json ? .json : .tsv, columns: columns, query: SupplierQuery(""), session: self)
        try printer.begin()
        try await printer.layOut(for: suppliers)
        try await printer.print(suppliers)
        try printer.end()
        try console.output.flush()
    }
}
