/// The commands, named by the words that call them.
enum Command: String, CaseIterable, Sendable {
    case list
    case show
    case fetch
    case cachePath = "cache path"
    case cacheInfo = "cache info"
    case cacheVerify = "cache verify"
    case cachePrune = "cache prune"
    case cacheWhy = "cache why"
    case cacheClear = "cache clear"
    case config
    case completions
    case manual = "man"
    case help

    /// What `list --avatars detach` leaves the avatars to; it is for no one to type, and no help names it.
    case backgroundFetch = "background-fetch"

    /// What completions ask for suppliers and for named catalogs; they are for no one to type either.
    case completeSuppliers = "complete-suppliers"
    case completeCatalogs = "complete-catalogs"

    /// The command's words.
    var words: [String] { rawValue.split(separator: " ").map(String.init) }

    /// Whether help and suggestions leave the command out.
    var isHidden: Bool { [.backgroundFetch, .completeSuppliers, .completeCatalogs].contains(self) }

    /// Whether the settings file has a say; a background process is told all it needs by the one that starts it.
    var readsSettings: Bool { ![.help, .manual, .completions, .backgroundFetch].contains(self) }

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
