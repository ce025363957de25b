import SupplierGoKit

/// `suppliergo show ID|QUERY`: prints one supplier, with its avatar.
struct ShowCommand: Command {
    static let description = CommandDescription(
        name: "show", overview: "Print one supplier's card, with its avatar where the terminal can draw it.",
        discussion: "The exit status is 1 where no supplier matched, or several did.",
        argument: .init(
            name: "query", meaning: "The supplier's id, or words that match only this supplier.", isRequired: true,
            kind: .supplier),
        options: Options.loading + [Options.format.row, Options.image.row, Options.output.row],
        examples: [
            .init("suppliergo show 13 -c catalog.json", "the supplier with an id"),
            .init("suppliergo show email:akiko", "the one supplier that matches"),
        ])

    /// How the catalog and the avatar are loaded.
    let loading: LoadingOptions

    /// The id or the words to look for, as given.
    let text: String

    /// How to print the supplier.
    let format: OutputFormat

    /// How to draw the avatar on a card.
    let image: ImageChoice

    /// The path of the file to print into; `nil` for standard output.
    let output: String?

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.requireWords()
        loading = try LoadingOptions(arguments)
        text = arguments.text
        format = try arguments.outputFormat()
        image = try arguments[Options.image]
        output = try arguments.outputPath()
    }

    /// Reads the catalog, or what its index knows of the id.
    func run(on console: Console) async throws -> ExitStatus {
        try await console.withOutput(to: output) { console in
            try await PortraitPainter.with(image, on: console) { painter in
                try await Session.with(loading, on: console) { session in
                    let (matches, skippedCount) = try await matches(in: session)
                    guard let supplier = matches.only else {
                        explain(matches, on: console)
                        return .noMatch
                    }
                    if format == .card {
                        try await showCard(of: supplier, in: session, by: painter)
                    } else {
                        try await print(supplier, in: session)
                    }
                    return skippedCount > 0 ? .partlyDone : .done
                }
            }
        }
    }

    /// The suppliers with the id, where an index knows them; otherwise those that match, in a catalog that is read to its
    /// end: a supplier further on may match as well.
    private func matches(in session: Session) async throws -> (ShowMatches, skippedCount: Int) {
        let reading = CatalogReading(
            session.loader.suppliers(renderedBy: nil, preferring: Supplier.ID(text), startsOver: true),
            query: SupplierQuery(""), console: session.console, cacheWarnings: session.cacheWarnings)
        var matches = ShowMatches(text)
        try await reading.readAll { batch in
            if batch.startsOver { matches = ShowMatches(text) }
            matches.take(batch.suppliers)
        }
        if let failure = await reading.failure { throw failure }
        return (matches, await reading.skippedCount)
    }

    /// Draws the card with its avatar. On a terminal the card does not wait for the avatar longer than people notice.
    private func showCard(of supplier: Supplier, in session: Session, by painter: PortraitPainter) async throws {
        // What was asked for by its id was not searched for.
        let query = SupplierQuery(supplier.id.rawValue == text ? "" : text)
        let screen = CardScreen(of: supplier, query: query, on: session.console)
        try await withThrowingTaskGroup(of: Void.self) { group in
            if session.console.outputTraits.movesCursor, supplier.avatar != nil {
                group.addTask {
                    try await Task.sleep(for: Self.patience)
                    try await screen.draw(.awaited, .initials)
                }
            }
            try await withAvatar(of: supplier, in: session) { outcome in
                let portrait = await painter.portrait(of: outcome)
                group.cancelAll()
                while let drawing = await group.nextResult() {
                    if case .failure(let error as OutputError) = drawing { throw error }
                }
                try Task.checkCancellation()
                try await screen.draw(Picture(outcome), portrait)
                warn(of: outcome, in: session)
            }
        }
    }

    /// How long a card waits for its avatar: what is in the cache is there by then, and is drawn only once.
    private static let patience = Duration.milliseconds(40)

    /// Prints the supplier for programs, once the cache has its avatar.
    private func print(_ supplier: Supplier, in session: Session) async throws {
        try await withAvatar(of: supplier, in: session) { outcome in
            warn(of: outcome, in: session)
            if format.embedsAvatars, case .failed(let failure) = outcome.result {
                session.console.warn("the avatar is left out: \(Failure.sentence(of: failure))")
            }
            var printer = SupplierPrinter(format: format, query: SupplierQuery(text), session: session)
            try printer.begin()
            try await printer.print([outcome.supplier])
            try printer.end()
            try session.console.output.flush()
        }
    }

    /// Loads the avatar, and does some work with its outcome.
    ///
    /// Returns when an avatar that was shown while its server is asked has been revalidated (`stale-while-revalidate`,
    /// RFC 5861, section 3).
    private func withAvatar(
        of supplier: Supplier, in session: Session, _ body: (AvatarOutcome) async throws -> Void
    ) async throws {
        var outcomes = session.loader.avatars(for: [supplier], delivering: .bytes, priority: .high)
            .makeAsyncIterator()
        guard let outcome = await outcomes.next() else { throw CancellationError() }
        try await body(outcome)
        while await outcomes.next() != nil {}
    }

    private func warn(of outcome: AvatarOutcome, in session: Session) {
        guard case .loaded(let avatar) = outcome.result else { return }
        if let reason = avatar.staleReason {
            session.console.warn("the avatar is stale: \(Failure.sentence(of: reason))")
        }
        if let error = avatar.cacheError { session.cacheWarnings.say("the avatar is not kept", error) }
    }

    private func explain(_ matches: ShowMatches, on console: Console) {
        guard matches.count > 0 else {
            return console.report(Failure(.noMatch, "no supplier matches '\(text)'"))
        }
        let count = Count.formatted(matches.count)
        console.report(Failure(.noMatch, "\(count) suppliers match '\(text)': give the id of one"))
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
            self = .image(
                header: header, byteCount: avatar.byteCount, file: avatar.file, isStale: avatar.source == .stale)
        case .failed(let failure):
            self = .failed(reason: Failure.sentence(of: failure).withoutCredentials)
        }
    }
}
