import SupplierGoKit

/// `suppliergo list [QUERY]`: prints suppliers as they arrive, then sees to their avatars.
struct ListCommand: Sendable {
    let arguments: ListArguments
    let environment: [String: String]
    let console: Console

    /// Prints every supplier before the first avatar is asked for.
    func run() async throws -> ExitStatus {
        try await Session.with(arguments.loading, arguments.common, on: console) { session in
            let listed = try await list(in: session)
            guard listed.count > 0 || arguments.text.isEmpty else {
                console.note("no supplier matches '\(arguments.text)'")
                return .noMatch
            }
            try await seeToAvatars(of: listed.suppliers, in: session)
            return listed.skippedCount > 0 ? .partlyDone : .done
        }
    }

    /// What was printed; the suppliers are kept only where their avatars are to be seen to.
    private struct Listed {
        var suppliers: [Supplier] = []
        var count = 0
        var skippedCount = 0
    }

    private func list(in session: Session) async throws -> Listed {
        var listed = Listed()
        var listing = Listing(format: arguments.format, session: session)
        try console.output.write(listing.begin())
        let failure = try await printSuppliers(into: &listing, listed: &listed, in: session)
        try console.output.write(listing.end())
        try console.output.flush()
        if let failure { throw failure }
        return listed
    }

    /// Prints what the catalog holds; what was good before it broke off is printed as well.
    ///
    /// - Returns: the error that ended the catalog before its time.
    private func printSuppliers(
        into listing: inout Listing, listed: inout Listed, in session: Session
    ) async throws -> CatalogError? {
        var warnings = CatalogWarnings(console: console)
        var unsorted: [Supplier] = []
        var failure: CatalogError?
        do {
            for try await batch in session.loader.suppliers() {
                warnings.take(batch)
                let suppliers = batch.suppliers
                let matching = arguments.query.isEmpty ? suppliers : suppliers.filter(arguments.query.matches)
                if needsAll {
                    unsorted += matching
                } else {
                    try await printRows(matching, into: &listing, listed: &listed)
                    if listed.count == arguments.limit { break }
                }
            }
        } catch let error as CatalogError {
            failure = error
        }
        if needsAll {
            let sorted = arguments.order.sorted(unsorted, reversed: arguments.isReversed)
            try await printRows(sorted, into: &listing, listed: &listed)
        }
        warnings.finish()
        listed.skippedCount = warnings.skippedCount
        return failure
    }

    /// Whether the first supplier to print is known only at the catalog's end.
    private var needsAll: Bool { arguments.order != .feed || arguments.isReversed }

    private func printRows(
        _ suppliers: [Supplier], into listing: inout Listing, listed: inout Listed
    ) async throws {
        let room = (arguments.limit ?? .max) - listed.count
        let rows = suppliers.count <= room ? suppliers : Array(suppliers.prefix(room))
        listed.count += rows.count
        if arguments.avatars != .off { listed.suppliers += rows }
        try console.output.write(await listing.rows(of: rows))
        try console.output.flush()
    }

    /// Brings the avatars in, or has them brought; that they cannot be kept is no failure of the list.
    private func seeToAvatars(of suppliers: [Supplier], in session: Session) async throws {
        do {
            switch arguments.avatars {
            case .off: break
            case .wait: _ = try await session.bringAvatars(of: suppliers)
            case .detach: try await session.leaveAvatars(of: suppliers, in: environment)
            }
        } catch let error as CacheError {
            console.warn("the avatars are not brought in: \(Failure.sentence(of: error))")
        }
    }
}
