import SupplierGoKit

/// Every option, once: its name, its type, its default and what it means.
enum Options {
    static let catalog = Option<String?>(
        "catalog", short: "c", .catalog("location"), environment: [.catalog],
        "The catalog: an http or https URL, a file, - for standard input, or a name from the settings file.")

    static let pageLimit = Option(
        "max-pages", .count("count"), default: loader.pageLimit, "The most pages of a catalog that has pages.")

    static let offline = Option(
        flag: "offline",
        "Never touch the network: show the catalog's last snapshot and cached avatars, however old.")

    static let refresh = Option(flag: "refresh", "Revalidate what is cached, even where it is still fresh.")

    static let strict = Option(flag: "strict", "Fail on the first bad record (exit status 65).")

    static let noEdits = Option(
        flag: "no-edits", "Show the catalog as it is, without your own edits of it.")

    static let avatars = Option<AvatarsMode?>(
        "avatars", .choice("mode"),
        shown: "detach for card on a terminal, wait for vcard, vcard4 and html, else off",
        "wait: stay until the avatars are in. detach: leave them to a background process. off: fetch none.")

    static let sort = Option(
        "sort", short: "s", .choice("order"), default: SupplierOrder.feed,
        "Sort the suppliers; feed is the catalog's own order.")

    static let reverse = Option(flag: "reverse", short: "r", "Reverse the order.")

    static let limit = Option<Int?>(
        "limit", short: "n", .count("count"), shown: "all", "Print no more suppliers than this.")

    static let group = Option<SupplierGrouping?>(
        "group", short: "g", .choice("field"),
        "Group the suppliers by company, the largest first; in card, html and markdown.")

    static let format = Option(
        "format", short: "f", .choice("format"), default: OutputFormat.card,
        shown: "by the extension of --output, else card",
        """
        How to print: card is for people, html a page and markdown a table of cards, vcard for address \
        books, vcard4 for those that read version 4.0, the others for programs.
        """)

    static let columns = Option<[ListColumn]?>(
        "columns", .columns("name,…"), shown: "what each format usually has",
        """
        Which fields to print and in which order: \(ListColumn.allCases.map(\.rawValue).joined(separator: ", ")). For \
        card, tsv, csv, markdown, json and ndjson.
        """)

    static let noPager = Option(
        flag: "no-pager",
        """
        Print straight to the terminal, where long output goes through $PAGER otherwise, or through less; an \
        empty $PAGER and cat mean none.
        """)

    static let width = Option<Int?>(
        "width", .count("columns", from: 20), shown: "the terminal's, else $COLUMNS", isSetting: false,
        "How many columns a card or a list of cards takes, at least 20.")

    static let image = Option(
        "image", .choice("how"), default: ImageChoice.auto, environment: [.image],
        """
        How to draw the avatar on a card: by kitty's or iTerm2's protocol, as a sixel graphic, in characters, or not. \
        Every kind of image is drawn where chafa is installed. auto asks the terminal, and draws none where standard \
        output is not a terminal.
        """)

    static let output = Option<String?>(
        "output", short: "o", .file("file"), shown: "-, standard output", isSetting: false,
        "Write to a file instead of standard output; one that is there is replaced only when all is written.")

    static let copy = Option<Supplier.Field?>(
        "copy", .supplierField("field"), isSetting: false,
        """
        Also put a field into the clipboard of the terminal, if that allows it (OSC 52; in tmux with 'set -g \
        set-clipboard on').
        """)

    static let opensEmail = Option(flag: "email", isSetting: false, "Open the e-mail address; the default.")

    static let opensPhone = Option(flag: "phone", isSetting: false, "Open the telephone number.")

    static let opensAvatar = Option(
        flag: "avatar", isSetting: false, "Open the avatar's file, fetched where it is missing.")

    static let printsTarget = Option(
        flag: "print", isSetting: false,
        "Print what would be opened: mailto:ADDRESS, tel:NUMBER, or the avatar's path in the cache.")

    static let printsChoice = Option<BrowserChoice?>(
        "print", .choice("what"), isSetting: false,
        """
        Choose suppliers for another program: Enter prints the id, e-mail address, cached avatar's path or JSON of \
        those that are marked, or of the one it is pressed on, and ends; the screen is then drawn on the terminal itself. \
        The exit status is 130 where nothing was chosen.
        """)

    static let watch = Option<Duration?>(
        "watch", .seconds("seconds", from: 5), shown: "only when asked to",
        "Read the catalog again after this many seconds, at least 5; later where its server fails or asks for it.")

    static let install = Option(
        flag: "install", isSetting: false, "Write the completions to the file that the shell reads.")

    /// The format of what is not a list of suppliers: of `cache info` and `config`.
    static let summaryFormat = Option(
        "format", short: "f", .choice("format"), default: SummaryFormat.text, isSetting: false,
        "How to print: text is for people, json for programs.")

    static let fetchFormat = Option<FetchFormat?>(
        "format", short: "f", .choice("format"), shown: "none, a summary only", isSetting: false,
        """
        Print a line for each avatar as it ends: a JSON object of url, ids, state (loaded, missing or failed), status, \
        bytes, source, tries, seconds, key and error.
        """)

    static let shard = Option<ShardChoice?>(
        "shard", .shard("i/n"), shown: "all avatars", isSetting: false,
        """
        Fetch the I-th of N parts of the avatars, from 1, so that N processes share the work without asking each \
        other. auto takes the part from Slurm's array, or from Kubernetes' indexed job or GNU parallel, with N in \
        $SUPPLIERGO_SHARDS.
        """)

    static let newFullname = Option<String?>("fullname", .text("name"), isSetting: false, "The full name.")

    static let newCompany = Option<String?>("company", .text("name"), isSetting: false, "The company.")

    static let newPhone = Option<String?>(
        "phone", .text("number"), isSetting: false, "The telephone number; '' for none.")

    static let newEmail = Option<String?>(
        "email", .text("address"), isSetting: false, "The e-mail address; '' for none.")

    static let newAvatar = Option<String?>(
        "avatar", .image("url|file"), isSetting: false,
        "The avatar: an http or https URL, or the path of an image, which stays where it is; '' for none.")

    static let newID = Option<String?>(
        "id", .text("id"), shown: "a new UUID", isSetting: false, "The id of the supplier to add.")

    /// Those that give fields their values, by the field.
    static let fields: [(field: Supplier.Field, option: Option<String?>)] = [
        (.fullname, newFullname), (.company, newCompany), (.phone, newPhone), (.email, newEmail),
        (.avatar, newAvatar),
    ]

    static let everyEdit = Option(
        flag: "all", isSetting: false, "With 'revert' every edit of the catalog, with 'edits' those of every catalog.")

    static let take = Option<String?>(
        "take", .editedSupplier("id"), isSetting: false,
        "Settle a supplier's conflicts: take what the catalog has now.")

    static let keep = Option<String?>(
        "keep", .editedSupplier("id"), isSetting: false, "Settle a supplier's conflicts: keep your own values.")

    static let rename = Option<String?>(
        "rename", .catalog("old"), isSetting: false,
        "Take the edits of a catalog along to where it has moved, which the argument says.")

    static let editsFormat = Option(
        "format", short: "f", .choice("format"), default: EditsFormat.text, isSetting: false,
        "How to print: text is for people, the others for programs and for the catalog's owner.")

    static let header = Option<HeaderSource?>(
        "header", short: "H", .header("field"), isRepeatable: true,
        """
        A header field 'NAME: VALUE' for the catalog's own origin only, or @FILE to read such lines from a \
        file. Repeatable. $SUPPLIERGO_TOKEN is sent there as a bearer token.
        """)

    static let timeout = Option(
        "timeout", .seconds("seconds"), default: dataLoader.idleTimeout,
        "End a transfer when no byte arrives for this long; decimals are understood.")

    static let retries = Option(
        "retries", .count("count", from: 0), default: dataLoader.retryLimit,
        "How often a transfer is tried again that may succeed the next time.")

    static let concurrency = Option(
        "concurrency", .count("count"), default: dataLoader.concurrency, "The most transfers at once.")

    static let connectionsPerHost = Option(
        "per-host", .count("count"), default: dataLoader.connectionsPerHost, "The most connections to one host.")

    static let avatarByteLimit = Option(
        "max-avatar-size", .bytes("bytes"), default: loader.avatarByteLimit,
        "The most bytes an avatar may have; K, M and G are understood.")

    static let certificateAuthorityFile = Option<String?>(
        "cacert", .file("file"), environment: [.curlCertificateFile, .certificateFile],
        "A PEM file of certificate authorities instead of the system's.")

    static let insecure = Option(flag: "insecure", "Do not verify servers' certificates.")

    static let proxy = Option<String?>(
        "proxy", .text("url"), "The proxy to use instead of what http_proxy, https_proxy and no_proxy say.")

    static let allowPrivateHosts = Option(
        flag: "allow-private-hosts",
        "Let a catalog from a public host name avatars on loopback, link-local or private addresses.")

    static let cacheDirectory = Option<String?>(
        "cache-dir", .directory("dir"), shown: "$XDG_CACHE_HOME/suppliergo, else ~/.cache/suppliergo",
        environment: [.cacheDirectory], isCommon: true, "The cache's directory.")

    static let store = Option<String?>(
        "store", .store("url"), shown: "none", environment: [.store],
        """
        An object store with S3's interface, s3://BUCKET/PREFIX, that many machines share: avatars are looked for there \
        before their servers are asked, and are put there. Its server and credentials are found as other programs for \
        S3 find them (see 'suppliergo help environment'); '' for none.
        """)

    static let noLocal = Option(
        flag: "no-local", "Keep nothing on this machine's disk: avatars go into --store only.")

    static let cacheByteLimit = Option(
        "max-size", .bytes("bytes", from: 0), default: DiskCache.defaultByteLimit, shown: "1G",
        environment: [.cacheSize],
        "The most bytes the cache may hold: the least recently used go first; with 0 nothing is kept.")

    static let maximumAge = Option<Int?>(
        "max-age", .count("days"), isSetting: false, "Remove what was neither stored nor used for this many days.")

    static let color = Option(
        "color", .choice("when"), default: ColorChoice.auto, isCommon: true,
        "When to print in colour; NO_COLOR, CLICOLOR_FORCE and TERM=dumb are honoured.")

    static let quiet = Option(flag: "quiet", short: "q", isCommon: true, "Print errors only.")

    static let verbose = Option(
        flag: "verbose", short: "v", isCommon: true, "Print one line for each transfer, and every warning.")

    static let version = Option(flag: "version", isCommon: true, isSetting: false, "Print the version.")

    static let help = Option(flag: "help", short: "h", isCommon: true, isSetting: false, "Print help.")

    /// All of them in the groups and the order that help names them in.
    static let groups: [(heading: String, options: [OptionDescription])] = [
        (
            "CHOOSE",
            [
                catalog.row, sort.row, reverse.row, limit.row, shard.row, strict.row, noEdits.row, maximumAge.row,
            ]
        ),
        ("EDIT", fields.map(\.option.row) + [newID.row, everyEdit.row, take.row, keep.row, rename.row]),
        (
            "SHOW",
            [
                format.row, summaryFormat.row, fetchFormat.row, editsFormat.row, columns.row, group.row, width.row,
                image.row,
            ]
        ),
        (
            "OUTPUT",
            [
                output.row, noPager.row, copy.row, opensEmail.row, opensPhone.row, opensAvatar.row, printsTarget.row,
                printsChoice.row, install.row,
            ]
        ),
        ("NETWORK", network),
        (
            "CACHE",
            [
                offline.row, refresh.row, watch.row, avatars.row, store.row, noLocal.row,
                cacheDirectory.row, cacheByteLimit.row,
            ]
        ),
        ("GENERAL", [color.row, quiet.row, verbose.row, version.row, help.row]),
    ]

    /// Those that say how transfers go, which help tells apart from the others.
    static let network: [OptionDescription] = [
        header.row, timeout.row, retries.row, concurrency.row, connectionsPerHost.row, pageLimit.row,
        avatarByteLimit.row, certificateAuthorityFile.row, insecure.row, proxy.row, allowPrivateHosts.row,
    ]

    /// All of them, in the order help names them.
    static let all: [OptionDescription] = groups.flatMap(\.options)

    /// Those of every transfer, whatever it is of.
    static let transfers: [OptionDescription] = [
        timeout.row, retries.row, concurrency.row, connectionsPerHost.row, certificateAuthorityFile.row, insecure.row,
        proxy.row,
    ]

    /// Those of every command that shows a catalog and its avatars.
    static let loading: [OptionDescription] = reading + [noEdits.row, store.row]

    /// Those of every command that reads a catalog.
    static let reading: [OptionDescription] =
        [
            catalog.row, pageLimit.row, offline.row, refresh.row, strict.row, header.row, avatarByteLimit.row,
            allowPrivateHosts.row, cacheByteLimit.row,
        ] + transfers

    /// Those that the settings file may give.
    static let settings: [OptionDescription] = all.filter(\.isSetting)

    /// The option of a key of the settings file.
    static func setting(named name: String) -> OptionDescription? {
        settings.first { $0.name == name }
    }

    private static let loader = SupplierLoader.Configuration()
    private static let dataLoader = DataLoader.Configuration()
}
