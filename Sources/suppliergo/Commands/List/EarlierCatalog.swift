import SupplierGoKit

/// The state of a catalog that `list --changes` compares it with: that of the last report, or a file.
struct EarlierCatalog: Sendable {
    private let path: String
    private let session: Session

    /// True if it is the state of the last report, which has every field, and no edits.
    private let isMark: Bool

    /// Creates the state in a file.
    ///
    /// - Parameter session: the catalog's, with the edits that an export may have in it.
    init(at path: String, isMark: Bool, in session: Session) {
        (self.path, self.isMark, self.session) = (path, isMark, session)
    }

    /// Reads it to its end, and begins a comparison with it.
    ///
    /// A file is read as the catalog is, or under our own names if it is an export: what an export lacks is not
    /// compared.
    ///
    /// - Throws: ``Failure`` if it is not a catalog, or none of its records can be read.
    func comparison() async throws -> CatalogComparison {
        let catalog = session.loader.configuration.shape
        let names = try isMark ? SupplierLoader.Configuration().shape : CatalogShape(Self.ownPlaces)
        var shape = try isMark ? names : CatalogShape(Self.ownPlaces.merging(catalog.places) { $1 })
        var reading = try await reading(in: shape)
        if shape != names, reading.count == 0 || !reading.unused.isSubset(of: Self.ownPlaces.values) {
            let other = try await self.reading(in: names)
            if other.count > 0 { (reading, shape) = (other, names) }
        }
        if let error = reading.error {
            let advice = error.advice.map { "; \($0)" } ?? ""
            throw Failure(.badData, "in the file '\(location)', \(error)\(advice)")
        }
        if reading.count == 0, let record = reading.badRecord {
            throw Failure(.badData, "in the file '\(location)', no record can be read: \(record)")
        }
        for sentence in reading.sentences { session.console.warn("in the file '\(location)', \(sentence)") }
        if !isMark, reading.count > 0 {
            let missing = shape.places.filter { reading.unused.contains($1) }
            reading.comparison.endOld(lacking: missing.compactMap { Supplier.Field(name: $0.key.rawValue) })
        }
        return reading.comparison
    }

    /// Warns of the catalog's fields that it does not have at all.
    func warnOfMissingFields(in comparison: CatalogComparison) {
        let names = comparison.missingFields
        guard !isMark, !names.isEmpty else { return }
        let more = names.count > 20 ? " and \(Count.formatted(names.count - 20)) more" : ""
        session.console.warn(
            "the file '\(location)' does not have these fields, which are not compared: "
                + names.prefix(20).joined(separator: ", ") + more)
    }

    // MARK: Reading

    /// The places of the fields under our own names.
    private static let ownPlaces = Dictionary(
        uniqueKeysWithValues: CatalogShape.Part.allCases.compactMap { part in
            Supplier.Field(name: part.rawValue).map { (part, $0.rawValue) }
        })

    private var location: CatalogLocation { .file(path: path) }

    /// A reading in a shape.
    private struct Reading {
        var comparison: CatalogComparison

        /// The number of suppliers, and the paths of the shape that no record has.
        var count = 0
        var unused: Set<String> = []
        var badRecord: SupplierBatch.BadRecord?

        /// The warnings of it, and the error that ended it.
        var sentences: [String] = []
        var error: CatalogError?

        mutating func add(_ batch: SupplierBatch) {
            for case .unusedPath(let path, _) in batch.doubts { unused.insert(path) }
            badRecord = badRecord ?? batch.badRecords.first
            count += batch.suppliers.count
            comparison.leaveOut(batch.badRecords.compactMap(\.id))
            comparison.addOld(batch.suppliers)
        }
    }

    private func reading(in shape: CatalogShape) async throws -> Reading {
        // A file's relative avatars are the catalog's, unless it is a file too.
        let isFile = if case .file = session.loader.location { true } else { false }
        let comparison = CatalogComparison(
            of: session.loader.location, with: isFile ? location : session.loader.location,
            edits: isMark ? SupplierEdits() : session.loader.edits, ignoring: session.options.ignoredPaths)
        var configuration = SupplierLoader.Configuration()
        configuration.shape = shape
        let sentences = Lock([String]())
        do {
            var reading = try await DataLoader.with { dataLoader in
                let loader = SupplierLoader(
                    location: location, configuration: configuration, dataLoader: dataLoader, cache: nil)
                let reader = SupplierReader(
                    in: session.using(loader), label: "earlier suppliers",
                    warn: { warning in
                        switch warning {
                        case .badRecord(let sentence), .moreBadRecords(let sentence), .omission(let sentence):
                            sentences.withLock { $0.append(sentence) }
                        case .startsOver, .doubt, .snapshot, .unkept: break
                        }
                    })
                let reading = try await reader.readAll(into: Reading(comparison: comparison)) { $0.add($1) }
                if let failure = await reader.failure { throw failure }
                return reading
            }
            reading.sentences = sentences.withLock(\.self)
            return reading
        } catch let error as CatalogError {
            if case .unreadableFile(let cause) = error { throw Failure(.noInput, cause.description) }
            guard case .syntax = error else { throw error }
            return Reading(comparison: comparison, error: error)
        }
    }
}
