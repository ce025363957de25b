/// How `cache info` prints.
enum CacheFormat: String, CaseIterable, Sendable {
    /// For people.
    case text

    /// One object, for programs.
    case json
}
