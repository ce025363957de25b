/// Text that carries its styles as a terminal takes them (ECMA-48, SGR), as ``DetailCard`` and `chafa` write it.
extension Screen {
    /// Writes a line of styled text, as far as it fits; links are left out.
    ///
    /// - Parameters:
    ///   - width: the columns that the text may take; `nil` for all up to the screen's edge.
    ///   - style: the style of text without any.
    /// - Returns: the column after the text.
    @discardableResult
    mutating func write(
        styled text: some StringProtocol, row: Int, column: Int, width: Int? = nil, over style: CellStyle = .plain
    ) -> Int {
        let end = width.map { column + $0 } ?? size.columns
        var rest = Substring(text).unicodeScalars
        var (current, next, isIsolated) = (style, column, false)
        while !rest.isEmpty {
            let plain = rest.prefix { $0 != "\u{1b}" }
            rest = rest[plain.endIndex...]
            next = write(
                String(plain), row: row, column: next, width: end - next, style: current, isIsolated: &isIsolated)
            if let parameters = Self.takeSequence(from: &rest) { current.obey(parameters, over: style) }
        }
        return next
    }

    /// Takes an escape sequence; its parameters if it is one for style.
    private static func takeSequence(from rest: inout Substring.UnicodeScalarView) -> [Int]? {
        guard rest.popFirst() != nil else { return nil }
        switch rest.popFirst() {
        case "[":
            let parameters = rest.prefix { !(0x40...0x7e).contains($0.value) }
            rest = rest[parameters.endIndex...]
            guard rest.popFirst() == "m" else { return nil }
            return parameters.split(omittingEmptySubsequences: false) { $0 == ";" || $0 == ":" }
                .map { Int(String($0)) ?? 0 }
        case "]":
            rest = rest.drop { $0 != "\u{7}" && $0 != "\u{1b}" }
            if rest.popFirst() == "\u{1b}" { _ = rest.popFirst() }
            return nil
        default: return nil
        }
    }
}

extension CellStyle {
    /// Changes as a sequence of these parameters says (ECMA-48, SGR, and xterm's further colours).
    ///
    /// - Parameter style: what 0 goes back to.
    fileprivate mutating func obey(_ parameters: [Int], over style: CellStyle) {
        var rest = parameters[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: self = style
            case 1: attributes.insert(.bold)
            case 2: attributes.insert(.dim)
            case 3: attributes.insert(.italic)
            case 4: attributes.insert(.underlined)
            case 7: attributes.insert(.reversed)
            case 22: attributes.subtract([.bold, .dim])
            case 23: attributes.remove(.italic)
            case 24: attributes.remove(.underlined)
            case 27: attributes.remove(.reversed)
            case 30...37: foreground = .palette(UInt8(code - 30))
            case 38: foreground = Self.color(from: &rest)
            case 39: foreground = style.foreground
            case 40...47: background = .palette(UInt8(code - 40))
            case 48: background = Self.color(from: &rest)
            case 49: background = style.background
            case 90...97: foreground = .palette(UInt8(code - 82))
            case 100...107: background = .palette(UInt8(code - 92))
            default: break
            }
        }
    }

    /// Takes `5;n` or `2;r;g;b`.
    private static func color(from rest: inout ArraySlice<Int>) -> Color {
        let kind = rest.popFirst()
        let parts = rest.prefix(kind == 5 ? 1 : kind == 2 ? 3 : 0).map { UInt8(clamping: $0) }
        rest = rest.dropFirst(parts.count)
        return parts.count == 1 ? .palette(parts[0]) : parts.count == 3 ? .rgb(parts[0], parts[1], parts[2]) : .standard
    }
}
