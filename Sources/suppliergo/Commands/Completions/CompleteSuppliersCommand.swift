import SupplierGoKit

/// What completions run: prints the suppliers whose id or full name goes on from a word, one a line, each with what it
/// is.
///
/// Its user waits for a Tab to be answered, so it never touches the network, prints no errors, and stops at ``limit``
/// suppliers or after ``patience``, however long the catalog is.
struct CompleteSuppliersCommand: Command {
    static let description = CommandDescription(
        name: "complete-suppliers", overview: "Print suppliers that a word may mean.", isHidden: true)

    /// The most suppliers that are printed.
    static let limit = 100

    /// How long the catalog is looked through.
    static let patience = Duration.milliseconds(300)

    private let request: CompletionRequest
    private let loading: LoadingOptions?

    init(_ arguments: Arguments) {
        request = CompletionRequest(arguments)
        loading = request.loadingOptions(arguments)
    }

    /// Looks through the catalog's snapshot, or its file.
    func run(on console: Console) async throws -> ExitStatus {
        guard let loading, loading.location != .standardInput else { return .done }
        let dataLoader = DataLoader(configuration: loading.dataLoader)
        let loader = SupplierLoader(
            location: loading.location, configuration: loading.loader, dataLoader: dataLoader,
            cache: loading.cache)
        let deadline = ContinuousClock.now + Self.patience
        var lines: [String] = []
        do {
            reading: for try await batch in loader.suppliers() {
                for supplier in batch.suppliers {
                    if let line = line(for: supplier) { lines.append(line) }
                    if lines.count == Self.limit { break reading }
                }
                if ContinuousClock.now > deadline { break }
            }
        } catch is CatalogError {
            // What was read before the catalog broke off completes as well as anything.
        }
        await dataLoader.shutdown()
        try console.output.write(lines.joined())
        try console.output.flush()
        return .done
    }

    /// A supplier's line; `nil` where neither id nor name goes on from the word, or where a shell could not hold it.
    ///
    /// What a catalog says ends up on a command line here: hidden characters, and what would be an option, must not.
    private func line(for supplier: Supplier) -> String? {
        if supplier.id.rawValue.hasPrefix(request.prefix) {
            return line(supplier.id.rawValue, supplier.fullname)
        }
        guard !request.prefix.isEmpty, supplier.fullname.hasPrefix(ignoringCase: request.prefix) else { return nil }
        return line(supplier.fullname, supplier.company)
    }

    private func line(_ word: String, _ meaning: String) -> String? {
        guard !word.hasPrefix("-"), word == word.visibleText else { return nil }
        return "\(word)\t\(meaning.visibleText)\n"
    }
}

extension String {
    /// Whether the text begins with another one, whatever the case of their letters.
    fileprivate func hasPrefix(ignoringCase prefix: String) -> Bool {
        guard let own = utf8.first, let other = prefix.utf8.first else { return prefix.isEmpty }
        // Most suppliers are told apart by the first letter, without a copy of their name.
        if own < 0x80, other < 0x80, own | 0x20 != other | 0x20 { return false }
        return lowercased().hasPrefix(prefix.lowercased())
    }
}
