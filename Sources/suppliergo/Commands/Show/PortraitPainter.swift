import SupplierGoKit

/// Makes portraits of avatars, in the way that was chosen or that the terminal takes.
struct PortraitPainter: Sendable {
    /// The most pixels that `chafa` is given to decode.
    private static let pixelLimit = 64 << 20

    /// Threads of its own: a terminal that does not answer must keep no file waiting.
    private static let pool = BlockingThreads(threadCount: 2)

    private let choice: ImageChoice
    private let console: Console
    private let ability: Task<PictureAbility, Never>

    /// Lends a painter, while the terminal is asked what it takes: nobody waits for the answer before a picture is there.
    ///
    /// The terminal is as it was when this returns.
    static func with<Value: Sendable>(
        _ choice: ImageChoice, on console: Console, _ body: (PortraitPainter) async throws -> Value
    ) async throws -> Value {
        let painter = PortraitPainter(choice, on: console)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(painter))
        } catch {
            result = .failure(error)
        }
        // An answer must not come in behind the process.
        _ = await painter.ability.value
        TerminalMode.restore()
        return try result.get()
    }

    private init(_ choice: ImageChoice, on console: Console) {
        self.choice = choice
        self.console = console
        let asks =
            choice == .auto && console.outputTraits.isTerminal
            && PictureAbility.isWorthAsking(in: console.environment.variables)
        ability = Task {
            let answers = asks ? await Self.pool.run { TerminalInquiry.ask() } : TerminalAnswers()
            return PictureAbility(answers, environment: console.environment.variables)
        }
    }

    /// Paints the avatar that an outcome brings.
    func portrait(of outcome: AvatarOutcome) async -> Portrait {
        guard case .loaded(let avatar) = outcome.result, let bytes = outcome.supplier.avatar?.bytes,
            let header = ImageHeader(bytes)
        else { return .initials }
        for way in await protocols {
            switch way {
            case .kitty:
                guard header.kind == .png, let size = header.size else { continue }
                let cell = console.currentOutputTraits.cell
                return .graphic(PictureSequence.kitty(bytes, size: size, in: CardTile.box, cell: cell))
            case .iterm:
                // Terminals decode pixels; drawings are for chafa.
                guard header.kind != .svg else { continue }
                return .graphic(PictureSequence.iterm(bytes, in: CardTile.box))
            case .symbols:
                if let picture = await symbols(of: header, file: avatar.file) { return .symbols(picture) }
            }
        }
        return .initials
    }

    /// The ways to try, one after the other.
    private var protocols: [PictureProtocol] {
        get async {
            switch choice {
            case .auto: console.outputTraits.isTerminal ? await ability.value.protocols : []
            case .kitty: [.kitty, .symbols]
            case .iterm: [.iterm, .symbols]
            case .symbols: [.symbols]
            case .none: []
            }
        }
    }

    private func symbols(of header: ImageHeader, file: String?) async -> SymbolPicture? {
        let pixelCount = header.size.map { $0.width.multipliedReportingOverflow(by: $0.height) }
        guard let file, pixelCount.map({ !$0.overflow && $0.partialValue <= Self.pixelLimit }) ?? true else {
            return nil
        }
        let (style, environment) = (console.outputStyle, console.environment.variables)
        return await Self.pool.run {
            SymbolPicture.draw(file, in: CardTile.box, style: style, environment: environment)
        }
    }
}
