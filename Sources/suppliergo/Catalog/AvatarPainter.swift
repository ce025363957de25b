import SupplierGoKit

/// Paints avatars in the way that was chosen or that the terminal takes.
struct AvatarPainter: Sendable {
    private let choice: ImageChoice
    private let console: Console
    private let supported: Task<[ImageChoice], Never>

    /// Lends a painter while the terminal is asked what it takes; the answer is waited for when there is an image to
    /// draw.
    ///
    /// The terminal is as it was when this returns.
    static func with<Value: Sendable>(
        _ choice: ImageChoice, on console: Console, _ body: (AvatarPainter) async throws -> Value
    ) async throws -> Value {
        let asks =
            choice == .auto && console.outputTraits.isTerminal
            && ImageChoice.isTerminalWorthAsking(in: console.environment.variables)
        warn(of: choice, on: console)
        let painter = AvatarPainter(choice, on: console) {
            asks ? await BlockingThreads.waiting.run { TerminalAnswers.asked() } : TerminalAnswers()
        }
        let result = await Result { try await body(painter) }
        // Wait for the terminal's answer; otherwise it appears at the shell's prompt.
        _ = await painter.supported.value
        TerminalMode.restore()
        return try result.get()
    }

    /// Says so if a multiplexer does not pass the images of a choice on.
    static func warn(of choice: ImageChoice, on console: Console) {
        guard [.kitty, .iterm].contains(choice), console.outputTraits.isTerminal,
            let name = ImageChoice.multiplexer(in: console.environment.variables)
        else { return }
        let option = "\(Options.image.spelling) \(choice.rawValue)"
        console.warn("\(name) does not pass images of '\(option)' on to the terminal: leave it out")
    }

    /// Creates a painter for a terminal that is asked what it takes elsewhere.
    ///
    /// - Parameter answers: gives what the terminal answered; waited for under ``ImageChoice/auto`` only.
    init(_ choice: ImageChoice, on console: Console, answers: @escaping @Sendable () async -> TerminalAnswers) {
        (self.choice, self.console) = (choice, console)
        supported = Task { ImageChoice.supported(by: await answers(), in: console.environment.variables) }
    }

    /// Paints the avatar of an outcome for a card; `nil` if there is no image, or no way to draw it.
    func paint(_ outcome: AvatarOutcome) async -> Picture? {
        guard case .loaded(let avatar) = outcome.result, let bytes = outcome.supplier.avatar?.bytes else { return nil }
        return await paint(bytes, in: avatar.file, into: Picture.cardBox)
    }

    /// Paints an image into a box, or returns `nil` if it is none, or there is no way to draw it.
    ///
    /// - Parameter file: the absolute path of its file, or `nil` if it is in none.
    func paint(_ bytes: [UInt8], in file: String?, into box: CellSize) async -> Picture? {
        guard let format = ImageFormat(bytes) else { return nil }
        let chafa = file.flatMap { Chafa($0, format, environment: console.environment.variables) }
        // In one line of characters an image shows less than initials do.
        for way in await protocols where way != .symbols || box.rows > 1 {
            if let picture = await paint(bytes, format, into: box, by: way, chafa) { return picture }
        }
        return nil
    }

    /// Paints an image in one way, or returns `nil` if that way is not open to it.
    private func paint(
        _ bytes: [UInt8], _ format: ImageFormat, into box: CellSize, by way: ImageChoice, _ chafa: Chafa?
    ) async -> Picture? {
        let (cell, style) = (console.outputTraits.cell, console.outputStyle)
        switch way {
        case .kitty:
            if format.kind == .png, let size = format.size { return .kitty(bytes, size: size, in: box, cell: cell) }
            return await BlockingThreads.waiting.run { chafa?.pixels(in: box, cell: cell) }
        case .iterm:
            // Terminals decode pixels; drawings are for chafa.
            return format.kind == .svg ? nil : .iterm(bytes, in: box)
        case .sixel: return await BlockingThreads.waiting.run { chafa?.sixels(in: box, cell: cell) }
        case .symbols: return await BlockingThreads.waiting.run { chafa?.symbols(in: box, style: style) }
        case .auto, .none: return nil
        }
    }

    /// The ways to try, one after the other.
    private var protocols: [ImageChoice] {
        get async {
            switch choice {
            case .auto: console.outputTraits.isTerminal ? await supported.value : []
            case .kitty, .iterm, .sixel: [choice, .symbols]
            case .symbols: [.symbols]
            case .none: []
            }
        }
    }
}
