import SupplierGoKit

/// `suppliergo show ID|QUERY`: prints one supplier, with its avatar.
struct ShowCommand: Sendable {
    let arguments: ShowArguments
    let console: Console

    /// Asks the index of the catalog's snapshot first, then reads the catalog.
    func run() async throws -> ExitStatus {
        try await Session.with(arguments.loading, arguments.common, on: console) { session in
            let indexed = await indexedMatches(in: session)
            let (matches, skippedCount) = if let indexed { indexed } else { try await matches(in: session) }
            guard let supplier = matches.only else {
                explain(matches)
                return .noMatch
            }
            try await show(supplier, in: session)
            return skippedCount > 0 ? .partlyDone : .done
        }
    }

    /// The suppliers with the id, where the index answers and has one.
    private func indexedMatches(in session: Session) async -> (ShowMatches, skippedCount: Int)? {
        guard let indexed = await session.loader.indexedSuppliers(withID: arguments.text),
            !indexed.suppliers.isEmpty
        else { return nil }
        var matches = ShowMatches(arguments.text)
        matches.take(indexed.suppliers)
        if indexed.issueCount > 0 {
            console.warn("the catalog has \(Count.formatted(indexed.issueCount)) bad records, which were skipped")
        }
        return (matches, indexed.issueCount)
    }

    /// The suppliers that match, in a catalog that is read to its end: a supplier further on may match as well.
    private func matches(in session: Session) async throws -> (ShowMatches, skippedCount: Int) {
        var warnings = CatalogWarnings(console: console)
        var matches = ShowMatches(arguments.text)
        for try await batch in session.loader.suppliers() {
            warnings.take(batch)
            matches.take(batch.suppliers)
        }
        warnings.finish()
        return (matches, warnings.skippedCount)
    }

    private func show(_ supplier: Supplier, in session: Session) async throws {
        var picture = Picture.none
        for await outcome in session.loader.avatars(for: [supplier], delivering: .bytes, priority: .high) {
            picture = Picture(outcome)
            if case .loaded(let avatar) = outcome.result, let error = avatar.cacheError {
                console.warn("the avatar is not kept: \(Failure.sentence(of: error))")
            }
        }
        try Task.checkCancellation()
        var bytes: [UInt8] = []
        if arguments.format == .card {
            let card = DetailCard(supplier: supplier, picture: picture)
            bytes = card.render(style: console.outputStyle, width: console.outputTraits.width)
        } else {
            var listing = Listing(format: arguments.format, session: session)
            bytes = await listing.begin() + listing.rows(of: [supplier]) + listing.end()
        }
        try console.output.write(bytes)
        try console.output.flush()
    }

    private func explain(_ matches: ShowMatches) {
        guard matches.count > 0 else {
            console.report(Failure(.noMatch, "no supplier matches '\(arguments.text)'"))
            return
        }
        let count = Count.formatted(matches.count)
        console.report(Failure(.noMatch, "\(count) suppliers match '\(arguments.text)': give the id of one"))
        for supplier in matches.first {
            console.errors.writeLine("  " + "\(supplier.id)  \(supplier.fullname), \(supplier.company)".visibleText)
        }
        let unnamed = matches.count - matches.first.count
        if unnamed > 0 { console.errors.writeLine("  and \(Count.formatted(unnamed)) more") }
    }
}

extension Picture {
    /// What a card says of an avatar's outcome.
    fileprivate init(_ outcome: AvatarOutcome) {
        switch outcome.result {
        case .none: self = .none
        case .loaded(let avatar):
            let header = outcome.supplier.avatar?.bytes.flatMap { ImageHeader($0) }
            self = .image(header: header, byteCount: avatar.byteCount, file: avatar.file)
        case .failed(let failure):
            self = .failed(reason: Failure.sentence(of: failure).withoutCredentials)
        }
    }
}
