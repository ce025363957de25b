/// How `cache info` and `config` print.
enum SummaryFormat: String, CaseIterable, Sendable {
    /// For people.
    case text

    /// One object, for programs.
    case json
}
