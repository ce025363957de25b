import SupplierGoKit

extension Invocation {
    /// Reads a command line, without the program's own name.
    ///
    /// Nothing is touched but the arguments given here: no file, no network.
    ///
    /// - Parameter readingSettings: reads the settings; it is called only where they matter, so that help is to be had
    ///   whatever is wrong with them.
    init(
        _ arguments: [String], in surroundings: Surroundings,
        readingSettings: () throws(ArgumentError) -> Settings = { () throws(ArgumentError) in .none }
    ) throws(ArgumentError) {
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
            let settings = try Self.settings(for: command, readingSettings)
            self = try Self.reading(ArgumentValues(words, for: command, in: surroundings, settings: settings))
        } else {
            throw .missingCommand(group: words.group)
        }
    }

    private static func settings(
        for command: Command, _ read: () throws(ArgumentError) -> Settings
    ) throws(ArgumentError) -> Settings {
        guard command.readsSettings else { return .none }
        do throws(ArgumentError) {
            return try read()
        } catch {
            // Whoever presses Tab is not told of errors; the command itself will.
            guard command.isHidden else { throw error }
            return .none
        }
    }

    private static func reading(_ values: ArgumentValues) throws(ArgumentError) -> Self {
        switch values.command {
        case .list: .list(try values.listArguments())
        case .show: .show(try values.showArguments())
        case .fetch: .fetch(try values.fetchArguments())
        case .cachePath: .cachePath(try values.argumentless())
        case .cacheInfo:
            .cacheInfo(try values.argumentless(), try values.choice(SummaryFormat.self, of: .format) ?? .text)
        case .cacheVerify: .cacheVerify(try values.argumentless())
        case .cachePrune: .cachePrune(try values.argumentless(), try values.pruneJob())
        case .cacheWhy: .cacheWhy(try values.whyArguments())
        case .cacheClear: .cacheClear(try values.argumentless())
        case .config:
            .config(
                try values.argumentless(), try values.currentSettings(),
                try values.choice(SummaryFormat.self, of: .format) ?? .text)
        case .completions: .completions(try values.completionShell())
        case .manual: try values.withoutArguments(.manual)
        case .completeSuppliers: .completeSuppliers(CompletionRequest(values))
        case .completeCatalogs: .completeCatalogs(CompletionRequest(values))
        case .backgroundFetch: .backgroundFetch
        case .help: .help(try values.helpTopic())
        }
    }
}
