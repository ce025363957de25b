import FoundationEssentials
import SupplierGoKit

extension Session {
    /// Leaves suppliers' avatars to a background process, unless one already runs for the same catalog and cache, or
    /// all of them are fresh in the cache.
    ///
    /// That process inherits the lock that keeps a second one from starting, and so holds it for as long as it lives.
    ///
    /// - Parameter isAskedFor: true if the user is told that another process is fetching them.
    func leaveAvatars(of suppliers: [Supplier], isAskedFor: Bool) async throws {
        guard !loader.configuration.isOffline else { return }
        let suppliers = try await withoutFreshAvatars(suppliers)
        guard !suppliers.isEmpty else { return }
        guard let lock = try cache.lock(named: lockName) else {
            if isAskedFor { console.inform("a background process is already fetching the avatars") }
            return
        }
        var environment = console.environment.variables
        environment[EnvironmentVariable.token.rawValue] = nil
        environment[BackgroundRequest.variable] = String(
            decoding: try JSONEncoder().encode(BackgroundRequest(from: self)), as: UTF8.self)
        let formatter = RecordFormatter(.ndjson, catalog: .standardInput, isForTerminal: false)
        var records: [UInt8] = []
        for supplier in suppliers { _ = formatter.render(supplier, into: &records) }
        // The lock's descriptor must stay open here until that process has its own.
        defer { withExtendedLifetime(lock) {} }
        do throws(SystemFailure) {
            try startFetch(of: records, in: environment, keeping: lock)
        } catch {
            console.warn("the avatars are not fetched; \(error)")
        }
    }

    /// Starts this program again, in a session that outlives this process, and writes records to its standard input.
    ///
    /// Arguments must hold no secret: every user of the machine can read them.
    private func startFetch(
        of records: [UInt8], in environment: [String: String], keeping lock: FileDescriptor
    ) throws(SystemFailure) {
        let program = Program(
            words: ["suppliergo", BackgroundFetchCommand.description.name], environment: environment,
            file: "/proc/self/exe", input: .pipe, extraDescriptor: lock.rawValue, startsSession: true)
        let fetch: ChildProcess
        do throws(SystemFailure) {
            fetch = try program.start()
        } catch {
            throw SystemFailure("start a background process", error.errorNumber)
        }
        let errorNumber = fetch.input.map { Descriptor.write(records, to: $0.rawValue).errorNumber }
        if let errorNumber, errorNumber != 0 { throw SystemFailure("hand the avatars over", errorNumber) }
    }

    /// The suppliers whose avatars have to be fetched or revalidated.
    private func withoutFreshAvatars(_ suppliers: [Supplier]) async throws -> [Supplier] {
        // A file that an edit names needs no fetching, and only this process may read it.
        let suppliers = suppliers.filter { supplier in
            guard let avatar = supplier.avatar else { return false }
            return !supplier.editedFields.contains(.avatar) || !avatar.endpoint.hasPrefix("file:")
        }
        guard !loader.configuration.isRefreshing else { return suppliers }
        let entries = try await loader.cachedAvatars(for: suppliers)
        return zip(suppliers, entries).compactMap { supplier, entry in
            let isFresh = entry.map { Freshness(of: $0, assuming: .avatars).isFresh(at: .now) } ?? false
            return isFresh ? nil : supplier
        }
    }

    private var lockName: String {
        switch loader.location {
        case .remote(let url): "avatars " + url.absoluteString
        case .file(let path): "avatars " + path
        case .command(let name): "avatars command:" + name
        case .standardInput: "avatars -"
        }
    }
}
