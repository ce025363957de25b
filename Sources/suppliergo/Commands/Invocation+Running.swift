extension Invocation {
    /// What every command is told; `nil` for what is none.
    var common: CommonArguments? {
        switch self {
        case .list(let arguments): arguments.common
        case .show(let arguments): arguments.common
        case .fetch(let arguments): arguments.common
        case .cachePath(let common), .cacheInfo(let common, _), .cacheClear(let common): common
        case .backgroundFetch, .help, .version: nil
        }
    }

    /// Carries it out.
    func run(on console: Console, environment: [String: String]) async throws -> ExitStatus {
        switch self {
        case .list(let arguments):
            try await ListCommand(arguments: arguments, environment: environment, console: console).run()
        case .show(let arguments): try await ShowCommand(arguments: arguments, console: console).run()
        case .fetch(let arguments): try await FetchCommand(arguments: arguments, console: console).run()
        case .cachePath(let common):
            try await CacheCommand(job: .path, arguments: common, console: console).run()
        case .cacheInfo(let common, let format):
            try await CacheCommand(job: .info(format), arguments: common, console: console).run()
        case .cacheClear(let common):
            try await CacheCommand(job: .clear, arguments: common, console: console).run()
        case .backgroundFetch:
            try await BackgroundFetchCommand(environment: environment).run()
        case .help(let topic): try Self.print(HelpText(topic).description, on: console)
        case .version: try Self.print("suppliergo \(SupplierGo.version)\n", on: console)
        }
    }

    private static func print(_ text: String, on console: Console) throws(OutputError) -> ExitStatus {
        try console.output.write(text)
        try console.output.flush()
        return .done
    }
}
