import FoundationEssentials
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

    /// Takes an image file; `nil` if it has too many pixels, or ends before its size. An image of a kind that does not
    /// tell its size is held by the limits of time and memory.
    ///
    /// - Parameter file: an absolute path.
    init?(_ file: String, _ picture: Picture, environment: [String: String]) {
        if let size = picture.size {
            let pixelCount = size.width.multipliedReportingOverflow(by: size.height)
            guard !pixelCount.overflow, pixelCount.partialValue <= Self.decodedPixelLimit else { return nil }
        } else if [.png, .jpeg, .gif, .webp].contains(picture.kind) {
            return nil
        }
        self.file = file
        self.environment = environment
    }

    /// The image in characters, in the colours that the terminal says it has.
    func symbols(in box: CellSize, style: TextStyle) -> SymbolImage? {
        var words = ["--format=symbols", "--size=\(box.columns)x\(box.rows)", "--colors=" + colors(style: style)]
        if !style.usesUnicode { words.append("--symbols=ascii") }
        // Far more than the two colours of any cell of a box need.
        return run(words, byteLimit: 65_536).flatMap { SymbolImage($0, fitting: box) }
    }

    /// The image's pixels, as many as a box has.
    func pixels(in box: CellSize, cell: PixelSize) -> KittyPixels? {
        run(["--format=kitty"] + Self.size(box, cell, unit: PixelSize(width: 8, height: 8))).flatMap {
            KittyPixels($0)
        }
    }

    /// The image as a sixel graphic of no more pixels than a box has.
    ///
    /// Without a terminal `chafa` takes a cell for 8 × 8 pixels, its later versions for 10 × 20.
    func sixels(in box: CellSize, cell: PixelSize) -> SixelGraphic? {
        let room = PixelSize(width: box.columns * cell.width, height: box.rows * cell.height)
        for unit in [PixelSize(width: 8, height: 8), PixelSize(width: 10, height: 20)] {
            guard let output = run(["--format=sixels"] + Self.size(box, cell, unit: unit)) else { return nil }
            if let graphic = SixelGraphic(output, fitting: room) { return graphic }
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

/// Pixels of red, green, blue and opacity, a byte each, as `chafa -f kitty` prints them, checked to be nothing else.
///
/// They are encoded again (``GraphicsSequence``), since chafa 1.12 without a terminal takes a cell for 8 × 8 pixels and
/// names a size in such cells, lets the cursor move, and gives the picture no number by which it is erased.
struct KittyPixels: Sendable, Hashable {
    /// The size in pixels.
    let size: PixelSize

    /// Their bytes.
    let bytes: Data

    /// Reads a program's output; `nil` if it is anything but one image that is as large as it says.
    init?(_ output: [UInt8]) {
        var keys: [Substring]?
        var bytes = Data()
        var reader = ControlStringReader(output)
        while let string = reader.next(introducedBy: UInt8(ascii: "_")) {
            guard string.first == UInt8(ascii: "G") else { return nil }
            let parts = string.dropFirst().split(separator: UInt8(ascii: ";"), maxSplits: 1)
            if keys == nil { keys = parts.first.map { String(decoding: $0, as: UTF8.self).split(separator: ",") } }
            guard parts.count == 2 else { continue }
            // Each part has its own padding.
            guard let part = Data(base64Encoded: Data(parts[1])) else { return nil }
            bytes += part
        }
        func number(_ key: String) -> Int? {
            keys?.first { $0.hasPrefix(key + "=") }.flatMap { Int($0.dropFirst(key.count + 1)) }
        }
        guard reader.isAtEnd, number("f") == 32, let width = number("s"), let height = number("v"),
            (1...0x4000).contains(width), (1...0x4000).contains(height),
            bytes.count == width * height * 4
        else { return nil }
        (size, self.bytes) = (PixelSize(width: width, height: height), bytes)
    }
}

/// A sixel graphic (DEC STD 070, chapter 9) as `chafa -f sixels` prints it, checked to be nothing else.
struct SixelGraphic: Sendable, Hashable {
    /// The control string.
    let bytes: [UInt8]

    /// Reads a program's output; `nil` if it is anything but one graphic that says how large it is, and fits the room.
    init?(_ output: [UInt8], fitting room: PixelSize) {
        var reader = ControlStringReader(output)
        guard let string = reader.next(introducedBy: UInt8(ascii: "P")), reader.isAtEnd,
            let start = string.firstIndex(of: UInt8(ascii: "q")),
            string[..<start].allSatisfy({ $0 == UInt8(ascii: ";") || Self.isDigit($0) })
        else { return nil }
        let body = string[(start + 1)...]
        // The aspect of a pixel, width and height.
        let sizes = body.dropFirst().prefix { $0 == UInt8(ascii: ";") || Self.isDigit($0) }
            .split(separator: UInt8(ascii: ";")).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard body.first == UInt8(ascii: "\""), sizes.count == 4, sizes[0] == sizes[1],
            (1...room.width).contains(sizes[2]), (1...room.height).contains(sizes[3]),
            body.allSatisfy({ (0x3f...0x7e).contains($0) || Self.isDigit($0) || Self.signs.contains($0) })
        else { return nil }
        bytes = Array("\u{1b}P".utf8) + string + Array("\u{1b}\\".utf8)
    }

    private static let signs = Array("\"#!$-;".utf8)

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// Reads the control strings of a program's output, between which nothing stands but white space and sequences that
/// hide and show the cursor.
private struct ControlStringReader {
    private var rest: ArraySlice<UInt8>

    init(_ output: [UInt8]) {
        rest = output[...]
    }

    /// Nothing is left.
    var isAtEnd: Bool { rest.isEmpty }

    /// The next control string without its introducer and its end; `nil` if none of this kind follows.
    mutating func next(introducedBy introducer: UInt8) -> ArraySlice<UInt8>? {
        skip()
        guard rest.starts(with: [0x1b, introducer]) else { return nil }
        let string = rest.dropFirst(2).prefix { $0 != 0x1b }
        guard rest[string.endIndex...].starts(with: [0x1b, UInt8(ascii: "\\")]) else { return nil }
        rest = rest[(string.endIndex + 2)...]
        skip()
        return string
    }

    private mutating func skip() {
        while let byte = rest.first {
            if [0x0a, 0x0d, 0x20].contains(byte) {
                rest.removeFirst()
            } else if rest.starts(with: Array("\u{1b}[?25l".utf8)) || rest.starts(with: Array("\u{1b}[?25h".utf8)) {
                rest.removeFirst(6)
            } else {
                return
            }
        }
    }
}
