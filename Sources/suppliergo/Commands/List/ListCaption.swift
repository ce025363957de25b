import FoundationEssentials
import SupplierGoKit

/// The lines above and below a list for people, on a terminal: the catalog's name, the number of suppliers and, if
/// they come from a snapshot, its age. Conflicts of edits are a warning.
struct ListCaption {
    private let style: TextStyle
    private let width: Int
    private let name: String
    private let isOffline: Bool

    /// Creates the caption of a list, or `nil` if the list is for a program, or only errors are wanted.
    init?(of session: Session, format: OutputFormat) {
        let console = session.console
        let traits = console.outputTraits
        guard format == .card, console.verbosity > .quiet, traits.isTerminal, let width = traits.width else {
            return nil
        }
        style = console.outputStyle
        self.width = width
        isOffline = session.loader.configuration.isOffline
        name = session.options.catalogName
    }

    /// The line above.
    var heading: String {
        "\(style.bold(name.visibleText.shortened(toWidth: width, ellipsis: style.ellipsis)))\n"
    }

    /// The line below.
    ///
    /// - Parameters:
    ///   - count: the number of printed suppliers.
    ///   - total: the number of the catalog's suppliers, or `nil` if it was not read to its end.
    ///   - editedCount: the number of edited suppliers of the catalog.
    ///   - source: the source they were read from, or `nil` if there were none.
    func footer(count: Int, total: Int?, editedCount: Int = 0, source: SupplierBatch.Source?, at now: Date = .now)
        -> String
    {
        let counts =
            switch total {
            case nil: "the first " + Count.formatted(count, "supplier")
            case count: Count.formatted(count, "supplier")
            case let total?: "\(Count.formatted(count)) of " + Count.formatted(total, "supplier")
            }
        let separator = style.usesUnicode ? " · " : " - "
        let edits = editedCount > 0 ? separator + "\(Count.formatted(editedCount)) edited" : ""
        let text = counts + edits + (source.flatMap { asOf($0, at: now) }.map { separator + $0 } ?? "")
        return "\(style.dim(text.visibleText.shortened(toWidth: width, ellipsis: style.ellipsis)))\n"
    }

    /// The time and age of a snapshot. A warning says why its server has nothing newer.
    private func asOf(_ source: SupplierBatch.Source, at now: Date) -> String? {
        guard case .snapshot(let storedAt, let reason) = source else { return nil }
        let age = Age.formatted(Int(now.timeIntervalSince(storedAt)))
        let state = reason != nil ? "" : isOffline ? ": offline" : ": still fresh"
        return "as of \(LocalTime.formatted(storedAt)), \(age) ago\(state)"
    }
}
