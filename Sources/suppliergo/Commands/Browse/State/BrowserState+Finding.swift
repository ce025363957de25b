import SupplierGoKit

extension BrowserState {
    /// True if the rows of the arrangement are still being found.
    var isArranging: Bool {
        request.map { $0.generation != answer?.request.generation || answer?.isComplete == false } ?? false
    }

    /// Searches for what was typed.
    mutating func look(for line: LineEditor) -> [BrowserEffect] {
        let isChanged = line.text != search.text
        search = line
        return isChanged ? arrange { $0.query = SupplierQuery(line.text) } : []
    }

    /// Changes which suppliers are listed, or in which order.
    mutating func arrange(_ change: (inout RowArrangement) -> Void) -> [BrowserEffect] {
        let former = arrangement
        change(&arrangement)
        guard arrangement != former else { return [] }
        // At the first line, a user wants the first of a new order. After a search, the supplier that was found.
        startsAtTop = position == 0 && arrangement.query == former.query
        awaited = awaited ?? AwaitedRows(row: startsAtTop ? nil : anchorRow)
        return arrangeAgain(isChanged: true)
    }

    /// Lists the rows of the arrangement, or asks for them if that takes work.
    ///
    /// A request that is being answered goes on while suppliers arrive.
    mutating func arrangeAgain(isChanged: Bool = false) -> [BrowserEffect] {
        guard !arrangement.isPlain else { return listAll() }
        let newest = refreshed?.table ?? table
        if !isChanged, let request, request.table.isContinued(by: newest) {
            guard !isArranging else { return [] }
            let isOutdated = answer?.isOutdated(by: newest, isArriving: isLoading) ?? true
            guard isOutdated || foldedCompanies != request.foldedCompanies else { return [] }
        }
        lastGeneration += 1
        let isListed = answer?.isComplete == true && answer?.request.arrangement == arrangement
        let request = RowRequest(
            generation: lastGeneration, arrangement: arrangement, table: newest, foldedCompanies: foldedCompanies,
            wantsFirstRows: !isListed)
        self.request = request
        return [.arrange(request)]
    }

    /// Lists all suppliers in the catalog's order.
    private mutating func listAll() -> [BrowserEffect] {
        (request, answer) = (nil, nil)
        guard let refreshed else {
            list(.all(table.count))
            return []
        }
        replaceTable(by: refreshed, .all(refreshed.table.count))
        return [start(.changes, for: Self.changesTime)]
    }

    /// Lists rows that were asked for; those of an older request are ignored.
    mutating func list(_ answer: RowAnswer) -> [BrowserEffect] {
        guard answer.request.generation == request?.generation else { return [] }
        self.answer = answer
        var effects: [BrowserEffect] = []
        if let refreshed, answer.request.table.isContinued(by: refreshed.table) {
            replaceTable(by: refreshed, answer.lines)
            effects = [start(.changes, for: Self.changesTime)]
        } else {
            list(answer.lines)
        }
        guard answer.isComplete else { return effects }
        awaited = nil
        return effects + arrangeAgain()
    }

    /// Folds the current section, or unfolds it.
    mutating func fold(_ isFolded: Bool) {
        guard let index = lines.section(ofLine: position), let section = lines.section(at: index),
            section.isFolded != isFolded
        else { return }
        let company = table.text(of: .company, at: section.firstRow)
        if isFolded { foldedCompanies.insert(company) } else { foldedCompanies.remove(company) }
        lines.setFolded(index, isFolded)
        move(to: lines.line(ofSection: index) ?? position)
    }
}
