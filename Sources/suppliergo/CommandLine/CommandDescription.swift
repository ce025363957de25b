/// What is to be known of a command, for parsing and for help.
struct CommandDescription: Sendable {
    /// A command's argument.
    struct Argument: Sendable {
        /// The name that help calls it by.
        let name: String

        /// What it means.
        let meaning: String

        /// Whether the command cannot do without it.
        let isRequired: Bool

        /// What it may be, for completions.
        var kind = Kind.text

        /// Whether only one word is taken.
        var isSingle = false
    }

    /// What an argument may be.
    enum Kind: Sendable, Hashable {
        /// Anything.
        case text

        /// A supplier: an id or a full name.
        case supplier

        /// A command.
        case command

        /// One of some words.
        case choice([String])
    }

    /// How a command is used.
    struct Example: Sendable {
        /// The command line.
        let line: String

        /// What it does, as a clause without a full stop.
        let meaning: String
    }

    /// The command.
    let command: Command

    /// What it does, in one line.
    let overview: String

    /// More to know, in a paragraph; empty where the overview says it all.
    var discussion = ""

    /// Its argument; several words given for it are joined by spaces.
    var argument: Argument?

    /// How it is used.
    var examples: [Example] = []
}

extension CommandDescription {
    /// All commands people call, in the order help names them in.
    static let all: [Self] = [
        Self(
            command: .list, overview: "Print a catalog's suppliers, then bring their avatars into the cache.",
            discussion: """
                Suppliers are printed as they arrive; none waits for an avatar. A catalog that cannot be reached is \
                shown from its last snapshot, with a warning. The exit status is 1 where nothing matched, 3 where \
                records were skipped.
                """,
            argument: query,
            examples: [
                Example(line: "suppliergo list -c https://suppliers.example/catalog.json", meaning: "every supplier"),
                Example(
                    line: "suppliergo list -c catalog.json krone --sort name", meaning: "those that match, by name"),
                Example(line: "suppliergo list --catalog work --offline", meaning: "a named catalog's last snapshot"),
                Example(line: "curl -s URL | suppliergo list -c - --format tsv", meaning: "lines for other programs"),
            ]),
        Self(
            command: .show, overview: "Print one supplier's card, with its avatar where the terminal can draw it.",
            discussion: "The exit status is 1 where no supplier matched, or several did.",
            argument: .init(
                name: "query", meaning: "The supplier's id, or words that match only this supplier.", isRequired: true,
                kind: .supplier),
            examples: [
                Example(line: "suppliergo show 13 -c catalog.json", meaning: "the supplier with an id"),
                Example(line: "suppliergo show email:akiko", meaning: "the one supplier that matches"),
            ]),
        Self(
            command: .fetch, overview: "Bring suppliers' avatars into the cache.",
            discussion: """
                It may be run again at any time: only what is missing is asked for. The exit status is 3 where an \
                avatar failed or records were skipped.
                """,
            argument: query,
            examples: [
                Example(line: "suppliergo fetch -c catalog.json", meaning: "every avatar, into the cache"),
                Example(line: "suppliergo fetch company:krone --refresh", meaning: "some, whatever the cache holds"),
            ]),
        Self(command: .cachePath, overview: "Print the cache's directory."),
        Self(
            command: .cacheInfo, overview: "Print how many entries and bytes the cache holds.",
            examples: [Example(line: "suppliergo cache info --format json", meaning: "the same for programs")]),
        Self(
            command: .cacheVerify, overview: "Read every entry of the cache, and remove broken ones.",
            discussion: "The exit status is 3 where an entry was broken."),
        Self(
            command: .cachePrune, overview: "Remove the least recently used entries.",
            discussion: """
                As many as are beyond --max-size, and those that were neither stored nor used for --max-age days. The \
                limit holds by itself after every run; this is for making more room. When an entry was used is known to \
                the hour.
                """,
            examples: [Example(line: "suppliergo cache prune --max-size 200M", meaning: "what was used longest ago")]),
        Self(
            command: .cacheWhy, overview: "Tell what the cache knows of an avatar or a catalog.",
            discussion: """
                The file, whether it is fresh and why, what its server is asked by, and the last failure. No server is \
                asked. The exit status is 1 where the cache knows nothing.
                """,
            argument: .init(
                name: "what", meaning: "A URL, or a supplier's id in the catalog.", isRequired: true),
            examples: [
                Example(line: "suppliergo cache why 13 -c catalog.json", meaning: "one supplier's avatar")
            ]),
        Self(command: .cacheClear, overview: "Remove everything the cache holds."),
        Self(
            command: .config, overview: "Print every setting, and where it comes from.",
            discussion: """
                What an option, the environment, the settings file or else a default says: options are taken for what \
                they would mean to another command. Nothing that may be a secret is printed.
                """,
            examples: [
                Example(line: "suppliergo config --catalog work", meaning: "what holds for a named catalog"),
                Example(line: "suppliergo config --format json", meaning: "the same for programs"),
            ]),
        Self(
            command: .completions, overview: "Print a shell's completions.",
            discussion: """
                They complete commands, options, their values, named catalogs, and suppliers from the catalog's last \
                snapshot, without any network.
                """,
            argument: .init(
                name: "shell",
                meaning: "The shell: \(CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")).",
                isRequired: true, kind: .choice(CompletionShell.allCases.map(\.rawValue)), isSingle: true),
            examples: CompletionShell.allCases.map { shell in
                Example(
                    line: "suppliergo completions \(shell.rawValue) > \(shell.file)", meaning: "for \(shell.rawValue)")
            }),
        Self(
            command: .manual, overview: "Print the manual page, for man to format.",
            examples: [
                Example(line: "suppliergo man | man -l -", meaning: "read it"),
                Example(line: "suppliergo man > ~/.local/share/man/man1/suppliergo.1", meaning: "install it"),
            ]),
        Self(
            command: .help, overview: "Print help for a command.",
            argument: .init(
                name: "command",
                meaning: "The command, or one of \(HelpTopic.names.joined(separator: ", ")); without it, all of them.",
                isRequired: false, kind: .command)),
    ]

    /// What the commands do that share a first word.
    static let groupOverviews = ["cache": "Look after the cache."]

    /// The description of a command; `nil` for a hidden one.
    static func of(_ command: Command) -> Self? {
        all.first { $0.command == command }
    }

    private static let query = Argument(
        name: "query",
        meaning: """
            Words to look for in full name, company, e-mail, phone and id, without regard to case and accents; several \
            must all match. name:WORD, company:WORD, email:WORD, phone:WORD and id:WORD look in that field only. \
            Default: every supplier.
            """,
        isRequired: false, kind: .supplier)
}
