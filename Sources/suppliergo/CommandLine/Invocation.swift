/// What a command line asks for.
enum Invocation: Sendable {
    case list(ListArguments)
    case show(ShowArguments)
    case fetch(FetchArguments)
    case cachePath(CommonArguments)
    case cacheInfo(CommonArguments, SummaryFormat)
    case cacheClear(CommonArguments)
    case cacheVerify(CommonArguments)
    case cachePrune(CommonArguments, CacheCommand.Job)
    case cacheWhy(CacheWhyArguments)
    case config(CommonArguments, CurrentSettings, SummaryFormat)
    case completions(CompletionShell)
    case manual
    case completeSuppliers(CompletionRequest)
    case completeCatalogs(CompletionRequest)
    case backgroundFetch
    case help(HelpTopic)
    case version
}
