import SupplierGoKit

/// `suppliergo list [QUERY]`: prints suppliers as they arrive, then sees to their avatars.
struct ListCommand: Sendable {
    let arguments: ListArguments
    let environment: [String: String]
    let console: Console

    /// Prints every supplier before the first avatar is asked for, but where the avatars are printed as well.
    func run() async throws -> ExitStatus {
        try await Session.with(arguments.loading, arguments.common, on: console) { session in
            let content = try await console.beforePaging(arguments.isPaged) {
                needsAll ? .gathered(try await gather(in: session)) : try await arriving(in: session)
            }
            return try await console.paging(arguments.isPaged) {
                try await list(content, in: session)
            } rest: { listed in
                guard listed.count > 0 || arguments.text.isEmpty else {
                    console.note("no supplier matches '\(arguments.text)'")
                    return .noMatch
                }
                if !bringsAvatarsFirst { try await seeToAvatars(of: listed.suppliers, in: session) }
                return listed.skippedCount > 0 ? .partlyDone : .done
            }
        }
    }

    /// What is to be printed.
    private enum Content: Sendable {
        /// All of a catalog that was read before.
        case gathered(Gathered)

        /// A catalog as it arrives, from the first suppliers that are to be printed; `nil` where there are none.
        case arriving(CatalogReading, first: CatalogReading.Portion?)
    }

    /// Waits for the first suppliers that are to be printed: until then a pager would have nothing to show.
    private func arriving(in session: Session) async throws -> Content {
        let reading = CatalogReading(
            session.loader.suppliers(renderedBy: renderer(of: listing(in: session))), query: arguments.query,
            console: console, cache: session.cacheWarnings)
        let first = try await reading.firstPortion()
        if first == nil, let failure = await reading.failure { throw failure }
        return .arriving(reading, first: first)
    }

    /// What was printed; the suppliers are kept only where their avatars are to be seen to.
    private struct Listed: Sendable {
        var suppliers: [Supplier] = []
        var count = 0
        var skippedCount = 0
        var caption: ListCaption?

        /// Whether the catalog was read to its end.
        var isWhole = true
    }

    /// Prints what there is to print.
    private func list(_ content: Content, in session: Session) async throws -> Listed {
        var listed = Listed()
        var listing = listing(in: session)
        listed.caption = ListCaption(of: session, format: arguments.format)
        if let caption = listed.caption { try console.output.write(caption.heading) }
        try console.output.write(listing.begin())
        let failure: (any Error)?
        switch content {
        case .gathered(let gathered):
            try await print(gathered, into: &listing, listed: &listed)
            failure = gathered.failure
        case .arriving(let reading, let first):
            try await print(reading, from: first, into: &listing, listed: &listed)
            failure = await reading.failure
        }
        try console.output.write(listing.end())
        if let caption = listed.caption, failure == nil {
            try console.output.write(caption.footer(count: listed.count, isWhole: listed.isWhole))
        }
        try console.output.flush()
        if let failure { throw failure }
        return listed
    }

    /// Prints a catalog as it arrives; what was good before it broke off is printed as well.
    private func print(
        _ reading: CatalogReading, from first: CatalogReading.Portion?, into listing: inout Listing,
        listed: inout Listed
    ) async throws {
        var next = first
        while let portion = next {
            try print(portion.rendered, into: &listing, listed: &listed)
            try await printRows(portion.suppliers, into: &listing, listed: &listed)
            listed.isWhole = listed.count != arguments.limit
            if !listed.isWhole { await reading.stop() }
            next = await reading.nextPortion()
        }
        if let failure = await reading.failure, !(failure is CatalogError) { throw failure }
        listed.caption?.take(await reading.readCount, from: await reading.source)
        listed.skippedCount = await reading.skippedCount
    }

    private func print(
        _ gathered: Gathered, into listing: inout Listing, listed: inout Listed
    ) async throws {
        listing.pictures = gathered.pictures
        listed.caption?.take(gathered.readCount, from: gathered.source)
        listed.skippedCount = gathered.skippedCount
        guard let groups = gathered.groups else {
            return try await printRows(gathered.suppliers, into: &listing, listed: &listed)
        }
        for group in groups where listed.count < limit {
            try console.output.write(listing.heading(of: group))
            try await printRows(group.suppliers, into: &listing, listed: &listed)
        }
    }

    private func listing(in session: Session) -> Listing {
        Listing(format: arguments.format, query: arguments.query, session: session)
    }

    /// The most suppliers that are printed.
    var limit: Int { arguments.limit ?? .max }

    /// What renders all that is to be listed, where nothing but its bytes is needed of a supplier.
    private func renderer(of listing: Listing) -> (any SupplierRendering)? {
        guard !needsAll, arguments.limit == nil, arguments.avatars == .off, let renderer = listing.renderer else {
            return nil
        }
        return arguments.query.isEmpty ? renderer : MatchingRenderer(query: arguments.query, renderer: renderer)
    }

    private func print(
        _ rendered: RenderedSuppliers, into listing: inout Listing, listed: inout Listed
    ) throws(OutputError) {
        guard rendered.count > 0 else { return }
        listed.count += rendered.count
        try console.output.write(listing.rows(of: rendered))
        try console.output.flush()
    }

    private func printRows(
        _ suppliers: [Supplier], into listing: inout Listing, listed: inout Listed
    ) async throws {
        var rest = suppliers.prefix(limit - listed.count)
        listed.count += rest.count
        if arguments.avatars != .off, !bringsAvatarsFirst { listed.suppliers += rest }
        while !rest.isEmpty {
            let rows = rest.prefix(listing.batchLimit)
            rest = rest.dropFirst(rows.count)
            try console.output.write(await listing.rows(of: Array(rows)))
            try Task.checkCancellation()
        }
        try console.output.flush()
    }

    /// Brings the avatars in, or has them brought; that they cannot be kept is no failure of the list.
    private func seeToAvatars(of suppliers: [Supplier], in session: Session) async throws {
        do {
            switch arguments.avatars {
            case .off: break
            case .wait: _ = try await session.bringAvatars(of: inOrderOfSight(suppliers))
            case .detach: try await session.leaveAvatars(of: suppliers, in: environment)
            }
        } catch let error as CacheError {
            session.cacheWarnings.say("the avatars are not brought in", error)
        }
    }

    /// The suppliers whose lines are in the window first: a pager begins with the first ones, a terminal ends with the last.
    private func inOrderOfSight(_ suppliers: [Supplier]) -> [Supplier] {
        guard !arguments.isPaged, arguments.format == .card, let height = console.outputTraits.height else {
            return suppliers
        }
        let hidden = suppliers.dropLast(height)
        return Array(suppliers[hidden.endIndex...]) + hidden
    }
}
