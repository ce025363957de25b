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

    let image: ImageChoice

    /// The columns of the card; `nil` for those of the terminal.
    let width: Int?

    /// The path of the file to print into; `nil` for standard output.
    let output: String?

    init(_ arguments: Arguments) throws(UsageError) {
        loading = try LoadingOptions(arguments)
        words = try arguments.supplierWords()
        format = try arguments.format(by: Options.format)
        image = try arguments[Options.image]
        output = try arguments.outputPath()
        width = try arguments.value(of: Options.width, isForPeople: format == .card && output == nil)
        (field, columns) = (try arguments[Options.field], try arguments[Options.fieldColumns])
        guard field == nil || format.hasColumns else {
            throw Self.description.misuse("'\(Options.field.spelling)' cannot be used with '\(format.rawValue)'")
        }
        guard columns == nil || field != nil else {
            throw Self.description.misuse("'\(Options.fieldColumns.spelling)' needs '\(Options.field.spelling)'")
        }
    }

    /// Reads the catalog, or only the supplier that its index finds by the id.
    func run(on console: Console) async throws -> ExitStatus {
        try await console.withOutput(to: output, width: width) { console in
            try await AvatarPainter.with(image, on: console) { painter in
                try await Session.with(loading, on: console) { session in
                    let matches = try await SupplierMatches.find(words, in: session)
                    let suppliers =
                        if field == nil {
                            matches.all(on: console, of: loading.catalogWord)
                        } else {
                            matches.only(on: console, of: loading.catalogWord).map { [$0] } ?? []
                        }
                    guard !suppliers.isEmpty else { return .noMatch.orPartlyDone(if: matches.isPartial) }
                    if let field {
                        try await printField(field, of: suppliers[0], in: session, isPartial: matches.isPartial)
                    } else if format == .card {
                        for (index, supplier) in suppliers.enumerated() {
                            if index > 0 { try console.print("\n") }
                            try await showCard(of: supplier, matches.edited[supplier.id], in: session, by: painter)
                        }
                    } else {
                        try await print(suppliers, in: session)
                    }
                    return .done.orPartlyDone(if: matches.isPartial)
                }
            }
        }
    }

    private var isOffline: Bool { loading.loader.isOffline }

    /// Draws the card with its avatar. On a terminal the card does not wait for the avatar longer than people notice.
    private func showCard(
        of supplier: Supplier, _ edit: SupplierEdits.Applied?, in session: Session, by painter: AvatarPainter
    ) async throws {
        // An id is not a search: nothing stands out.
        let query = SupplierQuery(words.contains(supplier.id.rawValue) ? "" : words.joined(separator: " "))
        let screen = CardScreen(
            of: supplier, edit: edit, catalogWord: loading.catalogWord, query: query, on: session.console)
        try await withThrowingTaskGroup(of: Void.self) { group in
            if session.console.outputTraits.movesCursor, supplier.avatar != nil {
                group.addTask {
                    try await Task.sleep(for: Self.patience)
                    try await screen.draw(.awaited, nil)
                }
            }
            try await withAvatar(of: supplier, in: session) { outcome in
                let painted = await painter.paint(outcome)
                group.cancelAll()
                while let drawing = await group.nextResult() {
                    if case .failure(let error as OutputError) = drawing { throw error }
                }
                try Task.checkCancellation()
                try await screen.draw(AvatarState(outcome, isOffline: isOffline), painted)
                warn(of: outcome, in: session)
            }
        }
    }

    /// The time that a card waits for its avatar: one that is in the cache is there by then, and is drawn only once.
    private static let patience = Duration.milliseconds(40)

    /// Prints the suppliers for programs, once the cache has their avatars.
    private func print(_ suppliers: [Supplier], in session: Session) async throws {
        var printer = SupplierPrinter(format: format, query: SupplierQuery(""), session: session)
        try printer.begin(from: nil)
        for supplier in suppliers {
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
        try session.console.output.flush()
    }

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
        let limit = session.console.outputTraits.isTerminal ? min(.seconds(5), timeout) : timeout
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
        if !isShown { try await body(Self.cached(supplier, after: limit, in: session)) }
    }

    /// The outcome if its time is over: the cache's avatar, however old it is, or a failure.
    private static func cached(
        _ supplier: Supplier, after limit: Duration, in session: Session
    ) async throws -> AvatarOutcome {
        let outcome = try await session.loader.offline.avatar(for: supplier)
        guard case .failed(.offline(let url)) = outcome.result else { return outcome }
        let error = DataLoadError(.tookTooLong(limit: limit), url)
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

/// Draws a supplier's card on standard output, and replaces it when there is more to show.
actor CardScreen {
    private let supplier: Supplier
    private let edit: SupplierEdits.Applied?
    private let catalogWord: String?
    private let query: SupplierQuery
    private let console: Console

    /// The number of lines of the drawn card, and the window it was drawn in.
    private var drawn: (lineCount: Int, window: TerminalTraits)?

    /// Creates a screen on which no card is drawn yet.
    ///
    /// - Parameter catalogWord: the catalog as the command line gave it; `nil` if it did not.
    init(
        of supplier: Supplier, edit: SupplierEdits.Applied?, catalogWord: String?, query: SupplierQuery,
        on console: Console
    ) {
        self.supplier = supplier
        self.edit = edit
        self.catalogWord = catalogWord
        self.query = query
        self.console = console
    }

    /// Draws the card; one that was drawn before is replaced.
    ///
    /// If that one's first line has left the window, or the window was resized, the old card's position is unknown, and
    /// the new one is drawn below it.
    func draw(_ state: AvatarState, _ picture: Picture?) throws(OutputError) {
        let window = console.currentOutputTraits
        let initials = Initials(of: supplier).picture(style: console.outputStyle)
        let card = DetailCard(
            supplier: supplier, avatar: state, query: query,
            picture: hasPicture(picture, in: window) ? picture ?? initials : nil,
            hasDetails: console.verbosity == .verbose, edit: edit, catalogWord: catalogWord)
        let text = card.render(style: console.outputStyle, width: window.width ?? 80)
        let lineCount = text.count { $0 == UInt8(ascii: "\n") }
        var bytes: [UInt8] = []
        if let drawn, drawn.window == window, fits(drawn.lineCount, in: window) {
            bytes.append("\u{1b}[\(drawn.lineCount)A\r\u{1b}[J")
        }
        bytes += text
        if let sequence = picture?.bytes, hasPicture(picture, in: window) {
            bytes += placing(sequence, below: lineCount, in: window)
        }
        drawn = (lineCount, window)
        try console.output.write(bytes)
        try console.output.flush()
    }

    /// Tests if the cursor can move from below a card of this many lines up to its first line.
    private func fits(_ lineCount: Int, in window: TerminalTraits) -> Bool {
        window.height.map { lineCount < $0 } ?? true
    }

    /// Tests if the card has something in its corner: always on a terminal with room for it, elsewhere if it was asked
    /// for.
    private func hasPicture(_ picture: Picture?, in window: TerminalTraits) -> Bool {
        (window.isTerminal || picture != nil) && window.width ?? 80 >= DetailCard.leastPictureWidth
    }

    /// Moves the cursor to the room for the image, draws, and moves it back (DECSC, DECRC).
    ///
    /// The text is there already, so that nothing scrolls any more while the cursor is away. A card that is higher than
    /// the window has its image below it.
    private func placing(_ sequence: [UInt8], below lineCount: Int, in window: TerminalTraits) -> [UInt8] {
        var bytes: [UInt8] = []
        if fits(lineCount, in: window) {
            let (row, column) = DetailCard.pictureOrigin
            bytes.append("\u{1b}7\u{1b}[\(lineCount - row)A\u{1b}[\(column + 1)G")
        } else {
            bytes.append(String(repeating: "\n", count: Picture.cardBox.rows))
            bytes.append("\u{1b}7\u{1b}[\(Picture.cardBox.rows)A")
        }
        return bytes + sequence + Array("\u{1b}8".utf8)
    }
}
