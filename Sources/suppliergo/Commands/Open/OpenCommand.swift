import SupplierGoKit

/// `suppliergo open ID|QUERY`: opens one supplier's address, number or avatar by the desktop's program
/// (``Session/open(_:advice:)``). What is opened ``Session/target(of:for:)`` says, of a number `TelephoneNumber.uri`.
struct OpenCommand: Command {
    static let description = CommandDescription(
        name: "open", overview: "Open a supplier's e-mail address, phone or avatar.",
        discussion: """
            The desktop's program opens them, by way of xdg-open. The exit status is 1 if no supplier matched, \
            several did, or the supplier has none; 69 if the avatar cannot be fetched or no program opens it.
            """,
        argument: .supplier,
        options: Options.loading + flags.map(\.flag.row) + [Options.printsTarget.row],
        examples: [
            ("suppliergo open 13 -c catalog.json", "write to a supplier"),
            ("suppliergo open akiko --phone --print", "the number, for another program"),
        ])

    private static let flags: [(flag: Option<Bool>, field: Supplier.Field)] = [
        (Option(.output, flag: "email", "Open the e-mail address; the default."), .email),
        (Option(.output, flag: "phone", "Open the phone number."), .phone),
        (Option(.output, flag: "avatar", "Open the avatar's file. It is fetched if it is missing."), .avatar),
    ]

    let loading: LoadingOptions

    /// The id or the words to look for, as given.
    let words: [String]

    let field: Supplier.Field

    init(_ arguments: Arguments) throws(UsageError) {
        loading = try LoadingOptions(arguments)
        words = try arguments.supplierWords()
        let given = arguments.last(of: Self.flags.map(\.flag))
        field = Self.flags.first { $0.flag.row == given }?.field ?? .email
    }

    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: console, tracingAll: true) { session in
            let supplier = try await SupplierMatches.find(words, in: session).only()
            let (target, warnings) = try await session.target(of: supplier, for: field)
            warnings.forEach(console.warn)
            if loading.arguments[Options.printsTarget] {
                try console.print(target.visibleText + "\n")
            } else {
                try await session.open(target, advice: "'\(Options.printsTarget.spelling)' prints it instead")
            }
            return .done.orPartlyDone(if: session.isPartial)
        }
    }
}

extension Options {
    static let printsTarget = Option(
        .output, flag: "print",
        "Print the target without opening it. It is mailto:ADDRESS, tel:NUMBER, or the avatar's path in the cache.")
}
