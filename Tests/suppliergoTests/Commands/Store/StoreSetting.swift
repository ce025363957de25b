import FoundationEssentials
import TestSupport

/// A setting of commands with an object store and a server of avatars.
final class StoreSetting: Sendable {
    /// The directory and its runs.
    let setting: CommandSetting

    /// The store, whose avatars are under `pictures/`.
    let store: ObjectStoreServer

    /// The server with a catalog at `/catalog.json` and avatars everywhere else.
    let server: LoopbackServer

    /// Starts both.
    init(_ catalog: String) throws {
        setting = try CommandSetting()
        store = try ObjectStoreServer()
        server = try Samples.server(catalog)
    }

    deinit {
        store.stop()
        server.stop()
    }

    /// The catalog's URL.
    var catalog: String { server.url("/catalog.json").absoluteString }

    /// The store's address.
    var address: String { store.address("pictures") }

    /// Runs a command line with the store's variables. `CATALOG` and `STORE` in it stand for where those are.
    func run(_ line: String, environment: [String: String] = [:]) async throws -> ProcessResult {
        try await setting.run(words(of: line), environment: variables(environment))
    }

    /// A command line with the places of catalog and store.
    func words(of line: String) -> String {
        line.replacing("CATALOG", with: catalog).replacing("STORE", with: address)
    }

    /// The store's variables and others.
    func variables(_ others: [String: String] = [:]) -> [String: String] { store.environment.merging(others) { $1 } }

    /// The avatars' targets that the server was asked for.
    var askedTargets: [String] { server.requests.map(\.target).filter { $0 != "/catalog.json" } }

    /// The names of the store's objects under a prefix.
    func names(_ prefix: String = "pictures/avatars/") -> [String] {
        store.objects.keys.filter { $0.hasPrefix(prefix) }.sorted()
    }
}
