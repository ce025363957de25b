/// An image in characters, as `chafa` prints it, checked to be nothing else.
struct SymbolImage: Sendable, Hashable {
    /// The lines with their colours; they fit the box.
    let lines: [StyledLine]

    /// Reads a program's output, or returns `nil` if it holds anything but characters and colours (ECMA-48, SGR), or
    /// does not fit the box.
    ///
    /// Sequences that hide and show the cursor, which `chafa` writes for animations, are left out.
    init?(_ output: [UInt8], fitting box: CellSize) {
        guard let text = String(validating: output, as: UTF8.self) else { return nil }
        var lines: [StyledLine] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let read = Self.read(line) else { return nil }
            lines.append(read)
        }
        while lines.last?.width == 0 { lines.removeLast() }
        guard !lines.isEmpty, lines.count <= box.rows, lines.allSatisfy({ $0.width <= box.columns }) else { return nil }
        self.lines = lines
    }

    private static func read(_ line: Substring) -> StyledLine? {
        var text = "", plain = ""
        var rest = line.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1b}" else {
                guard !scalar.mayBeHidden else { return nil }
                text.unicodeScalars.append(scalar)
                plain.unicodeScalars.append(scalar)
                continue
            }
            guard rest.popFirst() == "[", let end = rest.firstIndex(where: { (0x40...0x7e).contains($0.value) }) else {
                return nil
            }
            let parameters = rest[..<end]
            switch rest[end] {
            case "m" where parameters.allSatisfy { ("0"..."9").contains($0) || $0 == ";" || $0 == ":" }:
                text += "\u{1b}[\(String(parameters))m"
            case "h" where String(parameters) == "?25", "l" where String(parameters) == "?25": break
            default: return nil
            }
            rest = rest[end...].dropFirst()
        }
        let isColored = text.utf8.count > plain.utf8.count
        return StyledLine(text: isColored ? text + "\u{1b}[0m" : text, width: plain.displayWidth)
    }
}
