import FoundationEssentials
import SupplierGoKit

/// The lines above and below a list for people, on a terminal: the catalog's name, the number of suppliers and, if
/// they come from a snapshot, its age. Conflicts of edits are a warning.
struct ListCaption {
    private let session: Session
    private let width: Int

    private var style: TextStyle { session.console.outputStyle }

    /// Creates the caption of a list, or `nil` if the list is for a program, or only errors are wanted.
    init?(of session: Session, format: OutputFormat) {
        let (console, traits) = (session.console, session.console.outputTraits)
        guard format == .card, console.verbosity > .quiet, traits.isTerminal, let width = traits.width else {
            return nil
        }
        (self.session, self.width) = (session, width)
    }

    /// The line above.
    var heading: String {
        let name = session.options.catalogName.visibleText.shortened(toWidth: width, ellipsis: style.ellipsis)
        return "\(style.bold(name))\n"
    }

    /// The line below.
    ///
    /// - Parameters:
    ///   - count: the number of printed suppliers.
    ///   - total: the number of the catalog's suppliers, or `nil` if it was not read to its end.
    ///   - editedCount: the number of edited suppliers of the catalog.
    ///   - source: the source they were read from, or `nil` if there were none.
    func footer(count: Int, total: Int?, editedCount: Int, source: SupplierBatch.Source?) -> String {
        let counts =
            switch total {
            case nil: "the first " + Count.formatted(count, "supplier")
            case count: Count.formatted(count, "supplier")
            case let total?: "\(Count.formatted(count)) of " + Count.formatted(total, "supplier")
            }
        let separator = style.usesUnicode ? " · " : " - "
        let edits = editedCount > 0 ? separator + "\(Count.formatted(editedCount)) edited" : ""
        let text = counts + edits + (source.flatMap(asOf).map { separator + $0 } ?? "")
        return "\(style.dim(text.visibleText.shortened(toWidth: width, ellipsis: style.ellipsis)))\n"
    }

    /// The time and age of a snapshot. A warning says why its server has nothing newer.
    private func asOf(_ source: SupplierBatch.Source) -> String? {
        guard case .snapshot(let storedAt, let reason) = source else { return nil }
        let age = Age.formatted(Int(Date.now.timeIntervalSince(storedAt)))
        let state = reason != nil ? "" : session.loader.configuration.isOffline ? ": offline" : ": still fresh"
        return "as of \(LocalTime.formatted(storedAt)), \(age) ago\(state)"
    }
}
