import FoundationEssentials
import SupplierGoKit

/// An image as a terminal draws it in a box of cells. ``ScreenRenderer`` places pictures and erases them.
struct Picture: Sendable, Hashable {
    /// The form in which it reaches the terminal.
    enum Content: Sendable, Hashable {
        /// Bytes that make the terminal draw the image at the cursor.
        case bytes([UInt8])

        /// Coloured characters, which fit the box.
        case lines([StyledText])
    }

    let content: Content

    /// The cells that it may take.
    let box: CellSize

    /// The columns or rows that a terminal fits it into, as keys of kitty's protocol: `c=14`; `nil` for other forms.
    var kittyExtent: String?

    /// The cells that it usually takes on a card: about a square, since a cell is twice as high as it is wide.
    static let cardBox = CellSize(columns: 14, rows: 7)

    /// The most base64 in one of kitty's sequences, by its protocol.
    static let chunkSize = 4096

    /// Draws a PNG (`f=100`), or pixels in another format of kitty's graphics protocol.
    ///
    /// The cursor stays (`C=1`), and the terminal does not answer (`q=2`), so that nothing is left in the input. Only
    /// the width or the height is given, whichever the image fills, so that the terminal keeps its shape.
    static func kitty(
        _ image: [UInt8], format: String = "f=100", size: PixelSize, in box: CellSize, cell: PixelSize
    ) -> Picture {
        let fillsWidth = size.width * box.rows * cell.height >= size.height * box.columns * cell.width
        let extent = fillsWidth ? "c=\(box.columns)" : "r=\(box.rows)"
        var keys = "a=T,\(format),t=d,q=2,C=1,\(extent),"
        var encoded: [UInt8] = []
        encoded.append(base64: image)
        var rest = encoded[...]
        var bytes: [UInt8] = []
        repeat {
            let chunk = rest.prefix(chunkSize)
            rest = rest.dropFirst(chunk.count)
            bytes.append("\u{1b}_G\(keys)m=\(rest.isEmpty ? 0 : 1);")
            bytes.append(contentsOf: chunk)
            bytes.append("\u{1b}\\")
            keys = "q=2,"
        } while !rest.isEmpty
        return Picture(content: .bytes(bytes), box: box, kittyExtent: extent)
    }

    /// Draws a file of any kind as iTerm2's inline image, as large as the box allows, in its own shape.
    ///
    /// The cursor may move: the caller saves and restores it.
    static func iterm(_ image: [UInt8], in box: CellSize) -> Picture {
        let size = "size=\(image.count);width=\(box.columns);height=\(box.rows)"
        var bytes = Array("\u{1b}]1337;File=inline=1;\(size);preserveAspectRatio=1;doNotMoveCursor=1:".utf8)
        bytes.append(base64: image)
        return Picture(content: .bytes(bytes + [0x07]), box: box)
    }

    /// The bytes that make the terminal draw it; `nil` for characters.
    var bytes: [UInt8]? {
        if case .bytes(let bytes) = content { bytes } else { nil }
    }

    /// The lines of its box, each as wide as that: characters in the middle, or room that a terminal draws into.
    var boxLines: [StyledText] {
        let lines = if case .lines(let drawn) = content { drawn } else { [StyledText]() }
        let margin = StyledText("").padded(toWidth: (box.columns - (lines.map(\.width).max() ?? 0)) / 2)
        let missing = max(0, box.rows - lines.count)
        let above = Array(repeating: StyledText(""), count: missing / 2)
        let below = Array(repeating: StyledText(""), count: missing - missing / 2)
        return (above + lines.map { margin + $0 } + below).map { $0.padded(toWidth: box.columns) }
    }

    /// The bytes that it takes in memory, about.
    var byteCount: Int {
        switch content {
        case .bytes(let bytes): bytes.count
        case .lines(let lines): lines.reduce(0) { $0 + $1.spans.count * MemoryLayout<StyledText.Span>.size }
        }
    }
}

/// Pictures from the output of `chafa`, which is checked to be nothing else.
extension Picture {
    /// Reads an image in characters, or returns `nil` if the output holds anything but characters and colours (ECMA-48,
    /// SGR), or does not fit the box.
    ///
    /// Sequences that hide and show the cursor, which `chafa` writes for animations, are left out.
    init?(symbols output: [UInt8], in box: CellSize) {
        guard let text = String(validating: output, as: UTF8.self) else { return nil }
        var lines: [StyledText] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let read = Self.read(line) else { return nil }
            lines.append(read)
        }
        while lines.last?.width == 0 { lines.removeLast() }
        guard !lines.isEmpty, lines.count <= box.rows, lines.allSatisfy({ $0.width <= box.columns }) else { return nil }
        self.init(content: .lines(lines), box: box)
    }

    private static func read(_ line: Substring) -> StyledText? {
        var (text, style): (StyledText, CellStyle) = ("", .plain)
        var rest = line.unicodeScalars[...]
        while !rest.isEmpty {
            let characters = rest.prefix { $0 != "\u{1b}" }
            guard !characters.contains(where: \.mayBeHidden) else { return nil }
            text += StyledText(Substring(characters), style: style)
            rest = rest[characters.endIndex...]
            guard rest.popFirst() != nil else { break }
            guard rest.popFirst() == "[", let end = rest.firstIndex(where: { (0x40...0x7e).contains($0.value) }) else {
                return nil
            }
            let parameters = rest[..<end]
            switch rest[end] {
            case "m" where parameters.allSatisfy { ("0"..."9").contains($0) || $0 == ";" || $0 == ":" }:
                style.obey(parameters.split { $0 == ";" || $0 == ":" }.map { Int(String($0)) ?? 0 })
            case "h" where String(parameters) == "?25", "l" where String(parameters) == "?25": break
            default: return nil
            }
            rest = rest[end...].dropFirst()
        }
        return text
    }

    /// Reads a sixel graphic (DEC STD 070, chapter 9); `nil` if the output is anything but one graphic that says how
    /// large it is, and fits the box.
    init?(sixels output: [UInt8], in box: CellSize, cell: PixelSize) {
        guard let strings = Self.controlStrings(in: output, introducedBy: UInt8(ascii: "P")), strings.count == 1,
            let start = strings[0].firstIndex(of: UInt8(ascii: "q")),
            strings[0][..<start].allSatisfy({ $0 == UInt8(ascii: ";") || $0.decimalValue != nil })
        else { return nil }
        let body = strings[0][(start + 1)...]
        // The aspect of a pixel, width and height.
        let sizes = body.dropFirst().prefix { $0 == UInt8(ascii: ";") || $0.decimalValue != nil }
            .split(separator: UInt8(ascii: ";")).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard body.first == UInt8(ascii: "\""), sizes.count == 4, sizes[0] == sizes[1],
            (1...box.columns * cell.width).contains(sizes[2]), (1...box.rows * cell.height).contains(sizes[3]),
            body.allSatisfy({ (0x3f...0x7e).contains($0) || $0.decimalValue != nil || Self.signs.contains($0) })
        else { return nil }
        self.init(content: .bytes(Array("\u{1b}P".utf8) + strings[0] + Array("\u{1b}\\".utf8)), box: box)
    }

    /// Reads pixels of red, green, blue and opacity, a byte each, for kitty; `nil` if the output is anything but one
    /// image that is as large as it says.
    ///
    /// They are encoded again, since chafa 1.12 without a terminal takes a cell for 8 × 8 pixels and names a size in
    /// such cells, lets the cursor move, and gives the picture no number by which it is erased.
    init?(pixels output: [UInt8], in box: CellSize, cell: PixelSize) {
        guard let strings = Self.controlStrings(in: output, introducedBy: UInt8(ascii: "_")) else { return nil }
        var keys: [Substring] = []
        var bytes = Data()
        for string in strings {
            guard string.first == UInt8(ascii: "G") else { return nil }
            let parts = string.dropFirst().split(separator: UInt8(ascii: ";"), maxSplits: 1)
            if keys.isEmpty { keys = String(decoding: parts.first ?? [], as: UTF8.self).split(separator: ",") }
            guard parts.count == 2 else { continue }
            // Each part has its own padding.
            guard let part = Data(base64Encoded: Data(parts[1])) else { return nil }
            bytes += part
        }
        func number(_ key: String) -> Int? {
            keys.first { $0.hasPrefix(key + "=") }.flatMap { Int($0.dropFirst(key.count + 1)) }
        }
        guard number("f") == 32, let width = number("s"), let height = number("v"), (1...0x4000).contains(width),
            (1...0x4000).contains(height), bytes.count == width * height * 4
        else { return nil }
        self = .kitty(
            Array(bytes), format: "f=32,s=\(width),v=\(height)", size: PixelSize(width: width, height: height), in: box,
            cell: cell)
    }

    private static let signs = Array("\"#!$-;".utf8)

    private static let cursorSequences = ["\u{1b}[?25l", "\u{1b}[?25h"].map { Array($0.utf8) }

    /// The control strings of an output without their introducers and ends; `nil` if anything stands between them but
    /// white space and sequences that hide and show the cursor.
    private static func controlStrings(in output: [UInt8], introducedBy introducer: UInt8) -> [ArraySlice<UInt8>]? {
        var (strings, rest): ([ArraySlice<UInt8>], ArraySlice<UInt8>) = ([], output[...])
        while let byte = rest.first {
            if [0x0a, 0x0d, 0x20].contains(byte) {
                rest.removeFirst()
            } else if let sequence = cursorSequences.first(where: { rest.starts(with: $0) }) {
                rest.removeFirst(sequence.count)
            } else {
                let string = rest.dropFirst(2).prefix { $0 != 0x1b }
                guard rest.starts(with: [0x1b, introducer]),
                    rest[string.endIndex...].starts(with: [0x1b, UInt8(ascii: "\\")])
                else { return nil }
                strings.append(string)
                rest = rest[(string.endIndex + 2)...]
            }
        }
        return strings
    }
}

extension CellStyle {
    /// Changes as a sequence of these parameters says (ECMA-48, SGR, and xterm's further colours).
    fileprivate mutating func obey(_ parameters: [Int]) {
        if parameters.isEmpty { self = .plain }
        var rest = parameters[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: self = .plain
            case 1: attributes.insert(.bold)
            case 4: attributes.insert(.underlined)
            case 7: attributes.insert(.reversed)
            case 30...37: foreground = .palette(UInt8(code - 30))
            case 38: foreground = Self.color(from: &rest)
            case 39: foreground = .standard
            case 40...47: background = .palette(UInt8(code - 40))
            case 48: background = Self.color(from: &rest)
            case 49: background = .standard
            case 90...97: foreground = .palette(UInt8(code - 82))
            case 100...107: background = .palette(UInt8(code - 92))
            default: break
            }
        }
    }

    /// Reads `5;n` or `2;r;g;b`.
    private static func color(from rest: inout ArraySlice<Int>) -> Color {
        let kind = rest.popFirst()
        let parts = rest.prefix(kind == 5 ? 1 : kind == 2 ? 3 : 0).map { UInt8(clamping: $0) }
        rest = rest.dropFirst(parts.count)
        return parts.count == 1 ? .palette(parts[0]) : parts.count == 3 ? .rgb(parts[0], parts[1], parts[2]) : .standard
    }
}
