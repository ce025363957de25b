import SupplierGoKit

/// An image file that `chafa` (hpjansson.org/chafa) decodes and draws; every call blocks until it has.
///
/// The program runs without a terminal, and within limits of time, memory, files and output, so that a hostile image
/// harms nothing here. What it prints is checked.
struct Chafa: Sendable {
    /// The most pixels of an image that it is given to decode.
    private static let decodedPixelLimit = 64 << 20

    /// The time limit; it usually takes some tens of milliseconds.
    private static let patience = Duration.seconds(1)

    private let file: String
    private let environment: [String: String]

    /// Creates it for an image file; `nil` if that has too many pixels, or ends before its size. An image whose kind
    /// does not tell its size is held by the limits of time and memory.
    ///
    /// - Parameter file: an absolute path.
    init?(_ file: String, _ format: ImageFormat, environment: [String: String]) {
        if let size = format.size {
            let pixelCount = size.width.multipliedReportingOverflow(by: size.height)
            guard !pixelCount.overflow, pixelCount.partialValue <= Self.decodedPixelLimit else { return nil }
        } else if [.png, .jpeg, .gif, .webp].contains(format.kind) {
            return nil
        }
        self.file = file
        self.environment = environment
    }

    /// The image in characters, in the colours that the terminal says it has.
    func symbols(in box: CellSize, style: TextStyle) -> Picture? {
        var words = ["--format=symbols", "--size=\(box.columns)x\(box.rows)", "--colors=" + colors(style: style)]
        if !style.usesUnicode { words.append("--symbols=ascii") }
        // Far more than the two colours of any cell of a box need.
        return run(words, byteLimit: 65_536).flatMap { Picture(symbols: $0, in: box) }
    }

    /// The image's pixels, as many as a box has.
    func pixels(in box: CellSize, cell: PixelSize) -> Picture? {
        run(["--format=kitty"] + Self.size(box, cell, unit: PixelSize(width: 8, height: 8))).flatMap {
            Picture(pixels: $0, in: box, cell: cell)
        }
    }

    /// The image as a sixel graphic of no more pixels than a box has.
    ///
    /// Without a terminal `chafa` takes a cell for 8 × 8 pixels, its later versions for 10 × 20.
    func sixels(in box: CellSize, cell: PixelSize) -> Picture? {
        for unit in [PixelSize(width: 8, height: 8), PixelSize(width: 10, height: 20)] {
            guard let output = run(["--format=sixels"] + Self.size(box, cell, unit: unit)) else { return nil }
            if let picture = Picture(sixels: output, in: box, cell: cell) { return picture }
        }
        return nil
    }

    /// The options for as many pixels as a box has, if `chafa` takes a cell for `unit`.
    private static func size(_ box: CellSize, _ cell: PixelSize, unit: PixelSize) -> [String] {
        let columns = max(1, box.columns * cell.width / unit.width)
        let rows = max(1, box.rows * cell.height / unit.height)
        return ["--size=\(columns)x\(rows)", "--font-ratio=\(unit.width)/\(unit.height)", "--scale=max"]
    }

    private func run(_ words: [String], byteLimit: Int = 4 << 20) -> [UInt8]? {
        let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        let chafa = Program(
            words: ["chafa", "--animate=off", "--threads=1"] + words + [file],
            environment: ["PATH": path, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"])
        return chafa.readOutput(within: Self.patience, byteLimit: byteLimit)
    }

    private func colors(style: TextStyle) -> String {
        guard style.usesColor else { return "none" }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") { return "full" }
        let terminal = environment["TERM"] ?? ""
        let hasMany = ["256color", "kitty", "direct", "ghostty", "foot", "alacritty"].contains { terminal.contains($0) }
        return hasMany ? "256" : "16"
    }
}
