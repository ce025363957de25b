/// A command's facts for parsing, help, the manual page and completions.
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

        /// The name as help and messages write it.
        var label: String { "<\(name)>" + (isSingle ? "" : " ...") }
    }

    /// What an argument may be.
    enum Kind: Sendable, Hashable {
        case text

        /// A supplier: an id or a full name.
        case supplier

        /// A supplier that is edited: its id.
        case editedSupplier

        /// A command, or another topic of help.
        case command
        case choice([String])
    }

    /// How a command is used.
    struct Example: Sendable {
        /// The command line.
        let line: String

        /// What it does, as a clause without a full stop.
        let meaning: String

        init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    /// The words that call it, such as `cache info`.
    let name: String

    /// What it does, in one line.
    let overview: String

    /// More to know, in a paragraph; empty where the overview says it all.
    var discussion = ""

    /// Its argument; several words given for it are joined by spaces.
    var argument: Argument?

    /// The options it takes beside those that every command takes.
    var options: [OptionDescription] = []

    /// The keys that it takes, and what they do, under headings, in the order help names them.
    var keys: [(title: String, keys: [(names: String, meaning: String)])] = []

    /// How it is used.
    var examples: [Example] = []

    /// Whether it is for another program, so that help and suggestions leave it out.
    var isHidden = false

    /// Whether the settings file has a say.
    var readsSettings = true

    /// Whether every setting may be given to it, to see what it would mean to another command.
    var takesEverySetting = false

    /// The first of two words; `nil` where there is only one.
    var group: String? {
        name.firstIndex(of: " ").map { String(name[..<$0]) }
    }

    /// The last word.
    var lastWord: String { name.split(separator: " ").last.map(String.init) ?? name }

    /// Whether the option is one of its own, or of every command.
    func owns(_ option: OptionDescription) -> Bool {
        option.isCommon ? !isHidden : options.contains(option)
    }

    /// Whether it takes an option; of two options of one name only one.
    func takes(_ option: OptionDescription) -> Bool {
        if owns(option) { return true }
        return takesEverySetting && option.isSetting && !options.contains { $0.name == option.name }
    }

    /// The options it takes, in the order of help.
    var takenOptions: [OptionDescription] { Options.all.filter(takes) }

    /// The option of a name that it takes.
    func option(named name: String) -> OptionDescription? { option { $0.name == name } }

    /// The option of a letter that it takes.
    func option(short letter: Character) -> OptionDescription? { option { $0.short == letter } }

    private func option(_ isMeant: (OptionDescription) -> Bool) -> OptionDescription? {
        if let own = options.first(where: isMeant) { return own }
        return (takesEverySetting ? Options.settings + Options.common : Options.common).first {
            isMeant($0) && takes($0)
        }
    }
}

extension CommandDescription.Argument {
    /// The words that suppliers are looked for by.
    static let query = Self(
        name: "query",
        meaning: """
            Words to search for in full name, company, e-mail, phone and id, ignoring case and accents; several words \
            must all match. name:WORD, company:WORD, email:WORD and phone:WORD search only that field; id:7 is exactly \
            that id. Default: every supplier.
            """,
        isRequired: false, kind: .supplier)

    /// The words that one supplier is chosen by.
    static let supplier = Self(
        name: "query", meaning: "The supplier's id, or words that match only this supplier.", isRequired: true,
        kind: .supplier)
}
