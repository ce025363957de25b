/// What a command line asks for.
enum Invocation: Sendable {
    case list(ListArguments)
    case show(ShowArguments)
    case fetch(FetchArguments)
    case cachePath(CommonArguments)
    case cacheInfo(CommonArguments, CacheFormat)
    case cacheClear(CommonArguments)
    case backgroundFetch
    case help(HelpTopic)
    case version
}

/// What help is about.
enum HelpTopic: Sendable, Hashable {
    /// The program.
    case program

    /// A command.
    case command(Command)

    /// The commands that share a first word.
    case group(String)
}
