/// The commands, named by the words that call them.
enum Command: String, CaseIterable, Sendable {
    case list
    case show
    case fetch
    case cachePath = "cache path"
    case cacheInfo = "cache info"
    case cacheClear = "cache clear"
    case help

    /// What `list --avatars detach` leaves the avatars to; it is for no one to type, and no help names it.
    case backgroundFetch = "background-fetch"

    /// The command's words.
    var words: [String] { rawValue.split(separator: " ").map(String.init) }

    /// Whether help and suggestions leave the command out.
    var isHidden: Bool { self == .backgroundFetch }

    /// The commands people call.
    static let visible = allCases.filter { !$0.isHidden }

    /// The commands that read a catalog and may use the network.
    static let loading: Set<Self> = [.list, .show, .fetch]

    /// The first words of commands that have two, such as `cache`.
    static let groups: [String] = visible.reduce(into: []) { groups, command in
        guard command.words.count > 1, let group = command.words.first, !groups.contains(group) else { return }
        groups.append(group)
    }

    /// The commands whose first word is a group's name.
    static func members(ofGroup group: String) -> [Self] {
        visible.filter { $0.words.count > 1 && $0.words.first == group }
    }
}
