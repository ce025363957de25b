/// How a terminal's columns are shared out among full name, company and id.
struct Columns: Sendable, Hashable {
    /// The full name's share.
    let name: Int

    /// The company's share, 0 where there is no room for it.
    let company: Int

    /// Shares out what the id and the gaps of two leave: 9 parts to the name, 11 to the company, and no more than
    /// either needs for easy reading.
    init(width: Int, idWidth: Int) {
        let rest = width - idWidth - 2
        if rest >= 22 {
            name = min(32, (rest - 2) * 9 / 20)
            company = min(44, rest - 2 - name)
        } else {
            name = max(0, rest)
            company = 0
        }
    }
}
