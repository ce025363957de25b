import SupplierGoKit

/// `suppliergo show ID...|QUERY`: prints one supplier, or several by their ids, with their avatars.
struct ShowCommand: Command {
    static let description = CommandDescription(
        name: "show", overview: "Print one supplier's card, with its avatar.",
        discussion: """
            The avatar is drawn if the terminal can. Several ids print a card each. The exit status is 1 if no \
            supplier matched, or several did, or the supplier does not have the field of --field.
            """,
        argument: .supplier,
        options: Options.loading + [
            Options.field.row, Options.fieldColumns.row, Options.format.row, Options.image.row, Options.width.row,
            Options.output.row,
        ],
        examples: [
            ("suppliergo show 13 -c catalog.json", "the supplier with an id"),
            ("suppliergo show email:akiko", "the one supplier that matches"),
            ("suppliergo show 13 --field phone", "one field of it, for a script"),
        ])

    let loading: LoadingOptions

    /// The ids or the words to look for, as given.
    let words: [String]

    /// The path of the only field to print; `nil` for a card.
    let field: String?

    /// The members to print of the objects in it; `nil` for all that fit.
    let columns: [String]?

    let format: OutputFormat

    /// The columns of the card; `nil` for those of the terminal.
    let width: Int?

    init(_ arguments: Arguments) throws(UsageError) {
        loading = try LoadingOptions(arguments)
        words = try arguments.supplierWords()
        format = try arguments.format(by: Options.format)
        let isForPeople = format == .card && arguments.outputPath == nil
        width = arguments.value(of: Options.width, isForPeople: isForPeople)
        (field, columns) = (arguments[Options.field], arguments[Options.fieldColumns])
        guard field == nil || format.hasColumns else {
            throw Self.description.misuse("'\(Options.field.spelling)' cannot be used with '\(format.rawValue)'")
        }
        guard columns == nil || field != nil else {
            throw Self.description.misuse("'\(Options.fieldColumns.spelling)' needs '\(Options.field.spelling)'")
        }
    }

    /// Reads the catalog, or only the supplier that its index finds by the id.
    func run(on console: Console) async throws -> ExitStatus {
        try await Session.printing(loading, width: width, tracingAll: true, on: console) { session, _ in
            try await AvatarPainter.with(loading.arguments[Options.image], on: session.console) {
                try await show(in: session, by: $0)
            }
        }
    }

    private func show(in session: Session, by painter: AvatarPainter) async throws -> ExitStatus {
        let console = session.console
        let matches = try await SupplierMatches.find(words, in: session)
        let suppliers = field == nil ? try matches.all() : [try matches.only()]
        var lacksDetails = false
        if let field {
            lacksDetails = try await printField(field, of: suppliers[0], in: session)
        } else if format == .card {
            for (index, supplier) in suppliers.enumerated() {
                if index > 0 { try console.print("\n") }
                try await showCard(of: supplier, matches.edited[supplier.id], in: session, by: painter)
            }
        } else {
            lacksDetails = try await print(suppliers, in: session)
        }
        return .done.orPartlyDone(if: session.isPartial || lacksDetails)
    }

    private var isOffline: Bool { loading.loader.isOffline }

    /// Draws the card with its avatar. On a terminal the card does not wait for the avatar longer than people notice.
    private func showCard(
        of supplier: Supplier, _ edit: SupplierEdits.Applied?, in session: Session, by painter: AvatarPainter
    ) async throws {
        // A line below the card would be drawn over.
        if session.console.outputTraits.movesCursor { session.console.errors.holdLines() }
        defer { session.console.errors.release() }
        // An id is not a search: nothing stands out.
        let query = SupplierQuery(words.contains(supplier.id.rawValue) ? "" : words.joined(separator: " "))
        let card = DetailCard(
            supplier: supplier, avatar: supplier.avatar == nil ? .none : .awaited, query: query,
            hasDetails: session.console.verbosity == .verbose,
            detailsNote: loading.loader.shape.details == nil ? nil : "on their way", edit: edit,
            catalogWord: loading.catalogWord)
        let screen = CardScreen(for: card, on: session.console)
        let timer = Task {
            guard session.console.outputTraits.movesCursor else { return }
            try await Task.sleep(for: Self.patience)
            try await screen.draw()
        }
        defer { timer.cancel() }
        async let details = complete(screen, with: supplier, in: session)
        // An avatar that only the details name comes after them.
        let completed = supplier.avatar == nil ? try await details : supplier
        try await withAvatar(of: completed, in: session) { outcome in
            let (avatar, picture) = (AvatarState(outcome, isOffline: isOffline), await painter.paint(outcome))
            try await screen.show { ($0.avatar, $0.picture) = (avatar, picture) }
            warn(of: outcome, in: session)
        }
        _ = try await details
        timer.cancel()
        if case .failure(let error as OutputError) = await timer.result { throw error }
        try Task.checkCancellation()
        try await screen.finish()
    }

    /// Loads the supplier's details for its card, and returns the supplier completed by them.
    private func complete(_ screen: CardScreen, with supplier: Supplier, in session: Session) async throws -> Supplier {
        let isTerminal = session.console.outputTraits.isTerminal
        let details = try await session.details(of: supplier, within: isTerminal ? Self.terminalLimit : nil)
        try await screen.show { ($0.supplier, $0.detailsNote) = (details.supplier, details.note) }
        return details.supplier
    }

    /// The time that a card waits for its avatar: one that is in the cache is there by then, and is drawn only once.
    private static let patience = Duration.milliseconds(40)

    /// Prints the suppliers for programs, once the cache has their avatars.
    ///
    /// - Returns: true if a supplier that the format prints with its details has none.
    private func print(_ suppliers: [Supplier], in session: Session) async throws -> Bool {
        var lacksDetails = false
        var printer = SupplierPrinter(format: format, query: SupplierQuery(""), session: session)
        try printer.begin(from: nil)
        for var supplier in suppliers {
            if format == .json || format == .ndjson {
                let details = try await session.details(of: supplier)
                supplier = details.supplier
                if let sentence = details.sentence { session.console.warn(sentence) }
                lacksDetails = lacksDetails || details.areMissing
            }
            try await withAvatar(of: supplier, in: session) { outcome in
                warn(of: outcome, in: session)
                if format.embedsAvatars, case .failed(let failure) = outcome.result {
                    session.console.warn("the avatar is left out: \(failure.sentence(isOffline: isOffline))")
                }
                printer.images = AvatarImages(outcome)
                try await printer.print([outcome.supplier])
            }
        }
        try printer.end()
        return lacksDetails
    }

    /// The longest wait on a terminal for what is loaded apart from the catalog.
    private static let terminalLimit = Duration.seconds(5)

    /// Loads the avatar, and does some work with its outcome; after 5 seconds on a terminal, elsewhere after a
    /// transfer's timeout, with what the cache has.
    ///
    /// Returns when an avatar that was shown while its server is asked has been revalidated (`stale-while-revalidate`,
    /// RFC 5861, section 3), or the time is over.
    private func withAvatar(
        of supplier: Supplier, in session: Session, _ body: (AvatarOutcome) async throws -> Void
    ) async throws {
        // A second more than a transfer takes to time out, which the cache remembers.
        let timeout = session.options.dataLoader.idleTimeout + .seconds(1)
        let limit = session.console.outputTraits.isTerminal ? min(Self.terminalLimit, timeout) : timeout
        let (outcomes, sender) = AsyncStream.makeStream(of: AvatarOutcome.self)
        let loading = Task {
            for await outcome in session.loader.avatars(for: [supplier], delivering: .bytes, priority: .high) {
                sender.yield(outcome)
            }
            sender.finish()
        }
        let timer = Task {
            try await Task.sleep(for: limit)
            loading.cancel()
        }
        defer {
            timer.cancel()
            loading.cancel()
        }
        var isShown = false
        for await outcome in outcomes {
            try await body(outcome)
            isShown = true
        }
        try Task.checkCancellation()
        if !isShown { try await body(cached(supplier, after: limit, in: session)) }
    }

    /// The outcome if its time is over: the cache's avatar, however old it is, or a failure.
    private func cached(_ supplier: Supplier, after time: Duration, in session: Session) async throws -> AvatarOutcome {
        let outcome = try await session.loader.offline.avatar(for: supplier)
        guard case .failed(.offline(let url)) = outcome.result else { return outcome }
        let error = DataLoadError(.tookTooLong(limit: time), url)
        return AvatarOutcome(supplier: supplier, position: 0, result: .failed(.transfer(error)))
    }

    private func warn(of outcome: AvatarOutcome, in session: Session) {
        guard case .loaded(let avatar) = outcome.result else { return }
        if let reason = avatar.staleReason {
            session.console.warn("the avatar is stale: \(reason.sentence)")
        }
        if let error = avatar.cacheError { session.cacheWarnings.say("the avatar is not kept", error) }
    }
}
