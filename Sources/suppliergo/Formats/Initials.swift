import SupplierGoKit

/// What stands for a supplier's face where there is no picture: initials, in a colour that never changes.
struct Initials: Sendable, Hashable {
    /// One or two characters, one where they are wide; never more than two columns.
    let text: String

    /// Which of ``TextStyle/tintCount`` colours.
    let tint: Int

    /// Takes the initials of the full name or, where that has none, of the company.
    init(of supplier: Supplier) {
        let names = [supplier.fullname, supplier.company]
        text = names.lazy.map(Self.initials).first { !$0.isEmpty } ?? "?"
        tint = Int(supplier.id.rawValue.stableHash % UInt64(TextStyle.tintCount))
    }

    /// The first letters of the first word and of the last.
    private static func initials(of name: String) -> String {
        let words = name.visibleText.split { $0.isWhitespace || $0 == "-" }
        let letters = words.compactMap { $0.first }.filter { $0.isLetter || $0.isNumber }
        guard let first = letters.first else { return "" }
        let both = letters.count > 1 ? [first, letters[letters.count - 1]] : [first]
        let initials = both.map { String($0).uppercased() }
        let pair = initials.joined()
        return pair.displayWidth <= 2 ? pair : String(initials[0].prefix(ofWidth: 2))
    }
}
