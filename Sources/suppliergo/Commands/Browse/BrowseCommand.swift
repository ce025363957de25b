import FoundationEssentials
import SupplierGoKit

/// `suppliergo browse [QUERY]`: the whole catalog on the screen.
struct BrowseCommand: Command {
    static let description = CommandDescription(
        name: "browse", overview: "Browse a catalog full screen, with avatars.",
        discussion: """
            Suppliers and avatars appear as they arrive, those on the screen first. If a server fails, a line says \
            so, and browsing goes on. '?' shows all keys.
            """,
        argument: .query,
        options: Options.loading + [
            Options.details.row, Options.sort.row, Options.reverse.row, Options.group.row, Options.columns.row,
            Options.image.row, Options.watch.row, Options.printsChoice.row,
        ],
        keys: KeyTable.help,
        examples: [
            ("suppliergo browse -c catalog.json", "every supplier"),
            ("suppliergo browse -c catalog.json --columns name,vat,email", "with these columns in the list"),
            ("suppliergo browse company:krone --watch 60", "some, read again every minute"),
            (#"suppliergo show -- "$(suppliergo browse --print id)""#, "the card of the chosen one"),
        ])

    /// The options for loading the catalog and the avatars.
    let loading: LoadingOptions

    /// The first search, as given.
    var text: String { loading.arguments.text }

    /// The first order and grouping.
    let arrangement: RowArrangement

    /// The list's columns; `nil` for those that the window has room for.
    var columns: [ListColumn]? { loading.arguments[Options.columns] }

    /// The way to draw avatars.
    var image: ImageChoice { loading.arguments[Options.image] }

    /// After how long the catalog is read again by itself; `nil` for never.
    var watch: Duration? { loading.arguments[Options.watch] }

    /// The field to print of the chosen suppliers; `nil` if none are to be chosen.
    var choice: BrowserChoice? { loading.arguments[Options.printsChoice] }

    init(_ arguments: Arguments) throws(UsageError) {
        loading = try LoadingOptions(arguments)
        arrangement = RowArrangement(
            order: arguments[Options.sort], isReversed: arguments[Options.reverse],
            isGrouped: arguments[Options.group] != nil)
        guard watch == nil || loading.location != .standardInput else {
            throw Self.description.misuse("'\(Options.watch.spelling)' cannot read standard input again")
        }
    }

    func run(on console: Console) async throws -> ExitStatus {
        try requireTerminal(of: console)
        return try await Session.with(loading, on: console) { session in
            try await requireFile(of: session)
            // Lines for standard error wait until the screen is restored.
            session.console.errors.hold()
            let result = await Result { try await Browser.run(self, in: session) }
            session.console.errors.release()
            let (end, isPartial) = try result.get()
            switch end {
            // ``BrowserState/leave()`` chose it.
            case .left(let status): return status.orPartlyDone(if: isPartial)
            case .chose(let suppliers):
                if let choice { try await print(choice, of: suppliers, in: session) }
                return .done.orPartlyDone(if: isPartial)
            }
        }
    }

    /// Prints suppliers that were chosen: all as JSON, or each id as it is, on its own line.
    ///
    /// - Throws: ``OutputError``, `CancellationError`.
    private func print(_ choice: BrowserChoice, of suppliers: [Supplier], in session: Session) async throws {
        let output = session.console.output
        guard choice == .json else {
            for supplier in suppliers {
                let value = supplier.id.rawValue
                // A line stays one, whatever the catalog says.
                let line = value.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? $0.writtenOut : String($0) }.joined()
                try output.write((session.console.outputTraits.isTerminal ? value.visibleText : line) + "\n")
            }
            return try output.flush()
        }
        var printer = SupplierPrinter(format: .json, query: SupplierQuery(""), session: session)
        try printer.begin(from: nil)
        try await printer.print(suppliers)
        try printer.end()
    }

    /// Fails if there is no terminal to draw on; if only a choice is printed, standard output may be a pipe.
    private func requireTerminal(of console: Console) throws(UsageError) {
        let kind = console.environment["TERM"] ?? "dumb"
        guard choice != nil || console.outputTraits.isTerminal, kind != "dumb", TerminalSession.isAvailable else {
            throw Self.description.misuse(
                "'browse' needs a terminal that can move its cursor: 'list' prints the suppliers instead")
        }
    }

    /// Fails if the catalog's file cannot be read, before the screen is drawn over errors.
    private func requireFile(of session: Session) async throws {
        guard case .file(let path) = session.loader.location else { return }
        var isDirectory = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        guard !exists || isDirectory || !FileManager.default.isReadableFile(atPath: path) else { return }
        for try await _ in session.loader.suppliers() { return }
    }
}

extension Options {
    static let printsChoice = Option<BrowserChoice?>(
        .output, "print", .choice("what"), isSetting: false,
        """
        Choose suppliers for another program. Enter prints the id or JSON of the marked suppliers, or of the current \
        one, and exits; the screen is drawn on the terminal itself. The exit status is 130 if nothing was chosen.
        """)

    static let watch = Option<Duration?>(
        .cache, "watch", .seconds("seconds", from: 5), shown: "only on request",
        "Read the catalog again after this time, at least 5. The time is longer if the server fails or asks for it.")
}

/// A value of `--print` of `browse`: the part of the chosen suppliers that is printed.
enum BrowserChoice: String, CaseIterable, Sendable {
    /// The id.
    case id

    /// All of it, as `--format json` prints it.
    case json
}
