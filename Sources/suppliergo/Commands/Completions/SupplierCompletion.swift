import SupplierGoKit

/// Finds the suppliers whose id or full name goes on from a word.
///
/// Its user waits for a Tab to be answered, so it never touches the network, ignores errors, and stops at ``limit``
/// suppliers or after ``patience``, however long the catalog is.
struct SupplierCompletion {
    /// The most suppliers that are offered.
    static let limit = 100

    /// How long the catalog is looked through.
    static let patience = Duration.milliseconds(300)

    private let prefix: String
    private let loading: LoadingOptions?

    /// Prepares a search.
    ///
    /// - Parameter loading: where the suppliers come from; `nil` where that is not known.
    init(of prefix: String, from loading: LoadingOptions?) {
        self.prefix = prefix
        self.loading = loading
    }

    /// Looks through the catalog's snapshot, or its file.
    func words() async throws -> [CompletionWord] {
        guard let loading, loading.location != .standardInput else { return [] }
        let dataLoader = DataLoader(configuration: loading.dataLoader)
        var loader = SupplierLoader(
            location: loading.location, configuration: loading.loader, dataLoader: dataLoader,
            cache: loading.cache)
        loader.edits = await edits()
        let deadline = ContinuousClock.now + Self.patience
        var words: [CompletionWord] = []
        do {
            for try await batch in loader.suppliers() {
                words += batch.suppliers.lazy.compactMap(word).prefix(Self.limit - words.count)
                if words.count == Self.limit || ContinuousClock.now > deadline { break }
            }
        } catch is CatalogError {
            // What was read before the catalog broke off can be offered.
        }
        await dataLoader.shutdown()
        return words
    }

    /// The ids of the suppliers that are edited, the newest edits first.
    func editedWords() async -> [CompletionWord] {
        await edits().newestFirst.filter { $0.id.rawValue.hasPrefix(prefix) }.compactMap { edit in
            word(edit.id.rawValue, edit.kind.rawValue)
        }
    }

    private func edits() async -> SupplierEdits {
        guard let loading, let store = loading.edits else { return SupplierEdits() }
        do {
            return try await store.document(of: loading.location).edits
        } catch {
            // The command itself will say it.
            return SupplierEdits()
        }
    }

    /// A supplier's word; `nil` where neither id nor name goes on from the prefix, or where a shell could not hold it.
    ///
    /// What a catalog says ends up on a command line here: hidden characters, and what would be an option, must not.
    private func word(for supplier: Supplier) -> CompletionWord? {
        if supplier.id.rawValue.hasPrefix(prefix) { return word(supplier.id.rawValue, supplier.fullname) }
        guard !prefix.isEmpty, supplier.fullname.hasPrefix(ignoringCase: prefix) else { return nil }
        return word(supplier.fullname, supplier.company)
    }

    private func word(_ word: String, _ meaning: String) -> CompletionWord? {
        guard !word.hasPrefix("-"), word == word.visibleText else { return nil }
        return CompletionWord(word: word, meaning: meaning.visibleText)
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
