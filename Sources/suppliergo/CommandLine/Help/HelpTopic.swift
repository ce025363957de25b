/// A topic of help.
enum HelpTopic: Sendable, Hashable {
    case program

    /// The command of a name, such as `cache info`.
    case command(String)

    /// The commands that share a first word.
    case group(String)

    /// The words of a query.
    case search

    /// The options that say how transfers go.
    case network

    /// The options and variables of object stores and shards.
    case fleet

    case settings

    case environment

    case exitStatus

    /// The program's version, which is one line.
    case version

    /// The topics that are not commands, by the words that ask for them.
    static let named: [(name: String, topic: Self)] = [
        ("search", .search), ("network", .network), ("fleet", .fleet), ("settings", .settings),
        ("environment", .environment), ("status", .exitStatus),
    ]

    /// The names of the topics.
    static let names = named.map(\.name)

    /// The words that ask for the topic: `help list`.
    var words: String {
        switch self {
        case .command(let name), .group(let name): "help " + name
        default: Self.named.first { $0.topic == self }.map { "help " + $0.name } ?? "help"
        }
    }
}
