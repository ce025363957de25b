import SupplierGoKit

extension ListRun {
    /// The suppliers of a catalog that was read before the first of them is printed.
    struct Gathered: Sendable {
        /// Those that match, sorted.
        let suppliers: [Supplier]

        /// The same by company; `nil` where they stand under no headings.
        let groups: [SupplierGroup]?

        /// How many there were, those included that did not match.
        let readCount: Int

        /// Where they were read from; `nil` where there were none.
        let source: CatalogSource?

        /// How many records were no suppliers.
        let skippedCount: Int

        /// What ended the catalog before its time: what was good is printed all the same.
        let failure: CatalogError?

        /// The pictures that are printed; `nil` where there is no waiting for any.
        let pictures: BroughtPictures?
    }

    /// Whether the first supplier to print is known only at the catalog's end.
    var needsAll: Bool {
        arguments.order != .feed || arguments.isReversed || arguments.grouping != nil || bringsAvatarsFirst
    }

    /// Whether the avatars are printed, and to be waited for.
    var bringsAvatarsFirst: Bool { arguments.format.embedsAvatars && arguments.avatars == .wait }

    /// Reads the catalog to its end, sorts and groups, and brings in the avatars that are printed.
    func gather(in session: Session) async throws -> Gathered {
        let reading = CatalogReading(
            session.loader.suppliers(), query: SupplierQuery(arguments.text), console: console,
            cache: session.cacheWarnings)
        var suppliers: [Supplier] = []
        try await reading.readAll { suppliers += $0 }
        let failure = await reading.failure
        // What could not be read at all must not be taken for an empty catalog.
        if let failure, suppliers.isEmpty || !(failure is CatalogError) { throw failure }
        let collation = Collation(environment: console.environment.variables)
        suppliers = arguments.order.sorted(suppliers, reversed: arguments.isReversed, collation: collation)
        let groups = arguments.grouping.map { _ in SupplierGroup.byCompany(suppliers, collation: collation) }
        if let groups { suppliers = groups.flatMap(\.suppliers) }
        let pictures = bringsAvatarsFirst ? try await session.bringPictures(of: Array(suppliers.prefix(limit))) : nil
        return Gathered(
            suppliers: suppliers, groups: groups, readCount: await reading.readCount, source: await reading.source,
            skippedCount: await reading.skippedCount, failure: failure as? CatalogError, pictures: pictures)
    }
}
