import SupplierGoKit

/// The state of a catalog that `list --changes` compares it with: that of the last report, or a file.
struct EarlierCatalog: Sendable {
    let location: CatalogLocation

    /// The catalog's session, with the edits that an export may have in it.
    let session: Session

    /// True if it is the state of the last report, which has every field, and no edits.
    var isMark = false

    /// Reads it to its end, and begins a comparison with it.
    ///
    /// A file is read as the catalog is, or under our own names if it is an export: what an export lacks is not
    /// compared.
    ///
    /// - Throws: ``Failure`` if it is not a catalog, or none of its records can be read.
    func comparison() async throws -> CatalogComparison {
        // Details are not compared.
        let catalog = session.loader.configuration.shape
        let places = catalog.places.filter { $0.key != .detail }
        let names = try isMark ? SupplierLoader.Configuration().shape : CatalogShape(Self.ownPlaces).allowingNoName
        var shape = try isMark ? names : CatalogShape(Self.ownPlaces.merging(places) { $1 })
        // Without a map a full name may be empty in the catalog too.
        if !isMark, !catalog.hasMap { shape = shape.allowingNoName }
        var reading = try await reading(in: shape)
        if shape != names, reading.count == 0 || !reading.unused.isSubset(of: Self.ownPlaces.values) {
            let other = try await self.reading(in: names)
            if other.count > 0, reading.count == 0 || other.unused.count < reading.unused.count {
                (reading, shape) = (other, names)
            }
        }
        if let error = reading.error {
            let advice = error.isAboutFields ? inspection : error.advice.map { "; \($0)" } ?? ""
            throw Failure(.badData, "in the file '\(location)', \(error)\(advice)")
        }
        if reading.count == 0, let record = reading.badRecord {
            throw Failure(.badData, "in the file '\(location)', no record can be read: \(record)\(inspection)")
        }
        for sentence in reading.sentences { session.console.warn("in the file '\(location)', \(sentence)") }
        if !isMark, reading.count > 0 {
            // A spreadsheet leaves the seconds out that it does not show, and perhaps the time.
            let isTableOfOthers = await BlockingThreads.files.run { location.isTableOfOthers }
            if isTableOfOthers != nil, let step = reading.dateStep { reading.comparison.dateStep = step }
            let missing = shape.places.filter { reading.unused.contains($1) }
            var fields = missing.compactMap { Supplier.Field(name: $0.key.rawValue)?.rawValue }
            // Dates that are all unreadable are other fields under the same name.
            if reading.dateStep == nil, reading.hasUnreadableDates, let path = shape.places[.created] {
                fields += [Supplier.Field.createdAt.rawValue, path, "." + path]
            }
            reading.comparison.fields.lack(fields, hasForeignColumns: isTableOfOthers == true)
        }
        return reading.comparison
    }

    /// The command that shows the file's fields, as a clause.
    private var inspection: String { session.inspection(of: location).map { "; see '\($0)'" } ?? "" }

    /// Warns of the fields that only one of the two has.
    ///
    /// - Parameter warnsOfForeign: true if the whole catalog was seen to lack the file's other columns.
    func warnOfMissingFields(in comparison: CatalogComparison, andOfForeign warnsOfForeign: Bool) {
        let fields = comparison.fields
        let columns = warnsOfForeign ? fields.foreignColumns.sorted().map(String.init) : []
        let lacks = [
            ("the file '\(location)' does not have these fields", fields.missing),
            ("the catalog does not have these fields of the file '\(location)'", columns),
        ]
        for (clause, names) in lacks where !isMark && !names.isEmpty {
            let more = names.count > 20 ? " and \(Count.formatted(names.count - 20)) more" : ""
            let listed = names.prefix(20).joined(separator: ", ") + more
            session.console.warn("\(clause), which are not compared: \(listed)")
        }
    }

    /// The places of the fields under our own names.
    private static let ownPlaces = Dictionary(
        uniqueKeysWithValues: CatalogShape.Part.allCases.compactMap { part in
            Supplier.Field(name: part.rawValue).map { (part, $0.rawValue) }
        })

    /// A reading in a shape.
    private struct Reading {
        var comparison: CatalogComparison

        /// The number of suppliers, and the paths of the shape that no record has.
        var count = 0
        var unused: Set<String> = []
        var badRecord: Supplier.BadRecord?

        /// The longest step in seconds, at most a day, by which all dates are whole; `nil` if none was read.
        var dateStep: Int64?
        var hasUnreadableDates = false

        /// The warnings of it, and the error that ended it.
        var sentences: [String] = []
        var error: CatalogError?

        mutating func add(_ batch: SupplierBatch) {
            for doubt in batch.doubts {
                if case .unusedPath(let path, _, _) = doubt { unused.insert(path) }
                if case .unreadableDates = doubt { (hasUnreadableDates, sentences) = (true, sentences + ["\(doubt)"]) }
            }
            for date in batch.suppliers.lazy.compactMap(\.createdAt?.secondsSinceEpoch) {
                dateStep = [86_400, 60].first { date.isMultiple(of: $0) && $0 <= dateStep ?? $0 } ?? 1
            }
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
            edits: isMark ? SupplierEdits() : session.loader.edits,
            ignoring: session.options.arguments[Options.ignoredPaths])
        var configuration = SupplierLoader.Configuration()
        configuration.shape = shape
        do {
            return try await DataLoader.with { dataLoader in
                let loader = SupplierLoader(
                    location: location, configuration: configuration,
                    dataLoader: await ProgramLoader.make(
                        around: dataLoader, for: location, in: session.console.environment,
                        limit: session.options.dataLoader.idleTimeout), cache: nil)
                let reader = SupplierReader(in: session.using(loader), warn: { _ in })
                var reading = try await reader.readAll(into: Reading(comparison: comparison)) { $0.add($1) }
                if let failure = await reader.failure { throw failure }
                reading.sentences += await reader.skipped.sentences
                return reading
            }
        } catch let error as CatalogError {
            if case .unreadableFile(let cause) = error { throw Failure(.noInput, cause.description) }
            guard case .syntax = error else { throw error }
            return Reading(comparison: comparison, error: error)
        }
    }
}
