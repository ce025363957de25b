/// How a line's columns are shared out among full name, company and id, with gaps of two between.
struct Columns: Sendable, Hashable {
    /// The full name's share.
    let name: Int

    /// The company's share, 0 where there is no room for it.
    let company: Int

    /// The id's share, 0 where there is no room for it.
    let id: Int

    /// What a line has that nothing is cut from: room enough for most, and no end to the last.
    static let unlimited = Columns(name: 28, company: 36, id: .max)

    private init(name: Int, company: Int, id: Int) {
        self.name = name
        self.company = company
        self.id = id
    }

    /// Shares out a terminal's columns.
    ///
    /// What the id leaves goes to the name, 9 parts of 20, and to the company, but no more than reads easily. Where
    /// less than 20 columns would be left for both, there is no company; where less than 8, only a name.
    ///
    /// - Parameters:
    ///   - width: the terminal's columns.
    ///   - idWidth: what the id asks for.
    init(width: Int, idWidth: Int) {
        let rest = width - idWidth - 4
        if rest >= 20 {
            name = min(32, rest * 9 / 20)
            company = min(44, rest - name)
            id = idWidth
        } else if rest >= 6 {
            name = rest + 2
            company = 0
            id = idWidth
        } else {
            name = width
            company = 0
            id = 0
        }
    }
}
