import SupplierGoKit

extension ArgumentValues {
    /// What `list` is told.
    func listArguments() throws(ArgumentError) -> ListArguments {
        let format = try choice(OutputFormat.self, of: .format) ?? .card
        return ListArguments(
            common: try commonArguments(), loading: try loadingArguments(),
            text: arguments.joined(separator: " "),
            order: try choice(SupplierOrder.self, of: .sort) ?? .feed, isReversed: has(.reverse),
            limit: try count(.limit), grouping: try grouping(in: format), format: format, output: try output(),
            avatars: try choice(AvatarsMode.self, of: .avatars)
                ?? (format == .card || format.embedsAvatars ? .wait : .off),
            isPaged: !has(.noPager))
    }

    /// What `show` is told.
    func showArguments() throws(ArgumentError) -> ShowArguments {
        guard !arguments.isEmpty else { throw .missingArgument(name: "query", command: command) }
        return ShowArguments(
            common: try commonArguments(), loading: try loadingArguments(),
            text: arguments.joined(separator: " "), format: try choice(OutputFormat.self, of: .format) ?? .card,
            image: try choice(ImageChoice.self, of: .image) ?? .auto,
            output: try output())
    }

    /// What suppliers are put under, in a format that has headings.
    private func grouping(in format: OutputFormat) throws(ArgumentError) -> SupplierGrouping? {
        guard let grouping = try choice(SupplierGrouping.self, of: .group) else { return nil }
        guard format.hasHeadings else { throw .ungroupable(format, command: command) }
        return grouping
    }

    /// The file that data goes to; `nil` for standard output, which `-` is too.
    private func output() throws(ArgumentError) -> String? {
        given(.output)?.text == "-" ? nil : try path(.output)
    }

    /// What `fetch` is told.
    func fetchArguments() throws(ArgumentError) -> FetchArguments {
        FetchArguments(
            common: try commonArguments(), loading: try loadingArguments(),
            text: arguments.joined(separator: " "))
    }

    /// What `cache prune` is told.
    func pruneJob() throws(ArgumentError) -> CacheCommand.Job {
        .prune(byteLimit: try byteCount(.cacheByteLimit, from: 0), days: try count(.maximumAge))
    }

    /// What `cache why` is told.
    func whyArguments() throws(ArgumentError) -> CacheWhyArguments {
        guard !arguments.isEmpty else { throw .missingArgument(name: "what", command: command) }
        let text = arguments.joined(separator: " ")
        return CacheWhyArguments(
            common: try commonArguments(), text: text, location: text.contains("://") ? nil : try location())
    }

    /// What a command without arguments is told.
    func argumentless() throws(ArgumentError) -> CommonArguments {
        _ = try withoutArguments(())
        return try commonArguments()
    }

    /// Gives a value back, where the command has no arguments.
    func withoutArguments<Value>(_ value: Value) throws(ArgumentError) -> Value {
        if let word = arguments.first { throw .needlessArgument(word, command: command) }
        return value
    }

    /// The shell whose completions are asked for.
    func completionShell() throws(ArgumentError) -> CompletionShell {
        guard let name = arguments.first else { throw .missingArgument(name: "shell", command: command) }
        if arguments.count > 1 { throw .needlessArgument(arguments[1], command: command) }
        guard let shell = CompletionShell(rawValue: name) else {
            let known = CompletionShell.allCases.map(\.rawValue)
            throw .badArgument(
                name, expected: "one of " + known.joined(separator: ", "), nearest: NearestWord.to(name, among: known),
                command: command)
        }
        return shell
    }

    /// What help is asked about.
    func helpTopic() throws(ArgumentError) -> HelpTopic {
        guard !arguments.isEmpty else { return .program }
        if arguments.count == 1, let named = HelpTopic.named.first(where: { $0.name == arguments[0] }) {
            return named.topic
        }
        let topic: ArgumentWords
        do throws(ArgumentError) {
            topic = try ArgumentWords(arguments)
        } catch {
            guard case .unknownCommand(let word, nil, nil) = error else { throw error }
            throw .unknownCommand(word, nearest: NearestWord.to(word, among: HelpTopic.names), group: nil)
        }
        return topic.command.map(HelpTopic.command) ?? topic.group.map(HelpTopic.group) ?? .program
    }

    /// What every command is told.
    func commonArguments() throws(ArgumentError) -> CommonArguments {
        let verbosity: Verbosity =
            switch prevailing([.quiet, .verbose])?.option {
            case .quiet: .quiet
            case .verbose: .verbose
            default: .normal
            }
        return CommonArguments(
            cacheDirectory: try cacheDirectory(),
            cacheByteLimit: try byteCount(.cacheByteLimit, from: 0) ?? DiskCache.defaultByteLimit,
            color: try choice(ColorChoice.self, of: .color) ?? .auto,
            verbosity: verbosity)
    }

    /// The cache's directory; a relative `$XDG_CACHE_HOME` is ignored (XDG Base Directory Specification).
    func cacheDirectory() throws(ArgumentError) -> String {
        if let path = try path(.cacheDirectory) { return path }
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
