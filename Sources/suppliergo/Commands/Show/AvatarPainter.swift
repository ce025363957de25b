import SupplierGoKit

/// A supplier's avatar, as far as a terminal can show it.
enum PaintedAvatar: Sendable, Hashable {
    /// Initials, if there is no image or no way to draw it.
    case initials

    /// An image in characters.
    case symbols(SymbolImage)

    /// The bytes that make the terminal draw an image at the cursor.
    case sequence([UInt8])

    /// The avatar in a card; an image that the terminal draws has room there.
    func tile(of supplier: Supplier, box: CellSize = CardTile.box, style: TextStyle) -> CardTile {
        switch self {
        case .initials: CardTile(Initials(of: supplier), box: box, style: style)
        case .symbols(let image): CardTile(image, box: box)
        case .sequence: CardTile(box: box)
        }
    }
}

/// Paints avatars in the way that was chosen or that the terminal takes.
struct AvatarPainter: Sendable {
    /// Threads of its own: a terminal that does not answer must keep no file waiting.
    private static let pool = BlockingThreads.waiting

    private let choice: ImageChoice
    private let console: Console
    private let support: Task<GraphicsSupport, Never>

    /// Lends a painter while the terminal is asked what it takes; the answer is waited for when there is an image to
    /// draw.
    ///
    /// The terminal is as it was when this returns.
    static func with<Value: Sendable>(
        _ choice: ImageChoice, on console: Console, _ body: (AvatarPainter) async throws -> Value
    ) async throws -> Value {
        let asks =
            choice == .auto && console.outputTraits.isTerminal
            && GraphicsSupport.isWorthAsking(in: console.environment.variables)
        let painter = AvatarPainter(choice, on: console) {
            asks ? await Self.pool.run { TerminalAnswers.asked() } : TerminalAnswers()
        }
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(painter))
        } catch {
            result = .failure(error)
        }
        // Wait for the terminal's answer; otherwise it appears at the shell's prompt.
        _ = await painter.support.value
        TerminalMode.restore()
        return try result.get()
    }

    /// Creates a painter for a terminal that is asked what it takes elsewhere.
    ///
    /// - Parameter answers: gives what the terminal answered; waited for under ``ImageChoice/auto`` only.
    init(_ choice: ImageChoice, on console: Console, answers: @escaping @Sendable () async -> TerminalAnswers) {
        self.choice = choice
        self.console = console
        support = Task { GraphicsSupport(await answers(), environment: console.environment.variables) }
    }

    /// Paints the avatar of an outcome for a card.
    func paint(_ outcome: AvatarOutcome) async -> PaintedAvatar {
        guard case .loaded(let avatar) = outcome.result, let bytes = outcome.supplier.avatar?.bytes else {
            return .initials
        }
        return await paint(bytes, in: avatar.file, into: CardTile.box)
    }

    /// Paints an image into a box.
    ///
    /// - Parameter file: the absolute path of its file, or `nil` if it is in none.
    func paint(_ bytes: [UInt8], in file: String?, into box: CellSize) async -> PaintedAvatar {
        guard let picture = Picture(bytes) else { return .initials }
        let chafa = file.flatMap { Chafa($0, picture, environment: console.environment.variables) }
        // In one line of characters an image shows less than initials do.
        for way in await protocols where way != .symbols || box.rows > 1 {
            if let painted = await paint(bytes, picture, into: box, by: way, chafa) { return painted }
        }
        return .initials
    }

    /// Paints an image in one way, or returns `nil` if that way is not open to it.
    private func paint(
        _ bytes: [UInt8], _ picture: Picture, into box: CellSize, by way: ImageChoice, _ chafa: Chafa?
    ) async -> PaintedAvatar? {
        let (cell, style) = (console.currentOutputTraits.cell, console.outputStyle)
        switch way {
        case .kitty:
            if let pixels = await Self.pool.run({ chafa?.pixels(in: box, cell: cell) }) {
                let format = "f=32,s=\(pixels.size.width),v=\(pixels.size.height)"
                return .sequence(
                    GraphicsSequence.kitty(
                        Array(pixels.bytes), format: format, size: pixels.size, in: box, cell: cell))
            }
            guard picture.kind == .png, let size = picture.size else { return nil }
            return .sequence(GraphicsSequence.kitty(bytes, size: size, in: box, cell: cell))
        case .iterm:
            // Terminals decode pixels; drawings are for chafa.
            return picture.kind == .svg ? nil : .sequence(GraphicsSequence.iterm(bytes, in: box))
        case .sixel:
            return await Self.pool.run { chafa?.sixels(in: box, cell: cell) }.map { .sequence($0.bytes) }
        case .symbols:
            return await Self.pool.run { chafa?.symbols(in: box, style: style) }.map { .symbols($0) }
        case .auto, .none: return nil
        }
    }

    /// The ways to try, one after the other.
    private var protocols: [ImageChoice] {
        get async {
            switch choice {
            case .auto: console.outputTraits.isTerminal ? await support.value.protocols : []
            case .kitty, .iterm, .sixel: [choice, .symbols]
            case .symbols: [.symbols]
            case .none: []
            }
        }
    }
}
