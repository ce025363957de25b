extension Invocation {
    /// What every command is told; `nil` for what is none.
    var common: CommonArguments? {
        switch self {
        case .list(let arguments): arguments.common
        case .show(let arguments): arguments.common
        case .fetch(let arguments): arguments.common
        case .cachePath(let common), .cacheInfo(let common, _), .cacheClear(let common): common
        case .cacheVerify(let common), .cachePrune(let common, _): common
        case .cacheWhy(let arguments): arguments.common
        case .config(let common, _, _): common
        case .backgroundFetch, .completeSuppliers, .completeCatalogs, .completions, .manual, .help, .version: nil
        }
    }

    /// What is to be printed, where that is all there is to do.
    ///
    /// - Parameter width: the columns of the terminal that it goes to; `nil` where that is none.
    func text(width: Int?) -> String? {
        switch self {
        case .completions(let shell): shell.script
        case .manual: ManualPage().description
        case .completeCatalogs(let request): request.catalogs
        case .help(let topic): HelpText(topic, width: width).description
        case .version: "suppliergo \(SupplierGo.version)\n"
        default: nil
        }
    }

    /// Carries it out; what is only to be printed is its ``text(width:)``.
    func run(on console: Console, environment: [String: String]) async throws -> ExitStatus {
        switch self {
        case .list(let arguments):
            try await console.withOutput(to: arguments.output) { console in
                try await ListCommand(arguments: arguments, environment: environment, console: console).run()
            }
        case .show(let arguments):
            try await console.withOutput(to: arguments.output) { console in
                try await ShowCommand(arguments: arguments, console: console).run()
            }
        case .fetch(let arguments): try await FetchCommand(arguments: arguments, console: console).run()
        case .cachePath(let common):
            try await CacheCommand(job: .path, arguments: common, console: console).run()
        case .cacheInfo(let common, let format):
            try await CacheCommand(job: .info(format), arguments: common, console: console).run()
        case .cacheClear(let common):
            try await CacheCommand(job: .clear, arguments: common, console: console).run()
        case .cacheVerify(let common):
            try await CacheCommand(job: .verify, arguments: common, console: console).run()
        case .cachePrune(let common, let job):
            try await CacheCommand(job: job, arguments: common, console: console).run()
        case .cacheWhy(let arguments): try await CacheWhyCommand(arguments: arguments, console: console).run()
        case .config(_, let settings, let format):
            try ConfigCommand(settings: settings, format: format, console: console).run()
        case .completeSuppliers(let request):
            try await SupplierCompletion(request: request, console: console).run()
        case .backgroundFetch:
            try await BackgroundFetchCommand(environment: environment).run()
        case .completions, .manual, .completeCatalogs, .help, .version: .done
        }
    }
}
