/// The manual page, made from the table of commands and options, in mdoc(7).
struct ManualPage: CustomStringConvertible {
    /// The page's source, with a line feed at its end.
    let description: String

    /// Writes the page.
    init() {
        var lines = [".Dd \(SupplierGo.date)", ".Dt SUPPLIERGO 1", ".Os", ".Sh NAME", ".Nm suppliergo"]
        lines.append(".Nd list the suppliers of a catalog, and bring their avatars into a cache")
        lines.append(".Sh SYNOPSIS")
        for command in CommandDescription.all { lines += Self.synopsis(of: command) }
        lines += [".Sh DESCRIPTION"] + Mdoc.lines(of: Self.about)
        lines += ["The commands are:"] + Mdoc.list(CommandDescription.all.map(Self.entry))
        lines += [".Pp", "The options are:"] + Mdoc.list(OptionDescription.all.map(Self.entry))
        lines += [".Ss Settings"] + SettingsFile.rules.flatMap { [".Pp"] + Mdoc.lines(of: $0) }.dropFirst()
        lines += [".Sh ENVIRONMENT"]
        lines += Mdoc.list(EnvironmentVariable.allCases.map { (".It Ev " + $0.rawValue, Mdoc.lines(of: $0.meaning)) })
        lines += [".Sh FILES"] + Mdoc.list(Self.files)
        lines += [".Sh EXIT STATUS"]
        lines += Mdoc.list(ExitStatus.meanings.map { (".It \($0.number)", Mdoc.lines(of: $0.meaning)) })
        lines += [".Sh EXAMPLES"] + CommandDescription.all.flatMap(\.examples).flatMap(Self.example).dropFirst()
        description = lines.joined(separator: "\n") + "\n"
    }

    private static let about = """
        Suppliers are printed as they arrive; their avatars are brought in apart from them and later, so that a slow or \
        broken picture never delays or spoils the list. Data goes to standard output, everything else to standard error.
        """

    private static let files = [
        (
            ".It Pa $XDG_CONFIG_HOME/suppliergo/config",
            Mdoc.lines(of: "The settings; else ~/.config/suppliergo/config.")
        ),
        (
            ".It Pa $XDG_CACHE_HOME/suppliergo",
            Mdoc.lines(of: "The cache; else ~/.cache/suppliergo. It is safe to delete.")
        ),
    ]

    private static func synopsis(of command: CommandDescription) -> [String] {
        [".Nm"] + call(of: command) + [".Op Ar options"]
    }

    /// A command's words and its argument.
    private static func call(of command: CommandDescription) -> [String] {
        var lines = [".Cm " + command.command.rawValue]
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
        return ((([".It Xo"] + call(of: command)) + [".Xc"]).joined(separator: "\n"), body)
    }

    private static func entry(of row: OptionDescription) -> (head: String, body: [String]) {
        let value = row.valueName.map { " Ar " + $0 } ?? ""
        let head = ".It " + (row.short.map { "Fl \($0)\(value) , " } ?? "") + "Fl -\(row.option.rawValue)\(value)"
        var body = Mdoc.lines(of: row.meaning)
        if !row.choices.isEmpty { body += Mdoc.lines(of: "Values: " + row.choices.joined(separator: ", ") + ".") }
        if let standard = row.standard { body += Mdoc.lines(of: "Default: \(standard).") }
        for variable in row.environment { body += ["Environment:", ".Ev \(variable.rawValue) ."] }
        if row.commands != Set(Command.visible) {
            let commands = Command.visible.filter(row.commands.contains).map(\.rawValue).joined(separator: ", ")
            body += Mdoc.lines(of: "Commands: \(commands).")
        }
        return (head, body)
    }

    private static func example(_ example: CommandDescription.Example) -> [String] {
        let meaning = example.meaning.prefix(1).uppercased() + example.meaning.dropFirst() + ":"
        return [".Pp"] + Mdoc.lines(of: meaning) + [".Dl " + Mdoc.argument(example.line)]
    }
}
