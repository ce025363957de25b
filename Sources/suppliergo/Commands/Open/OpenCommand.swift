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
        options: Options.loading + flags.map(\.flag.row) + [Options.printsTarget.row],
        examples: [
            ("suppliergo open 13 -c catalog.json", "write to a supplier"),
            ("suppliergo open akiko --phone --print", "the number, for another program"),
        ])

    private static let flags: [(flag: Option<Bool>, field: Supplier.Field)] = [
        (Options.opensEmail, .email), (Options.opensPhone, .phone), (Options.opensAvatar, .avatar),
    ]

    let loading: LoadingOptions

    /// The id or the words to look for, as given.
    let words: [String]

    let field: Supplier.Field

    let isPrinted: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        loading = try LoadingOptions(arguments)
        words = try arguments.supplierWords()
        let given = arguments.last(of: Self.flags.map(\.flag))
        field = Self.flags.first { $0.flag.row == given }?.field ?? .email
        isPrinted = try arguments[Options.printsTarget]
    }

    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: console) { session in
            let matches = try await SupplierMatches.find(words, in: session)
            guard let supplier = matches.only(on: console) else { return .noMatch.orPartlyDone(if: matches.isPartial) }
            do {
                let (target, warnings) = try await session.target(of: supplier, for: field)
                warnings.forEach(console.warn)
                if isPrinted {
                    try console.print(target.visibleText + "\n")
                } else {
                    try await session.open(target, advice: "'\(Options.printsTarget.spelling)' prints it instead")
                }
            } catch let failure as Failure {
                throw failure.orPartlyDone(if: matches.isPartial)
            }
            return .done.orPartlyDone(if: matches.isPartial)
        }
    }
}

extension Options {
    static let opensEmail = Option(.output, flag: "email", "Open the e-mail address; the default.")

    static let opensPhone = Option(.output, flag: "phone", "Open the phone number.")

    static let opensAvatar = Option(
        .output, flag: "avatar", "Open the avatar's file. It is fetched if it is missing.")

    static let printsTarget = Option(
        .output, flag: "print",
        "Print the target without opening it. It is mailto:ADDRESS, tel:NUMBER, or the avatar's path in the cache.")
}

extension Session {
    /// The target of a field: a URI, or the path of the avatar's file, which is fetched if it is missing.
    ///
    /// - Returns: the target, and a sentence for each address that cannot be used.
    /// - Throws: ``Failure`` if the supplier has none, or it cannot be fetched; `CancellationError`.
    func target(
        of supplier: Supplier, for field: Supplier.Field
    ) async throws -> (text: String, warnings: [String]) {
        var (target, warnings) = (String?.none, [String]())
        switch field {
        case .email:
            let message = message(to: [supplier])
            (target, warnings) = (message.target, message.warnings)
        case .phone: target = Hyperlink(phone: supplier.phone)?.target
        case .avatar: target = try await avatarFile(of: supplier)
        case .id, .createdAt, .fullname, .company: break
        }
        guard let target else {
            throw Failure(.noMatch, warnings.first ?? "the supplier '\(supplier.id)' has no \(field.noun)")
        }
        return (target, warnings)
    }

    /// A message to suppliers.
    ///
    /// - Parameter isBlind: true if nobody sees the others' addresses. Default `false`.
    /// - Returns: the URI, or `nil` if no address can be used, the number of suppliers that have a usable address, and
    ///   a sentence for each address that cannot be used.
    func message(
        to suppliers: [Supplier], isBlind: Bool = false
    ) -> (target: String?, recipientCount: Int, warnings: [String]) {
        var addresses = MailAddresses()
        var recipientCount = 0
        var warnings: [String] = []
        for supplier in suppliers {
            let count = addresses.unusable.count
            if addresses.add(supplier.email) { recipientCount += 1 }
            warnings += addresses.unusable[count...].map {
                "the e-mail address '\($0)' of the supplier '\(supplier.id)' cannot be used"
            }
        }
        return (addresses.target(isBlind: isBlind), recipientCount, warnings)
    }

    /// The avatar's file, or `nil` if the supplier has no avatar.
    private func avatarFile(of supplier: Supplier) async throws -> String? {
        switch try await loader.avatar(for: supplier, delivering: .files).result {
        case .none: return nil
        case .failed(let failure):
            throw Failure(
                .unavailable,
                "the avatar is not available: \(failure.sentence(isOffline: loader.configuration.isOffline))")
        case .loaded(let avatar):
            if let file = avatar.file { return file }
            let reason = avatar.cacheError.map { ": \($0.sentence)" } ?? ", because its server forbids it"
            throw Failure(.unavailable, "the avatar is not kept in a file" + reason)
        }
    }

    /// The time after which a program that runs on is taken to have succeeded.
    private static let patience = Duration.seconds(5)

    /// Opens a URI or a file by the desktop's program, which `xdg-open` finds; returns when that was started, and may
    /// go on.
    ///
    /// - Parameter advice: what to do if no program opens it: a clause.
    /// - Throws: ``Failure``.
    func open(_ target: String, advice: String? = nil) async throws {
        let program = Program(words: ["xdg-open", target], environment: console.environment.variables)
        let advice = advice.map { ": " + $0 } ?? ""
        do {
            let started = await BlockingThreads.waiting.run { Result { try program.succeeds(within: Self.patience) } }
            guard try started.get() else { throw Failure(.unavailable, "no program opens '\(target)'\(advice)") }
        } catch let failure as SystemFailure {
            throw Failure(.unavailable, "no program opens '\(target)', since \(failure)\(advice)")
        }
    }
}

extension Supplier.Field {
    /// The field's name for people.
    var noun: String {
        switch self {
        case .fullname: "name"
        case .company: "company"
        case .email: "e-mail address"
        case .phone: "telephone number"
        case .createdAt: "date"
        case .id, .avatar: rawValue
        }
    }
}
