/// The manual page, made from the commands' and options' descriptions, in mdoc(7).
struct ManualPage: CustomStringConvertible {
    /// The page's source, with a line feed at its end.
    let description: String

    /// Writes the page.
    init(of commands: CommandTable) {
        var lines = [".Dd \(commands.date)", ".Dt SUPPLIERGO 1", ".Os", ".Sh NAME", ".Nm suppliergo"]
        lines.append(".Nd list the suppliers of a catalog, and fetch their avatars into a cache")
        lines.append(".Sh SYNOPSIS")
        for command in commands.visible { lines += [".Nm"] + Self.call(of: command) + [".Op Ar options"] }
        lines += [".Sh DESCRIPTION"] + Mdoc.lines(of: Self.about)
        lines += ["The commands are:"] + Mdoc.list(commands.visible.map(Self.entry))
        lines +=
            [".Pp", "The options are:"]
            + Mdoc.list(commands.options.map { Self.entry(of: $0, owners: commands.owners(of: $0)) })
        lines += [".Ss Settings"] + SettingsFile.rules.flatMap { [".Pp"] + Mdoc.lines(of: $0) }.dropFirst()
        let names = commands.generalSettings.map(\.name).joined(separator: ", ")
        lines += [".Pp", "The keys are:"] + Mdoc.lines(of: names + ".") + [".Pp", "Keys of a catalog's section:"]
        lines += Mdoc.list(commands.sectionKeys.map { (".It " + Mdoc.argument($0.name), Mdoc.lines(of: $0.meaning)) })
        lines += [".Sh ENVIRONMENT"]
        let variables = Array(EnvironmentVariable.own) + Array(EnvironmentVariable.fleet)
        lines += Mdoc.list(variables.map { (".It Ev " + $0.key.rawValue, Mdoc.lines(of: $0.value)) })
        lines += [".Pp", "These mean the same as elsewhere:"]
        lines += Mdoc.list(
            EnvironmentVariable.elsewhere.map { program, variables in
                (".It " + program, Mdoc.lines(of: variables.map(\.rawValue).joined(separator: ", ") + "."))
            })
        lines += [".Sh FILES"] + Mdoc.list(Self.files.map { (".It Pa " + $0, Mdoc.lines(of: $1)) })
        lines += [".Sh EXIT STATUS"]
        lines += Mdoc.list(ExitStatus.allCases.map { (".It \($0.rawValue)", Mdoc.lines(of: $0.meaning)) })
        lines += [".Sh EXAMPLES"] + commands.visible.flatMap(\.examples).flatMap(Self.example).dropFirst()
        description = lines.joined(separator: "\n") + "\n"
    }

    private static let about = """
        Suppliers are printed as they arrive. Their avatars are fetched separately and later, so that a slow or broken \
        picture never delays the list. Data goes to standard output, everything else to standard error.
        """

    private static let files: KeyValuePairs = [
        "$XDG_CONFIG_HOME/suppliergo/config": "The settings; else ~/.config/suppliergo/config.",
        "$XDG_CACHE_HOME/suppliergo": "The cache; else ~/.cache/suppliergo. It is safe to delete.",
        "~/.aws/credentials , ~/.aws/config":
            "The object store's access key, region and endpoint if no variable gives them.",
        "$XDG_DATA_HOME/suppliergo/edits":
            "Your edits, one file per catalog, with earlier versions; else ~/.local/share/suppliergo/edits.",
    ]

    private static func call(of command: CommandDescription) -> [String] {
        var lines = [".Cm " + command.name]
        if let argument = command.argument {
            let name = "Ar " + argument.name + (argument.isSingle ? "" : " ...")
            lines.append(argument.isRequired ? "." + name : ".Op " + name)
        }
        return lines
    }

    private static func entry(of command: CommandDescription) -> (head: String, body: [String]) {
        var body = Mdoc.lines(of: command.overview + " " + command.discussion)
        if let argument = command.argument {
            body += [".Pp", ".Ar \(argument.name) :"] + Mdoc.lines(of: argument.meaning)
        }
        if !command.keys.isEmpty { body += [".Pp", "Its keys are:"] }
        for (title, keys) in command.keys {
            body += [".Pp"] + Mdoc.lines(of: title + ":")
            body += Mdoc.list(keys.map { (".It " + Mdoc.argument($0.names), Mdoc.lines(of: $0.meaning + ".")) })
        }
        return ((([".It Xo"] + call(of: command)) + [".Xc"]).joined(separator: "\n"), body)
    }

    private static func entry(
        of option: OptionDescription, owners: [CommandDescription]
    ) -> (head: String, body: [String]) {
        let value = option.value.name.map { " Ar " + $0 } ?? ""
        let short = option.short.map { "Fl \($0)\(value) , " } ?? ""
        var body = Mdoc.lines(of: option.meaning)
        let choices = option.unexplainedChoices
        if !choices.isEmpty { body += Mdoc.lines(of: "Values: " + choices.joined(separator: ", ") + ".") }
        if let text = option.defaultText { body += Mdoc.lines(of: "Default: \(text).") }
        for variable in option.environment { body += ["Environment:", ".Ev \(variable.rawValue) ."] }
        if !option.isCommon {
            body += Mdoc.lines(of: "Commands: \(owners.map(\.name).joined(separator: ", ")).")
        }
        return (".It \(short)Fl -\(option.name)\(value)", body)
    }

    private static func example(_ example: CommandDescription.Example) -> [String] {
        let meaning = example.meaning.prefix(1).uppercased() + example.meaning.dropFirst() + ":"
        return [".Pp"] + Mdoc.lines(of: meaning) + [".Dl " + Mdoc.argument(example.line)]
    }
}

/// The little of mdoc(7) that the manual page is written in.
enum Mdoc {
    /// The longest line of the source in bytes, if it can be broken.
    private static let width = 78

    /// A tagged list of entries.
    static func list(_ entries: [(head: String, body: [String])]) -> [String] {
        [".Bl -tag -width Ds"] + entries.flatMap { [$0.head] + $0.body } + [".El"]
    }

    /// A text's lines: each sentence has its own, as mdoc(7) asks, so that the formatter sees where it ends.
    static func lines(of text: String) -> [String] {
        var sentences: [[Substring]] = [[]]
        for word in text.split(whereSeparator: \.isWhitespace) {
            sentences[sentences.count - 1].append(word)
            if word.hasSuffix(".") || word.hasSuffix(".)") { sentences.append([]) }
        }
        return sentences.filter { !$0.isEmpty }.flatMap { words in
            escaped(words.joined(separator: " ")).wrapped(toWidth: width, breakingWords: false)
        }.map { $0.hasPrefix(".") ? "\\&" + $0 : String($0) }
    }

    /// Text for a macro's line: words that are macros' names are not called.
    static func argument(_ text: String) -> String {
        text.split(separator: " ").map { word in
            let word = escaped(String(word)).replacing("\"", with: "\\(dq")
            return word.count <= 3 ? "\\&" + word : word
        }.joined(separator: " ")
    }

    /// Escapes text, so that nothing in it is a request, and a hyphen stays ASCII.
    static func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("~", with: "\\(ti")
            .replacing("'", with: "\\(aq")
        return text.hasPrefix(".") ? "\\&" + text : text
    }
}
