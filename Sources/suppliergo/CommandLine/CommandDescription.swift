/// A command's facts for parsing, help, the manual page and completions.
struct CommandDescription: Sendable {
    /// A command's argument.
    struct Argument: Sendable {
        let name: String

        /// One or more sentences.
        let meaning: String

        /// The command cannot do without it.
        let isRequired: Bool

        var completion = Completion.nothing

        /// Only one word is taken.
        var isSingle = false

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

    /// It is for another program, so that help and suggestions leave it out.
    var isHidden = false

    /// It reads the settings file.
    var readsSettings = true

    /// Every setting can be given to it, to see its value.
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

    /// The option is its own or every command's.
    func owns(_ option: OptionDescription) -> Bool {
        option.isCommon ? !isHidden : options.contains(option)
    }

    /// It takes an option; of two options of one name only one.
    func takes(_ option: OptionDescription) -> Bool {
        if owns(option) { return true }
        return takesEverySetting && option.isSetting && !options.contains { $0.name == option.name }
    }
}

extension CommandDescription.Argument {
    /// The words to search suppliers for.
    static let query = Self(
        name: "query",
        meaning: """
            Words to search for in full name, company, e-mail, phone and id, ignoring case and accents; several words \
            must all match. name:WORD, company:WORD, email:WORD and phone:WORD search only that field, and email: finds \
            an empty one; id:7 is exactly that id. "TWO WORDS" is a phrase, not:WORD excludes, and OR between two terms \
            takes either. after:2024-01 and before:2024-02-15 compare the day of createdAt in UTC; is:edited, is:added, \
            is:conflict, avatar:failed and avatar:none name states. \\WORD is taken literally. Default: every supplier.
            """,
        isRequired: false, completion: .suppliers)

    /// A catalog of any shape.
    static let location = Self(
        name: "location", meaning: "The catalog: a URL, a file, - or a name, as for '--catalog'.", isRequired: false,
        completion: .catalogs, isSingle: true)

    /// The words that name one supplier (``SupplierMatches``).
    static let supplier = Self(
        name: "query",
        meaning: """
            The supplier's id, or its first 6 or more characters if it has at least 20, or words that match the full name, \
            company, e-mail or phone of only this supplier.
            """,
        isRequired: true, completion: .suppliers)
}
