import SupplierGoKit

/// A notice instead of a list: the catalog is empty, cannot be read, or has nothing that matches. If suppliers are
/// listed, ``BrowserState/failureLines`` say what failed.
struct Notice: Sendable, Hashable {
    /// The reason, in a few words.
    let title: String

    /// Details, and the next step.
    let sentences: [String]
}

extension Notice {
    /// Creates the notice of a window that has no room for the browser.
    init(tooSmall size: CellSize) {
        let least = BrowserLayout.leastSize
        self.init(
            title: "Too small",
            sentences: ["\(size.columns) x \(size.rows): make it \(least.columns) x \(least.rows) at least."])
    }

    /// Creates the notice of a state without anything to list; `nil` if there is something.
    init?(of state: BrowserState) {
        guard state.lines.lineCount == 0 else { return nil }
        if !state.table.isEmpty {
            let ending = "Escape shows all \(Count.formatted(state.table.count, "supplier"))."
            if state.isArranging {
                self.init(title: "Searching", sentences: [ending])
            } else {
                let matcher = QueryMatcher(state.search.text, naming: nil)
                let sentence = matcher.sentenceOfNoMatch(readsFiles: false)
                let more = state.catalog.isLoading ? ["The catalog is still arriving."] : []
                self.init(title: "Nothing found", sentences: [sentence.asSentence] + more + [ending])
            }
        } else if state.catalog.isLoading {
            self.init(title: state.setting.waiting, sentences: [state.setting.catalogName])
        } else if let failure = state.failure {
            let sentence = failure.sentence.asSentence
            self.init(title: "No catalog", sentences: [sentence, "R tries again, q leaves."])
        } else {
            let skipped = state.catalog.end.skippedCount
            let more = skipped > 0 ? ["\(Count.formatted(skipped, "record")) could not be read."] : []
            let sentences = ["The catalog has no suppliers."] + more + ["r reads it again, q leaves."]
            self.init(title: "No suppliers", sentences: sentences)
        }
    }

    /// Draws the notice in the middle of some rows.
    func draw(on screen: inout Screen, style: TextStyle, rows: Range<Int>) {
        let width = max(1, min(60, screen.size.columns - 4))
        let body = sentences.map { $0.visibleText.wrapped(toWidth: width).map(String.init) }
        let lines = [style.bold(title), ""] + body.joined(separator: [""]).map { StyledText($0).isolated(by: style) }
        let column = max(0, (screen.size.columns - width) / 2)
        let first = rows.lowerBound + max(0, (rows.count - lines.count) / 2)
        for (index, line) in lines.prefix(rows.count).enumerated() {
            screen.write(line, row: first + index, column: column, width: width)
        }
    }
}

extension String {
    /// The clause with a full stop, and with a capital unless it begins with an address.
    fileprivate var asSentence: String {
        let isWord = prefix { $0 != " " }.allSatisfy { $0.isLetter }
        return (isWord ? prefix(1).uppercased() + dropFirst() : self)
            + (last.map { ".?!".contains($0) } ?? true ? "" : ".")
    }
}
