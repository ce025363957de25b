/// What a terminal has said of itself, read from the bytes that came from it.
///
/// A terminal answers in the order in which it was asked, and passes over what it does not know. Every terminal knows
/// the last question, its device attributes, so that no answer is to come behind that one.
struct TerminalAnswers: Sendable, Hashable {
    /// Asks whether kitty's graphics are understood, for the terminal's name and version, and for its attributes.
    ///
    /// The first sends one pixel to be looked at and not kept (`a=q`). The second is XTVERSION of `xterm`, the third
    /// `DA1` of ECMA-48.
    static let question = Array("\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\\u{1b}[>0q\u{1b}[c".utf8)

    /// Whether kitty's graphics are understood.
    private(set) var takesKittyGraphics = false

    /// The terminal's name and version, as it gives them: `WezTerm 20240203`.
    private(set) var name: String?

    /// The device attributes; 4 among them means that the terminal draws pictures. `nil` until they are in, which is
    /// when all is.
    private(set) var attributes: [Int]?

    /// Whether nothing is to come any more.
    var isComplete: Bool { attributes != nil }

    /// Reads all that came until now; what is no answer is passed over.
    init(_ bytes: [UInt8] = []) {
        var rest = bytes[...]
        while let start = rest.firstIndex(of: 0x1b) {
            rest = rest[start...].dropFirst()
            guard let introducer = rest.popFirst() else { return }
            switch introducer {
            case UInt8(ascii: "_"), UInt8(ascii: "P"):
                guard let content = Self.string(from: &rest) else { return }
                read(string: content, after: introducer)
            case UInt8(ascii: "["):
                guard let end = rest.firstIndex(where: { (0x40...0x7e).contains($0) }) else { return }
                let parameters = String(decoding: rest[..<end], as: UTF8.self)
                if rest[end] == UInt8(ascii: "c"), parameters.hasPrefix("?") {
                    attributes = parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
                }
                rest = rest[end...].dropFirst()
            default: continue
            }
        }
    }

    /// Takes a control string up to its end, ST; `nil` where that is not in yet.
    private static func string(from rest: inout ArraySlice<UInt8>) -> String? {
        guard let end = rest.indices.dropLast().first(where: { rest[$0] == 0x1b && rest[$0 + 1] == UInt8(ascii: "\\") })
        else { return nil }
        let content = rest[..<end]
        rest = rest[(end + 2)...]
        return String(decoding: content, as: UTF8.self)
    }

    private mutating func read(string: String, after introducer: UInt8) {
        if introducer == UInt8(ascii: "_"), string.hasPrefix("Gi=31"), string.hasSuffix(";OK") {
            takesKittyGraphics = true
        } else if introducer == UInt8(ascii: "P"), string.hasPrefix(">|") {
            name = String(string.dropFirst(2))
        }
    }
}
