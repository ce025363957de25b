import SupplierGoKit

extension Invocation {
    /// Reads a command line, without the program's own name.
    ///
    /// Nothing is touched but the arguments given here: no file, no network.
    init(_ arguments: [String], in surroundings: Surroundings) throws(ArgumentError) {
        guard arguments.first != Option.version.spelling else {
            self = .version
            return
        }
        let words = try ArgumentWords(arguments)
        if words.has(.help) {
            self = .help(words.command.map(HelpTopic.command) ?? words.group.map(HelpTopic.group) ?? .program)
        } else if words.has(.version) {
            self = .version
        } else if let command = words.command {
            self = try Self.reading(ArgumentValues(words, for: command, in: surroundings))
        } else {
            throw .missingCommand(group: words.group)
        }
    }

    private static func reading(_ values: ArgumentValues) throws(ArgumentError) -> Self {
        switch values.command {
        case .list: .list(try values.listArguments())
        case .show: .show(try values.showArguments())
        case .fetch: .fetch(try values.fetchArguments())
        case .cachePath: .cachePath(try values.argumentless())
        case .cacheInfo:
            .cacheInfo(try values.argumentless(), try values.choice(CacheFormat.self, of: .format) ?? .text)
        case .cacheClear: .cacheClear(try values.argumentless())
        case .backgroundFetch: .backgroundFetch
        case .help: .help(try values.helpTopic())
        }
    }
}
