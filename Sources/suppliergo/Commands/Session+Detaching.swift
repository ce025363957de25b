import FoundationEssentials
import SupplierGoKit

extension Session {
    /// Leaves suppliers' avatars to a background process, unless one is at work for the same catalog and cache.
    ///
    /// That process inherits the lock that keeps a second one from starting, and so holds it for as long as it lives.
    func leaveAvatars(of suppliers: [Supplier]) async throws {
        let suppliers = suppliers.filter { $0.avatar != nil }
        guard !suppliers.isEmpty, !loader.configuration.isOffline else { return }
        guard let lock = try ProcessLock.acquire(named: lockName, in: cache) else {
            console.note("the avatars are left to a background process that is at work already")
            return
        }
        let request = BackgroundRequest(
            loader: loader, dataLoader: dataLoaderConfiguration, cache: cache)
        var environment = console.environment.variables
        environment[EnvironmentVariable.token.rawValue] = nil
        environment[BackgroundRequest.variable] = String(
            decoding: try JSONEncoder().encode(request), as: UTF8.self)
        var formatter = JSONFormatter(layout: .lines, isForTerminal: false)
        var records: [UInt8] = []
        for supplier in suppliers {
            formatter.append(ListedSupplier(supplier: supplier, avatar: nil), into: &records)
        }
        // The lock's descriptor must stay open here until that process has its own.
        defer { withExtendedLifetime(lock) {} }
        do throws(SystemFailure) {
            try Program.startDetached(
                arguments: [BackgroundFetchCommand.description.name], environment: environment, input: records,
                keeping: lock.fileDescriptor)
        } catch {
            let reason = SystemError.text(of: error.errorNumber)
            console.warn("the avatars are not brought in: this process could not \(error.operation): \(reason)")
        }
    }

    /// The lock's name: one for each catalog, since the cache's directory holds the lock.
    private var lockName: String {
        switch loader.location {
        case .remote(let url): "avatars " + url.absoluteString
        case .file(let path): "avatars " + path
        case .standardInput: "avatars -"
        }
    }
}
