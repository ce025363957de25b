/// The lines of a list: rows in an order, in sections if they are grouped.
///
/// All rows in the catalog's order take no memory, others 4 bytes a row.
struct ListLines: Sendable {
    /// A line of the list.
    enum Line: Sendable, Hashable {
        case row(Row)

        /// The heading of the section with this index.
        case heading(Int)
    }

    /// Rows of one company.
    struct Section: Sendable, Hashable {
        /// The first of its rows, which names the company.
        let firstRow: Row

        /// The number of its rows.
        let rowCount: Int

        /// True if only its heading is shown.
        let isFolded: Bool
    }

    /// The number of rows, in folded sections too.
    let rowCount: Int

    /// The rows in their order; `nil` for the first rows of the table.
    private let order: [UInt32]?

    /// The index of each section's first row, then the number of rows; empty if the list is not grouped.
    private let starts: [UInt32]

    /// The line of each section's heading, then the number of lines.
    private var headings: [UInt32] = []
    private var folded: Set<Int>

    /// The first `count` rows of a table, in the catalog's order.
    static func all(_ count: Int) -> ListLines { ListLines(rowCount: count, order: nil, [], []) }

    /// Creates the lines of some rows in any order.
    ///
    /// - Parameters:
    ///   - rows: the rows of a table, each once.
    ///   - starts: the index of each section's first row, and the number of rows; empty for no sections.
    ///   - folded: the indices of the sections that are folded.
    init(_ rows: [UInt32], starts: [UInt32] = [], folded: Set<Int> = []) {
        self.init(rowCount: rows.count, order: rows, starts, folded)
    }

    private init(rowCount: Int, order: [UInt32]?, _ starts: [UInt32], _ folded: Set<Int>) {
        (self.rowCount, self.order, self.starts, self.folded) = (rowCount, order, starts, folded)
        layOut()
    }

    // MARK: Rows

    /// The rows in their order, in folded sections too.
    var rows: some RandomAccessCollection<Row> { (0..<rowCount).lazy.map { row(at: $0) } }

    private func row(at index: Int) -> Row { order.map { Int($0[index]) } ?? index }

    // MARK: Lines

    /// The number of lines: rows and headings, without the rows of folded sections.
    var lineCount: Int { headings.last.map { Int($0) } ?? rowCount }

    /// The content of a line.
    subscript(line: Int) -> Line {
        guard let section = section(ofLine: line) else { return .row(row(at: line)) }
        let offset = line - Int(headings[section])
        return offset == 0 ? .heading(section) : .row(row(at: Int(starts[section]) + offset - 1))
    }

    /// The number, from 1, of a line's row, or of the first one of its section.
    func number(ofLine line: Int) -> Int {
        guard let section = section(ofLine: line) else { return line + 1 }
        return Int(starts[section]) + max(1, line - Int(headings[section]))
    }

    /// The line of a row, or of its section's heading if that is folded; `nil` if the list does not have the row.
    ///
    /// Takes O(n), which is less than a millisecond for a million rows.
    func line(of row: Row) -> Int? {
        guard let index = order.map({ $0.firstIndex(of: UInt32(row)) }) ?? (row < rowCount ? row : nil) else {
            return nil
        }
        guard !starts.isEmpty else { return index }
        let section = starts.partitioningIndex(where: { $0 > index }) - 1
        let heading = line(ofSection: section)
        return folded.contains(section) ? heading : heading + 1 + index - Int(starts[section])
    }

    // MARK: Sections

    /// A section of a grouped list.
    func section(at index: Int) -> Section {
        Section(
            firstRow: row(at: Int(starts[index])), rowCount: Int(starts[index + 1] - starts[index]),
            isFolded: folded.contains(index))
    }

    /// The rows of a section, even if it is folded.
    func rows(inSection index: Int) -> [Row] {
        (Int(starts[index])..<Int(starts[index + 1])).map { row(at: $0) }
    }

    /// The index of the section that a line belongs to; `nil` if the list is not grouped, or has no lines.
    func section(ofLine line: Int) -> Int? {
        headings.count > 1 ? headings.dropLast().partitioningIndex(where: { $0 > line }) - 1 : nil
    }

    /// The line of a section's heading.
    func line(ofSection section: Int) -> Int { Int(headings[section]) }

    /// Folds a section, or unfolds it; takes time by the number of sections.
    mutating func setFolded(_ section: Int, _ isFolded: Bool) {
        if isFolded { folded.insert(section) } else { folded.remove(section) }
        layOut()
    }

    private mutating func layOut() {
        headings = starts.isEmpty ? [] : [0]
        for section in starts.indices.dropLast() {
            let rowCount = folded.contains(section) ? 0 : starts[section + 1] - starts[section]
            headings.append(headings[section] + 1 + rowCount)
        }
    }
}
