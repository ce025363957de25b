/// A value of `--avatars`.
enum AvatarsMode: String, CaseIterable, Sendable {
    /// Stay until they are in.
    case wait

    /// Leave them to a background process.
    case detach

    /// Load none.
    case off
}
