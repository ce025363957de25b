import SupplierGoKit

/// A line of text that is being typed, with a cursor.
struct LineEditor: Sendable, Hashable {
    /// The most characters that are taken: more is not typed, but pasted by mistake.
    static let limit = 1000

    /// The text.
    private(set) var text: String

    /// The number of characters before the cursor.
    private(set) var cursor: Int

    /// True if the text is a proposal, which the first typed character replaces.
    private var isProposal: Bool

    /// Creates a line with the cursor at its end.
    ///
    /// - Parameter isProposal: true if the first character that is typed replaces the text. Default `false`.
    init(_ text: String = "", isProposal: Bool = false) {
        (self.text, self.isProposal) = (text, isProposal)
        cursor = text.count
    }

    /// Handles a key that edits the line or moves the cursor; ignores others. A proposal becomes the user's own text.
    mutating func press(_ key: Key) {
        switch key {
        case .character(let character): insert(String(character))
        case .backspace: delete(cursor - 1..<cursor)
        case .delete: delete(cursor..<cursor + 1)
        case .control("w"):
            // The word before the cursor, and the spaces after it.
            let rest = text[..<index(cursor)].reversed().drop { $0 == " " }.drop { $0 != " " }
            delete(rest.count..<cursor)
        case .control("u"): delete(0..<cursor)
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(text.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        default: return
        }
        isProposal = false
    }

    /// Inserts text at the cursor, as far as there is room; control characters, as a pasted line feed is, become
    /// spaces.
    mutating func insert(_ inserted: String) {
        if isProposal { (text, cursor, isProposal) = ("", 0, false) }
        let scalars = inserted.prefix(max(0, Self.limit - text.count)).unicodeScalars.map { $0.isControl ? " " : $0 }
        let restCount = text.count - cursor
        text.insert(contentsOf: String(String.UnicodeScalarView(scalars)), at: index(cursor))
        // Counted from the end, since a combining character joins the one before it.
        cursor = max(0, text.count - restCount)
    }

    /// The part of the line around the cursor that fits a width, and the cursor's column in it.
    func shown(inWidth width: Int) -> (text: String, cursorColumn: Int) {
        var before = String(text[..<index(cursor)]).visibleText[...]
        var column = String(before).displayWidth
        while column >= max(1, width), let first = before.popFirst() { column -= first.displayWidth }
        let after = String(text[index(cursor)...]).visibleText
        return (String((before + after).prefix(ofWidth: width)), column)
    }

    private mutating func delete(_ characters: Range<Int>) {
        let range = characters.clamped(to: 0..<text.count)
        text.removeSubrange(index(range.lowerBound)..<index(range.upperBound))
        cursor = range.lowerBound
    }

    private func index(_ offset: Int) -> String.Index {
        text.index(text.startIndex, offsetBy: min(offset, text.count))
    }
}

/// A supplier's fields while they are edited in the browser; ``EditForm`` is the form for an editor.
struct SupplierForm: Sendable, Hashable {
    /// The supplier as it was when the form was opened; its row may be another one's since. `nil` for one to add.
    let supplier: Supplier?

    /// The supplier's id.
    let id: Supplier.ID

    /// The supplier's row then.
    let row: Row

    /// The text of each field, in the order of `Supplier.Field.editable`.
    var lines: [LineEditor]

    /// The current line.
    var position = 0

    /// The reason why the values were not kept.
    var faults: [SupplierEdits.Edit.FieldError] = []

    /// The warnings of values that the next Enter stores.
    var warnings: [SupplierEdits.Edit.FieldError] = []

    /// The lines before the first key.
    private let former: [String]

    /// Creates a form with a supplier's fields, or an empty one for a supplier to add; what no line can hold is written
    /// out, and stays as it is if it is not touched.
    init(of supplier: Supplier?, id: Supplier.ID, in row: Row) {
        (self.supplier, self.id, self.row) = (supplier, id, row)
        former = Supplier.Field.editable.map { supplier?[$0].visibleText ?? "" }
        lines = former.map { LineEditor($0) }
    }

    /// Shows why the values were not kept, with the cursor in the first field at fault.
    mutating func show(_ faults: [SupplierEdits.Edit.FieldError]) {
        self.faults = faults
        position = faults.first.flatMap { Supplier.Field.editable.firstIndex(of: $0.field) } ?? position
    }

    /// True if the supplier is added.
    var isNew: Bool { supplier == nil }

    /// The values that were changed, without white space around them.
    var values: [Supplier.Field: String] {
        var values: [Supplier.Field: String] = [:]
        for (index, field) in Supplier.Field.editable.enumerated() where lines[index].text != former[index] {
            values[field] = lines[index].text.trimmed
        }
        return values
    }
}
