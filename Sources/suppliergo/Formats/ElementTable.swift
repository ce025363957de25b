import SupplierGoKit

/// An array of objects as a table: a row an element.
struct ElementTable: Sendable {
    /// The rows on a card that is not in front.
    static let usualRowCount = 5

    /// The path of a column: the names from an element on.
    typealias Path = [String]

    let elements: [JSONValue]

    /// The names that lead to the array, from the card's object on.
    let steps: [String]

    /// The columns of the first rows, in the record's order: texts, numbers, true and false. If the rows have none of
    /// these there is one column without a name.
    func columns(ofFirst count: Int) -> [Path] {
        let paths = elements.prefix(count).flatMap { $0.leaves() }.map(\.path).uniqued(on: \.self)
        return paths.isEmpty ? [[]] : paths
    }

    /// The values of a row; `nil` for a column that its element does not have.
    func row(_ index: Int, _ columns: [Path]) -> [JSONValue?] {
        let values = Dictionary(elements[index].leaves().map { ($0.path, $0.value) }) { $1 }
        return columns.map { values[$0] }
    }
}

extension CellColumns {
    /// Lays the columns of rows out.
    init(_ paths: [ElementTable.Path], rows: [[JSONValue?]], width: Int?) {
        let titles = paths.map { $0.joined(separator: ".") }
        self.init(titles: titles, rows: rows.map(Self.cells), width: width)
    }

    /// A line of values.
    func line(_ values: [JSONValue?], style: TextStyle) -> StyledText { line(Self.cells(of: values), style: style) }

    /// The cells of a row, which says so if it has no value.
    static func cells(of row: [JSONValue?]) -> [Cell?] {
        let cells = row.map { $0?.cell }
        return cells.contains { $0 != nil } ? cells : [Cell(text: "none")] + cells.dropFirst()
    }
}

extension JSONValue {
    /// The values of an object's row. An object inside has columns of its own.
    fileprivate func leaves(at path: ElementTable.Path = []) -> [(path: ElementTable.Path, value: JSONValue)] {
        members.flatMap { name, value -> [(path: ElementTable.Path, value: JSONValue)] in
            let path = path + [name]
            if value.isObject, path.count <= CardMember.depthLimit { return value.leaves(at: path) }
            return value.isEmpty && !value.isArray ? [] : [(path, value)]
        }
    }
}
