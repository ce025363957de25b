import SupplierGoKit

/// A member of an object as a card shows it, on a terminal and on the page. An object's own members follow it.
struct CardMember: Sendable {
    /// The forms of a value.
    enum Content: Sendable {
        /// A text or a number as it is, or a word in its place; empty for an object whose members follow.
        case text(String)

        /// The elements of an array that are not all objects: one line.
        case list([JSONValue])

        case table(ElementTable)
    }

    /// The most objects that a value is in; one further inside is its number of members.
    static let depthLimit = 8

    /// The columns of a ``Content/list(_:)`` if lines may have any length.
    private static let listWidth = 200

    let name: String

    /// The number of objects that the member is in, from 0.
    let depth: Int
    let content: Content

    /// The members of a supplier's record that are none of its fields.
    static func all(of supplier: Supplier) -> [CardMember] {
        all(supplier.otherFields.shown.map { ($0.path, $0.value) }, at: [])
    }

    /// The members of an object.
    static func all(of object: JSONValue) -> [CardMember] { all(object.members, at: []) }

    /// Of several members with one name the last counts.
    private static func all(_ members: [(name: String, value: JSONValue)], at path: [String]) -> [CardMember] {
        let last = Dictionary(members.enumerated().map { ($1.name, $0) }) { $1 }
        return members.enumerated().filter { last[$1.name] == $0 }.flatMap { _, member in
            let (steps, value) = (path + [member.name], member.value)
            let inside = path.count < depthLimit ? all(value.members, at: steps) : []
            let content = inside.isEmpty ? content(of: value, at: steps) : .text("")
            return [CardMember(name: member.name, depth: path.count, content: content)] + inside
        }
    }

    private static func content(of value: JSONValue, at steps: [String]) -> Content {
        let elements = value.elements
        if !elements.isEmpty {
            return elements.allSatisfy(\.isObject) ? .table(.init(elements: elements, steps: steps)) : .list(elements)
        }
        return .text(value.isEmpty && value.text == nil ? "none" : value.listText)
    }

    /// It is an array of objects.
    var isTable: Bool { if case .table = content { true } else { false } }

    /// The text after the name, as it is shown; a list is cut at a width, `nil` for any.
    func text(width: Int?, ellipsis: String) -> String {
        switch content {
        case .text(let text): return text.visibleText
        case .table: return ""
        case .list(let elements):
            let (width, separator) = (max(1, width ?? Self.listWidth), ", ")
            var line = elements[0].shownInLine.visibleText
            // A character has at most as many columns as bytes.
            for element in elements.dropFirst() where line.utf8.count <= 4 * width || line.displayWidth <= width {
                line += separator + element.shownInLine.visibleText
            }
            return line.shortened(toWidth: width, ellipsis: ellipsis)
        }
    }
}

extension JSONValue {
    /// The value in a table.
    var cell: CellColumns.Cell {
        let text = listText.visibleText
        return .init(text: text, isNumber: string == nil && "-0123456789".utf8.contains(text.utf8.first ?? 0))
    }

    /// It is null.
    var isNull: Bool { text == nil && !isContainer }

    /// The value among others in a line.
    fileprivate var shownInLine: String { isNull ? "none" : listText }
}
