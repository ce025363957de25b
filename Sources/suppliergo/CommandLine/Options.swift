import SupplierGoKit

/// The options that several commands take, and most of those of `list`; the others stand in their command's folder.
enum Options {
    static let catalog = Option<String?>(
        .choose, "catalog", short: "c", .catalog("location"), environment: [.catalog],
        "The catalog: a URL, a file, - or a name. - is standard input; names are defined in the settings file.")

    static let map = Option<(part: CatalogShape.Part, place: String)?>(
        .choose, "map", .place("field=path"), isSetting: false,
        """
        Read another shape of catalog (see 'suppliergo help settings'). FIELD is \
        \(CatalogShape.Part.allCases.map(\.rawValue).joined(separator: ", ")). Repeatable.
        """)

    static let strict = Option(.choose, flag: "strict", "Fail on the first bad record (exit status 65).")

    static let details = Option(
        .choose, flag: "details",
        "Include suppliers' details. fetch loads them; other commands use those in the cache, also in a query.")
    static let noEdits = Option(.choose, flag: "no-edits", "Ignore your local edits.")

    /// The format of a command's output: one of `formats`, of which the first is the default.
    static func format(of formats: [OutputFormat], shown: String? = nil, _ meaning: String) -> Option<OutputFormat> {
        Option(
            .show, "format", short: "f", .choice("format", of: formats), default: formats[0], shown: shown,
            isSetting: false, meaning)
    }

    /// The format of suppliers, for `list` and `show`.
    static let format = format(
        of: OutputFormat.ofSuppliers, shown: "by the extension of --output, else card",
        """
        The output format. card is for people, html is a page of cards, vcard is for address books and phones, and the \
        others are for programs.
        """)

    static let sort = Option(
        .choose, "sort", short: "s", .order("field,…"), default: SupplierOrder.catalog,
        """
        Sort the suppliers by a field, or by several. They are feed, the catalog's order, \
        \(SupplierOrder.named.dropFirst().map(\.description).joined(separator: ", ")), or any other field, such as \
        address.city.
        """)

    static let reverse = Option(.choose, flag: "reverse", short: "r", "Reverse the order.")

    static let group = Option<SupplierGrouping?>(
        .show, "group", short: "g", .choice("field"),
        "Group the suppliers by company, the largest first. For card and html.")

    static let limit = Option<Int?>(
        .choose, "limit", short: "n", .limit("count"), default: nil, shown: "all", isSetting: false,
        "Maximum number of suppliers, or all.")

    static let columns = Option<[ListColumn]?>(
        .show, "columns", .columns("name,…"), shown: "the usual ones",
        """
        The fields to show, in this order. They are \
        \(ListColumn.allCases.map(\.rawValue).joined(separator: ", ")), or any other, such as address.city. \
        For browse, card, tsv, csv, json and ndjson.
        """)

    static let width = Option<Int?>(
        .show, "width", .count("columns", from: 20), shown: "the terminal's, else $COLUMNS",
        "Width of cards and lists in columns, at least 20.")

    static let image = Option(
        .show, "image", .choice("how"), default: ImageChoice.auto, environment: ["SUPPLIERGO_IMAGE"],
        """
        How to draw avatars. kitty and iterm are these terminals' protocols, sixel is a graphic, symbols draws with \
        characters, and none draws nothing. If chafa is installed, every kind of image is drawn. auto asks the \
        terminal, and draws nothing if standard output is not a terminal.
        """)

    static let output = Option<String?>(
        .output, "output", short: "o", .file("file"), shown: "-, standard output", isSetting: false,
        "Write to FILE. An existing file is replaced only when the output is complete.")

    static let noPager = Option(
        .output, flag: "no-pager",
        """
        Do not use a pager. Otherwise long output on a terminal goes through $PAGER, or less; an empty $PAGER and cat \
        mean none.
        """)

    static let header = Option<HeaderSource?>(
        .network, "header", short: "H", .header("field"),
        """
        A header field 'NAME: VALUE', or @FILE to read such lines. It is sent to the catalog's own origin only. \
        Repeatable. $SUPPLIERGO_TOKEN is sent there as a bearer token; if $SUPPLIERGO_CATALOG is set, \
        only to its origin.
        """)

    static let timeout = Option(
        .network, "timeout", .seconds("seconds"), default: dataLoader.idleTimeout,
        "Maximum time without a byte before a transfer fails. Decimals are accepted.")

    static let retries = Option(
        .network, "retries", .count("count", from: 0), default: dataLoader.retryLimit,
        "Maximum retries for a failed transfer.")

    static let concurrency = Option(
        .network, "concurrency", .count("count"), default: dataLoader.concurrency, "Maximum concurrent transfers.")

    static let connectionsPerHost = Option<Int?>(
        .network, "per-host", .count("count"), shown: "16 to 64",
        """
        Maximum connections to one host. By default 16, up to 64 while requests wait and none fails, and half as many \
        after an error or status 429.
        """)

    static let pageLimit = Option(
        .network, "max-pages", .count("count"), default: loader.pageLimit, "Maximum pages of a paged catalog.")

    static let avatarByteLimit = Option(
        .network, "max-avatar-size", .bytes("bytes"), default: loader.avatarByteLimit,
        "Maximum size of an avatar. K, M and G are accepted.")

    static let certificateAuthorityFile = Option<String?>(
        .network, "cacert", .file("file", "a PEM file of certificates"),
        environment: ["CURL_CA_BUNDLE", "SSL_CERT_FILE"],
        "A PEM file of certificate authorities to use in place of the system's.")

    static let insecure = Option(.network, flag: "insecure", isSetting: true, "Do not verify servers' certificates.")

    static let proxy = Option<String?>(
        .network, "proxy", .proxy("url"), "The proxy; overrides http_proxy and https_proxy.")

    static let userAgent = Option(
        .network, "user-agent", .fieldValue("text"), default: dataLoader.userAgent,
        "The User-Agent of requests; '' sends none.")

    static let allowPrivateHosts = Option(
        .network, flag: "allow-private-hosts", isSetting: true,
        "Allow a public catalog to name avatars on loopback, link-local or private addresses.")

    static let avatars = Option<AvatarsMode?>(
        .cache, "avatars", .choice("mode"),
        shown: "detach for card on a terminal, wait for vcard and html, else off",
        """
        How to fetch avatars. wait stays until they are in, detach leaves them to a background process, and off \
        fetches none.
        """)

    static let offline = Option(
        .cache, flag: "offline",
        "Never use the network. The catalog's last snapshot and cached avatars are used, however old.")

    static let refresh = Option(
        .cache, flag: "refresh",
        """
        Revalidate what is cached, even if it is still fresh. A catalog that fails is an error, and one that has \
        become empty is accepted.
        """)

    static let store = Option<String?>(
        .fleet, "store", .store("url"), shown: "none", environment: ["SUPPLIERGO_STORE"],
        """
        An object store for avatars, s3://BUCKET/PREFIX. Avatars are looked up there before they are requested from \
        their servers, and uploaded to it, so that many machines can share them. Endpoint and credentials are found as \
        other S3 programs find them; '' means none.
        """)

    static let noLocal = Option(
        .fleet, flag: "no-local", "Keep nothing on this machine's disk. Avatars go into --store only.")

    static let cacheDirectory = Option<String?>(
        .general, "cache-dir", .directory("dir"), shown: "$XDG_CACHE_HOME/suppliergo, else ~/.cache/suppliergo",
        environment: ["SUPPLIERGO_CACHE_DIR"], "The cache's directory.")

    static let cacheByteLimit = Option(
        .cache, "max-size", .bytes("bytes", from: 0), default: DiskCache.defaultByteLimit, shown: "1G",
        environment: ["SUPPLIERGO_CACHE_SIZE"],
        "Maximum size of the cache; 0 keeps nothing. The least recently used entries are removed first.")

    static let color = Option(
        .general, "color", .choice("when"), default: ColorChoice.auto,
        "When to use colour. NO_COLOR, CLICOLOR_FORCE and TERM=dumb are honoured.")

    static let quiet = Option(.general, flag: "quiet", short: "q", "Print errors only.")

    static let verbose = Option(
        .general, flag: "verbose", short: "v", "Print a line for each transfer, and every warning.")

    static let version = Option(.general, flag: "version", "Print the version.")

    static let help = Option(.general, flag: "help", short: "h", "Print help. -h is a summary, --help is complete.")

    private static let loader = SupplierLoader.Configuration()
    private static let dataLoader = DataLoader.Configuration()

    /// The options of every command.
    static let common: [OptionDescription] = [
        cacheDirectory.row, color.row, quiet.row, verbose.row, version.row, help.row,
    ]

    /// The options of every command that reads a catalog.
    static let reading: [OptionDescription] = [
        catalog.row, map.row, pageLimit.row, offline.row, refresh.row, strict.row, header.row, avatarByteLimit.row,
        allowPrivateHosts.row, cacheByteLimit.row, timeout.row, retries.row, concurrency.row, connectionsPerHost.row,
        certificateAuthorityFile.row, insecure.row, proxy.row, userAgent.row,
    ]

    /// The keys that the settings may have, and neither an option nor a variable.
    static let settingsOnly: [OptionDescription] = commands + [ignoredPaths.row]

    static let ignoredPaths = Option<[String]>(
        .choose, "ignore", .paths("path,…"), default: [], "Fields that 'list --changes' does not compare.")

    /// The commands that only the settings file can give. A `#` is part of them.
    static let commands: [OptionDescription] = [catalogCommand.row, tokenCommand.row]

    /// The settings that count only in the part of the file that gives the catalog, for any command: a catalog that is
    /// given elsewhere must not be sent what may be a secret.
    static let ofCatalog: [OptionDescription] = commands + [map.row, header.row]

    static let catalogCommand = Option<String?>(
        .choose, "catalog-command", .text("command"), "A command that prints the catalog; run with 'sh -c'.")

    static let tokenCommand = Option<String?>(
        .network, "token-command", .text("command"),
        "A command whose first line is the bearer token for the catalog's server.")

    /// The options of every command that shows a catalog and its avatars.
    static let loading: [OptionDescription] = reading + [noEdits.row, store.row]
}

/// A value of `--avatars`.
enum AvatarsMode: String, CaseIterable, Sendable {
    /// Stay until they are in.
    case wait

    /// Leave them to a background process.
    case detach

    /// Load none.
    case off
}
