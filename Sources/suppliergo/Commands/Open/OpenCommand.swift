import SupplierGoKit

/// `suppliergo open ID|QUERY`: opens one supplier's address, number or avatar.
struct OpenCommand: Command {
    static let description = CommandDescription(
        name: "open", overview: "Open one supplier's e-mail address, telephone number or avatar.",
        discussion: """
            They are opened by the desktop's program for them, which xdg-open finds. The exit status is 1 where no \
            supplier matched, several did, or the supplier has none; 69 where the avatar cannot be fetched or no program \
            opens it.
            """,
        argument: .supplier,
        options: Options.loading + flags.map(\.row) + [Options.printsTarget.row],
        examples: [
            .init("suppliergo open 13 -c catalog.json", "write to a supplier"),
            .init("suppliergo open akiko --phone --print", "the number, for another program"),
        ])

    private static let flags = [Options.opensEmail, Options.opensPhone, Options.opensAvatar]

    /// How long the desktop's program may take to say that it failed.
    private static let patience = Duration.seconds(5)

    private static let pool = BlockingThreads(threadCount: 1)

    /// How the catalog and the avatar are loaded.
    let loading: LoadingOptions

    /// The id or the words to look for, as given.
    let text: String

    /// The flag that says what to open.
    let opened: OptionDescription

    /// Whether it is printed instead.
    let isPrinted: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        try arguments.requireWords()
        loading = try LoadingOptions(arguments)
        text = arguments.text
        opened = arguments.prevailing(Self.flags)?.flag ?? Options.opensEmail.row
        isPrinted = try arguments[Options.printsTarget]
    }

    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: console) { session in
            let matches = try await SupplierMatches.find(text, in: session)
            guard let supplier = matches.only(on: console) else { return .noMatch }
            let target = try await target(of: supplier, in: session)
            if isPrinted {
                try console.output.write(target.visibleText + "\n")
                try console.output.flush()
            } else {
                try await open(target, in: console.environment.variables)
            }
            return matches.skippedCount > 0 ? .partlyDone : .done
        }
    }

    /// What is opened: a URI, or a file's path.
    private func target(of supplier: Supplier, in session: Session) async throws -> String {
        let target =
            switch opened {
            case Options.opensAvatar.row: try await avatarFile(of: supplier, in: session)
            case Options.opensPhone.row: Hyperlink(phone: supplier.phone)?.target
            default: Hyperlink(mailTo: supplier.email)?.target
            }
        let kinds = ["phone": "telephone number", "avatar": "avatar"]
        let kind = kinds[opened.name, default: "e-mail address"]
        guard let target else { throw Failure(.noMatch, "the supplier '\(supplier.id)' has no \(kind)") }
        return target
    }

    /// The avatar's file, fetched where it is missing; `nil` where the supplier has no avatar.
    private func avatarFile(of supplier: Supplier, in session: Session) async throws -> String? {
        switch try await session.loader.avatar(for: supplier, delivering: .files).result {
        case .none: return nil
        case .failed(let failure):
            throw Failure(.unavailable, "the avatar is not available: \(Failure.sentence(of: failure))")
        case .loaded(let avatar):
            if let file = avatar.file { return file }
            let reason = avatar.cacheError.map { ": " + Failure.sentence(of: $0) } ?? ", because its server forbids it"
            throw Failure(.unavailable, "the avatar is not kept in a file" + reason)
        }
    }

    /// Opens a URI or a file with the desktop's program; returns when that was started, which may go on.
    private func open(_ target: String, in environment: [String: String]) async throws {
        let program = Program(words: ["xdg-open", target], environment: environment)
        let advice = "'\(Options.printsTarget.spelling)' prints it instead"
        do {
            guard try await Self.pool.run({ Result { try program.succeeds(within: Self.patience) } }).get() else {
                throw Failure(.unavailable, "no program opens '\(target)': \(advice)")
            }
        } catch let failure as SystemFailure {
            throw Failure(.unavailable, "no program opens '\(target)', since \(failure): \(advice)")
        }
    }
}
