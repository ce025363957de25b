/// Something that the program can do; each command has a folder under `Commands/`.
///
/// A command is made from its arguments and runs once. A new one takes a type that conforms to this and a place in
/// ``CommandTable/suppliergo``: parsing, help, the manual page and completions all follow from its description.
protocol Command: Sendable {
    /// Its options, its argument and its help.
    static var description: CommandDescription { get }

    /// Reads the arguments; no file and no network is touched.
    init(_ arguments: Arguments) throws(UsageError)

    /// Does the work, and returns the exit status.
    func run(on console: Console) async throws -> ExitStatus
}

/// A command that only prints a text.
protocol TextCommand: Command {
    /// The text.
    ///
    /// - Parameter width: the columns of the terminal that it goes to, or `nil` if that is not a terminal.
    func text(width: Int?) -> String
}

extension TextCommand {
    /// Prints the text, through a pager if it is longer than the window.
    func run(on console: Console) async throws -> ExitStatus {
        let (text, traits) = (text(width: console.outputTraits.width), console.outputTraits)
        let isLong = traits.height.map { text.utf8.count { $0 == UInt8(ascii: "\n") } >= $0 } ?? false
        try await console.print(text, paged: isLong)
        return .done
    }
}

/// A command's facts for parsing, help, the manual page and completions.
struct CommandDescription: Sendable {
    /// A command's argument.
    struct Argument: Sendable {
        let name: String

        /// One or more sentences.
        let meaning: String

        /// True if the command cannot do without it.
        let isRequired: Bool

        var completion = Completion.nothing

        /// True if only one word is taken.
        var isSingle = false

        /// True if the first word may be the catalog, if none is set.
        var mayBeginWithCatalog = false

        /// The name as help and messages write it.
        var label: String { "<\(name)>" + (isSingle ? "" : " ...") }
    }

    /// A use of a command: the command line, and a clause without a full stop.
    typealias Example = (line: String, meaning: String)

    /// The words that call it, such as `cache info`.
    let name: String

    /// One sentence that fits on a line.
    let overview: String

    /// A paragraph of details; empty if the overview says it all.
    var discussion = ""

    /// Its argument; several words given for it are joined by spaces.
    var argument: Argument?

    /// Its options besides those of every command.
    var options: [OptionDescription] = []

    /// Its keys and their meanings under headings, in the order of help.
    var keys: [(title: String, keys: [(names: String, meaning: String)])] = []

    var examples: [Example] = []

    /// True if it is for another program, so that help and suggestions leave it out.
    var isHidden = false

    var readsSettings = true

    /// True if every setting can be given to it, to see its value.
    var takesEverySetting = false

    /// The first of two words, or `nil` if there is only one.
    var group: String? {
        name.firstIndex(of: " ").map { String(name[..<$0]) }
    }

    /// The last word.
    var lastWord: String { name.split(separator: " ").last.map(String.init) ?? name }

    /// An error of its command line.
    func misuse(_ sentence: String, nearest: String? = nil) -> UsageError {
        UsageError(sentence, nearest: nearest, see: .command(name))
    }

    /// Tests if the option is its own or every command's.
    func owns(_ option: OptionDescription) -> Bool {
        option.isCommon ? !isHidden : options.contains(option)
    }

    /// Tests if the command takes an option; of two options of one name only one.
    func takes(_ option: OptionDescription) -> Bool {
        if owns(option) || Options.settingsOnly.contains(option) { return true }
        return takesEverySetting && option.isSetting && !options.contains { $0.name == option.name }
    }
}

extension CommandDescription.Argument {
    /// The words to search suppliers for.
    static let query = Self(
        name: "query",
        meaning: """
            Words to search for in all fields; several must all match. FIELD:WORD \
            searches one field. See 'suppliergo help search'. Default: every supplier.
            """,
        isRequired: false, completion: .suppliers, mayBeginWithCatalog: true)

    /// The forms of a query's words, for `help search`.
    static let queryWords: KeyValuePairs = [
        "WORD": """
        Any text of the record contains it, ignoring case and accents. Numbers and URLs are not searched. Seven digits \
        or more find phone numbers, however they are written.
        """,
        "\"TWO WORDS\"": "A phrase.",
        "FIELD:WORD": """
        Only this field: name, company, email, phone, or any other field of the records, such as address.city or \
        custodians.name; a name with a blank is quoted, as in '"Business Phone":030'.
        """,
        "FIELD:100..200": """
        The field is a number in this range; either end may be missing. Of an array its number of elements counts.
        """,
        "FIELD:": "The field is empty.",
        "id:7": "Exactly this id, case included.", "not:WORD": "Excludes a word, a phrase or a field.",
        "A OR B": "Either term; binds tighter than words side by side.",
        "after:2024-01": "Created on or after the first day of a year, month or day, in UTC.",
        "before:2024-02-15": "Created before that day.", "is:edited, is:added, is:conflict": "The state of your edits.",
        "avatar:failed, avatar:none": "The avatar could not be fetched, or the supplier has none.",
        "\\WORD": "The word itself, without a special meaning.",
    ]

    /// A catalog of any shape.
    static let location = Self(
        name: "location", meaning: "The catalog: a URL, a file, - or a name, as for '--catalog'.", isRequired: false,
        completion: .catalogs, isSingle: true)

    /// The words that name one supplier (``SupplierMatches``).
    static let supplier = Self(
        name: "query",
        meaning: """
            The supplier's id, or its first 6 or more characters if it has at least 20, or words that match the full \
            name, company, e-mail or phone of only this supplier (see 'suppliergo help search').
            """,
        isRequired: true, completion: .suppliers)
}
