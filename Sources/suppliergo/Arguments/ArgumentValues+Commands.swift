import SupplierGoKit

extension ArgumentValues {
    /// What `list` is told.
    func listArguments() throws(ArgumentError) -> ListArguments {
        let format = try choice(OutputFormat.self, of: .format) ?? .card
        return ListArguments(
            common: try commonArguments(), loading: try loadingArguments(),
            text: words.arguments.joined(separator: " "),
            order: try choice(SupplierOrder.self, of: .sort) ?? .feed, isReversed: words.has(.reverse),
            limit: try count(.limit), format: format,
            avatars: try choice(AvatarsMode.self, of: .avatars) ?? (format == .card ? .wait : .off))
    }

    /// What `show` is told.
    func showArguments() throws(ArgumentError) -> ShowArguments {
        guard !words.arguments.isEmpty else { throw .missingArgument(name: "query", command: command) }
        return ShowArguments(
            common: try commonArguments(), loading: try loadingArguments(),
            text: words.arguments.joined(separator: " "), format: try choice(OutputFormat.self, of: .format) ?? .card)
    }

    /// What `fetch` is told.
    func fetchArguments() throws(ArgumentError) -> FetchArguments {
        FetchArguments(
            common: try commonArguments(), loading: try loadingArguments(),
            text: words.arguments.joined(separator: " "))
    }

    /// What a command without arguments is told.
    func argumentless() throws(ArgumentError) -> CommonArguments {
        if let word = words.arguments.first { throw .needlessArgument(word, command: command) }
        return try commonArguments()
    }

    /// What help is asked about.
    func helpTopic() throws(ArgumentError) -> HelpTopic {
        guard !words.arguments.isEmpty else { return .program }
        let topic = try ArgumentWords(words.arguments)
        return topic.command.map(HelpTopic.command) ?? topic.group.map(HelpTopic.group) ?? .program
    }

    /// What every command is told.
    func commonArguments() throws(ArgumentError) -> CommonArguments {
        let verbosity: Verbosity =
            switch words.options.last(where: { $0.option == .quiet || $0.option == .verbose })?.option {
            case .quiet: .quiet
            case .verbose: .verbose
            default: .normal
            }
        return CommonArguments(
            cacheDirectory: try cacheDirectory(), color: try choice(ColorChoice.self, of: .color) ?? .auto,
            verbosity: verbosity)
    }

    /// The cache's directory; a relative `$XDG_CACHE_HOME` is ignored (XDG Base Directory Specification).
    private func cacheDirectory() throws(ArgumentError) -> String {
        if let path = words[.cacheDirectory] {
            guard !path.isEmpty else {
                throw .badValue(.cacheDirectory, value: path, expected: "a path", nearest: nil, command: command)
            }
            return surroundings.absolutePath(path)
        }
        if let path = surroundings[.cacheDirectory] { return surroundings.absolutePath(path) }
        if let home = surroundings[.cacheHome], home.hasPrefix("/") { return home + "/suppliergo" }
        guard let home = surroundings[.home] else {
            throw .badVariable(.home, reason: "is not set: give '--cache-dir DIR' to say where the cache is")
        }
        guard home.hasPrefix("/") else {
            throw .badVariable(
                .home, reason: "is not an absolute path: give '--cache-dir DIR' to say where the cache is")
        }
        return home + "/.cache/suppliergo"
    }
}
