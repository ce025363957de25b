import SupplierGoKit

/// `suppliergo open ID|QUERY`: opens one supplier's address, number or avatar.
struct OpenCommand: Command {
    static let description = CommandDescription(
        name: "open", overview: "Open a supplier's e-mail address, phone or avatar.",
        discussion: """
            The desktop's program opens them, by way of xdg-open. The exit status is 1 if no supplier matched, \
            several did, or the supplier has none; 69 if the avatar cannot be fetched or no program opens it.
            """,
        argument: .supplier,
        options: Options.loading + flags.map(\.row) + [Options.printsTarget.row],
        examples: [
            .init("suppliergo open 13 -c catalog.json", "write to a supplier"),
            .init("suppliergo open akiko --phone --print", "the number, for another program"),
        ])

    private static let flags = [Options.opensEmail, Options.opensPhone, Options.opensAvatar]

    private static let fields = Dictionary(uniqueKeysWithValues: zip(flags.map(\.row.name), OpenedField.allCases))

    /// How the catalog and the avatar are loaded.
    let loading: LoadingOptions

    /// The id or the words to look for, as given.
    let text: String

    /// What to open.
    let field: OpenedField

    /// Whether it is printed instead.
    let isPrinted: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.requireWords()
        loading = try LoadingOptions(arguments)
        text = arguments.text
        field = arguments.prevailing(Self.flags).flatMap { Self.fields[$0.flag.name] } ?? .email
        isPrinted = try arguments[Options.printsTarget]
    }

    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: console) { session in
            let matches = try await SupplierMatches.find(text, in: session)
            guard let supplier = matches.only(on: console) else { return .noMatch }
            let target = try await session.target(of: supplier, for: field)
            if isPrinted {
                try console.output.write(target.visibleText + "\n")
                try console.output.flush()
            } else {
                try await DesktopProgram.open(
                    target, in: console.environment.variables,
                    advice: "'\(Options.printsTarget.spelling)' prints it instead")
            }
            return matches.isPartial ? .partlyDone : .done
        }
    }
}

extension Options {
    static let opensEmail = Option(.output, flag: "email", isSetting: false, "Open the e-mail address; the default.")

    static let opensPhone = Option(.output, flag: "phone", isSetting: false, "Open the phone number.")

    static let opensAvatar = Option(
        .output, flag: "avatar", isSetting: false, "Open the avatar's file. It is fetched if it is missing.")

    static let printsTarget = Option(
        .output, flag: "print", isSetting: false,
        "Print the target without opening it. It is mailto:ADDRESS, tel:NUMBER, or the avatar's path in the cache.")
}
