import SupplierGoKit

extension OptionDescription {
    /// All options, in the order help names them in: the one place that says what there is.
    static let all: [Self] = catalogOptions + listOptions + transferOptions + commonOptions

    /// The descriptions of an option: one for each sort of value it takes.
    static func of(_ option: Option) -> [Self] {
        all.filter { $0.option == option }
    }

    /// The description of an option as a command takes it; `nil` where it does not.
    static func of(_ option: Option, takenBy command: Command) -> Self? {
        all.first { $0.option == option && $0.isTaken(by: command) }
    }

    /// The options of a command, or of all commands where it is `nil`.
    static func belonging(to command: Command?) -> [Self] {
        guard let command else { return all }
        return all.filter { $0.isTaken(by: command) }
    }

    /// The options that the settings file may give.
    static let settings: [Self] = all.filter(\.isSetting)

    /// The description of an option that the settings file may give; `nil` for another.
    static func setting(_ option: Option) -> Self? {
        settings.first { $0.option == option }
    }

    private static let loader = SupplierLoader.Configuration()
    private static let dataLoader = DataLoader.Configuration()

    private static let catalogOptions: [Self] = [
        Self(
            option: .catalog, short: "c", value: .catalog(name: "location"),
            meaning:
                "The catalog: an http or https URL, a file, - for standard input, or a name from the settings file.",
            environment: [.catalog],
            commands: Command.loading.union([.cacheWhy])),
        Self(
            option: .pageLimit, value: .count(name: "count", least: 1),
            meaning: "The most pages of a catalog that has pages.",
            standard: String(loader.pageLimit), commands: Command.loading),
        Self(
            option: .offline,
            meaning: "Never touch the network: show the catalog's last snapshot and cached avatars, however old.",
            commands: Command.loading),
        Self(
            option: .refresh, meaning: "Ask for avatars again even where they are cached.", commands: Command.loading),
        Self(
            option: .strict, meaning: "Let one bad record fail the whole run (exit status 65).",
            commands: Command.loading),
    ]

    private static let listOptions: [Self] = [
        Self(
            option: .avatars, value: .choice(name: "mode", AvatarsMode.allCases.map(\.rawValue)),
            meaning: """
                wait: stay until the avatars are in. detach: leave them to a background process. off: bring none.
                """,
            standard: "wait for --format card, vcard and html, off for the other formats", commands: [.list]),
        Self(
            option: .sort, value: .choice(name: "order", SupplierOrder.allCases.map(\.rawValue)),
            meaning: "Sort the suppliers; feed is the catalog's own order.", standard: SupplierOrder.feed.rawValue,
            commands: [.list]),
        Self(option: .reverse, meaning: "Turn the order around.", commands: [.list]),
        Self(
            option: .limit, value: .count(name: "count", least: 1), meaning: "Print no more suppliers than this.",
            standard: "all", commands: [.list]),
        Self(
            option: .group, value: .choice(name: "field", SupplierGrouping.allCases.map(\.rawValue)),
            meaning: "Put the suppliers under their companies, the largest first; in card, html and markdown.",
            commands: [.list]),
        Self(
            option: .format, value: .choice(name: "format", OutputFormat.allCases.map(\.rawValue)),
            meaning: """
                How to print: card is for people, html a page and markdown a table of cards, vcard for address books, the \
                others for programs.
                """,
            standard: OutputFormat.card.rawValue, commands: [.list, .show]),
        Self(
            option: .noPager,
            meaning: """
                Print straight to the terminal, where long output goes through $PAGER otherwise, or through less; an \
                empty $PAGER and cat mean none.
                """,
            commands: [.list]),
        Self(
            option: .image, value: .choice(name: "how", ImageChoice.allCases.map(\.rawValue)),
            meaning: """
                How to draw the avatar on a card: by kitty's or iTerm2's protocol, in characters by chafa where that is \
                installed, or not. auto asks the terminal, and draws none where standard output is no terminal.
                """,
            standard: ImageChoice.auto.rawValue, environment: [.image], commands: [.show]),
        Self(
            option: .output, short: "o", value: .file(name: "file"),
            meaning: """
                Write to a file instead of standard output; one that is there is replaced only when all is written.
                """,
            standard: "-, standard output", commands: [.list, .show], isSetting: false),
        Self(
            option: .format, value: .choice(name: "format", SummaryFormat.allCases.map(\.rawValue)),
            meaning: "How to print: text is for people, json for programs.", standard: SummaryFormat.text.rawValue,
            commands: [.cacheInfo, .config], isSetting: false),
    ]

    private static let transferOptions: [Self] = [
        Self(
            option: .header, short: "H", value: .header(name: "field"),
            meaning: """
                A header field 'NAME: VALUE' for the catalog's own origin only, or @FILE to read such lines from a \
                file. Repeatable. $SUPPLIERGO_TOKEN is sent there as a bearer token.
                """,
            commands: Command.loading, isRepeatable: true),
        Self(
            option: .timeout, value: .seconds(name: "seconds"),
            meaning: "End a transfer when no byte arrives for this long; decimals are understood.",
            standard: String(dataLoader.idleTimeout.components.seconds), commands: Command.loading),
        Self(
            option: .retries, value: .count(name: "count", least: 0),
            meaning: "How often a transfer is tried again that may succeed another time.",
            standard: String(dataLoader.retryLimit), commands: Command.loading),
        Self(
            option: .concurrency, value: .count(name: "count", least: 1), meaning: "The most transfers at once.",
            standard: String(dataLoader.concurrency), commands: Command.loading),
        Self(
            option: .connectionsPerHost, value: .count(name: "count", least: 1),
            meaning: "The most connections to one host.",
            standard: String(dataLoader.connectionsPerHost), commands: Command.loading),
        Self(
            option: .avatarByteLimit, value: .bytes(name: "bytes", least: 1),
            meaning: "The most bytes an avatar may have; K, M and G are understood.",
            standard: String(loader.avatarByteLimit), commands: Command.loading),
        Self(
            option: .certificateAuthorityFile, value: .file(name: "file"),
            meaning: "A PEM file of certificate authorities instead of the system's.",
            environment: [.curlCertificateFile, .certificateFile], commands: Command.loading),
        Self(
            option: .insecure, meaning: "Do not verify servers' certificates.", commands: Command.loading),
        Self(
            option: .proxy, value: .text(name: "url"),
            meaning: "The proxy to use instead of what http_proxy, https_proxy and no_proxy say.",
            commands: Command.loading),
        Self(
            option: .allowPrivateHosts,
            meaning: "Let a catalog from a public host name avatars on loopback, link-local or private addresses.",
            commands: Command.loading),
    ]

    private static let commonOptions: [Self] = [
        Self(
            option: .cacheDirectory, value: .directory(name: "dir"), meaning: "The cache's directory.",
            standard: "$XDG_CACHE_HOME/suppliergo, else ~/.cache/suppliergo", environment: [.cacheDirectory],
            commands: Set(Command.visible)),
        Self(
            option: .cacheByteLimit, value: .bytes(name: "bytes", least: 0),
            meaning: "The most bytes the cache may hold: the least recently used go first; with 0 nothing is kept.",
            standard: "1G", environment: [.cacheSize], commands: Command.loading.union([.cacheInfo, .cachePrune])),
        Self(
            option: .maximumAge, value: .count(name: "days", least: 1),
            meaning: "Remove what was neither stored nor used for so many days.", commands: [.cachePrune],
            isSetting: false),
        Self(
            option: .color, value: .choice(name: "when", ColorChoice.allCases.map(\.rawValue)),
            meaning: "When to print in colour; NO_COLOR, CLICOLOR_FORCE and TERM=dumb are honoured.",
            standard: ColorChoice.auto.rawValue, commands: Set(Command.visible)),
        Self(option: .quiet, short: "q", meaning: "Print errors only.", commands: Set(Command.visible)),
        Self(
            option: .verbose, short: "v", meaning: "Print one line a transfer, and every warning.",
            commands: Set(Command.visible)),
        Self(option: .version, meaning: "Print the version.", commands: Set(Command.visible), isSetting: false),
        Self(
            option: .help, short: "h", meaning: "Print help.", commands: Set(Command.visible), isSetting: false),
    ]
}
