import FoundationEssentials
import SupplierGoFleet
import SupplierGoKit

/// Loads the avatars of the suppliers on standard input into the cache; started by `list --avatars detach`.
///
/// It has no terminal, so it says nothing.
struct BackgroundFetchCommand: Command {
    static let description = CommandDescription(
        name: "background-fetch", overview: "Load the avatars of the suppliers on standard input.", isHidden: true,
        readsSettings: false)

    private let request: String
    private let commands: CommandTable

    /// Reads the request in the environment; without one the command is unknown.
    init(_ arguments: Arguments) throws(UsageError) {
        guard let text = arguments.environment.variables[BackgroundRequest.variable] else {
            throw UsageError("unknown command '\(Self.description.name)'", see: .program)
        }
        request = text
        commands = arguments.commands
    }

    /// Reads the suppliers to the end, so that the other process can exit, then loads their avatars.
    func run(on console: Console) async throws -> ExitStatus {
        let request = try JSONDecoder().decode(BackgroundRequest.self, from: Data(request.utf8))
        let options = try request.options(of: commands, in: console.environment)
        var configuration = options.loader
        configuration.avatarReach = request.allowsPrivateHosts ? .anywhere : .publicOnly
        configuration.originFields = HeaderFields(request.originFields.compactMap { HeaderSource.field($0) })
        return try await DataLoader.with(options.dataLoader) { [configuration] dataLoader in
            let listed = SupplierLoader(location: .standardInput, dataLoader: dataLoader, cache: nil)
            var suppliers: [Supplier] = []
            for try await batch in listed.suppliers() { suppliers += batch.suppliers }
            var loader = SupplierLoader(
                location: options.location, configuration: configuration, dataLoader: dataLoader, cache: options.cache)
            if let store = options.store {
                do {
                    loader.store = try await AvatarStore(at: store, in: console.environment, by: dataLoader)
                } catch ObjectStoreLocation.Error.noCredentials {
                    // The list has said so: the avatars' servers are asked.
                }
            }
            for await outcome in loader.avatars(for: suppliers, delivering: .files) {
                if let error = outcome.result.cacheFailure { throw error }
            }
            return .done
        }
    }

    // MARK: Starting it

    /// The number of suppliers whose avatars it fetches unless `--avatars` was given.
    static let limit = 1000

    /// Leaves suppliers' avatars to a background process, unless all of them are fresh in the cache.
    /// `ListCommand.mode(onTerminal:)` decides when. Of several such processes each claims the avatars that it fetches.
    static func start(for suppliers: [Supplier], in session: Session) async throws {
        guard !session.loader.configuration.isOffline else { return }
        let suppliers = try await withoutFreshAvatars(suppliers, in: session)
        guard !suppliers.isEmpty else { return }
        try await session.cache.checkDirectory()
        var environment = session.console.environment.variables
        environment[EnvironmentVariable.token.rawValue] = nil
        environment[BackgroundRequest.variable] = String(
            decoding: try JSONEncoder().encode(BackgroundRequest(from: session)), as: UTF8.self)
        let renderer = RecordFormatter(.ndjson, catalog: .standardInput, isForTerminal: false)
        var records: [UInt8] = []
        for supplier in suppliers { _ = renderer.render(supplier, into: &records) }
        // This program again, in a session that outlives this process. Arguments must hold no secret: every user of the
        // machine can read them.
        let program = Program(
            words: ["suppliergo", description.name], environment: environment,
            file: "/proc/self/exe", input: .pipe, startsSession: true)
        var (operation, errorNumber) = ("hand the avatars over", Int32(0))
        do throws(SystemFailure) {
            let input = try program.start().input
            errorNumber = input.map { Descriptor.write(records, to: $0.rawValue).errorNumber } ?? 0
        } catch {
            (operation, errorNumber) = ("start a background process", error.errorNumber)
        }
        guard errorNumber != 0 else { return }
        session.console.warn("the avatars are not fetched; \(SystemFailure(operation, errorNumber))")
    }

    /// The suppliers whose avatars have to be fetched or revalidated.
    private static func withoutFreshAvatars(_ suppliers: [Supplier], in session: Session) async throws -> [Supplier] {
        // A file that an edit names needs no fetching, and only this process may read it.
        let suppliers = suppliers.filter { supplier in
            guard let avatar = supplier.avatar else { return false }
            return !supplier.editedFields.contains(.avatar) || !avatar.endpoint.hasPrefix("file:")
        }
        guard !session.loader.configuration.isRefreshing else { return suppliers }
        let entries = try await session.loader.cachedAvatars(for: suppliers)
        return zip(suppliers, entries).compactMap { supplier, entry in
            let isFresh = entry.map { Freshness(of: $0, assuming: .avatars).isFresh(at: .now) } ?? false
            return isFresh ? nil : supplier
        }
    }
}

/// The request to a background process, apart from the suppliers: the command line of the list, which that process
/// reads as this one did, and what it cannot find out again.
///
/// It holds secrets, such as header fields. So it travels in the environment, which only the user can read, and not in
/// the command line, which everyone can.
struct BackgroundRequest: Codable, Sendable {
    /// The environment variable that it travels in.
    static let variable = "SUPPLIERGO_BACKGROUND_REQUEST"

    private let commandLine: [String]

    /// True if avatars may be on private hosts: the address of the catalog's server decides it as well.
    let allowsPrivateHosts: Bool

    /// The header fields for the catalog's origin, a line each: standard input and commands, which they may come from,
    /// are read once.
    let originFields: [String]

    init(from session: Session) {
        commandLine = session.options.arguments.commandLine
        allowsPrivateHosts = session.loader.commonAvatarReach == .anywhere
        originFields = session.loader.configuration.originFields.fields.map { "\($0.name): \($0.value)" }
    }

    /// The options of the list.
    func options(of commands: CommandTable, in environment: Environment) throws(UsageError) -> LoadingOptions {
        let words = ArgumentWords(commandLine, of: commands)
        let settings = try SettingsFile.read(in: environment, of: commands)
        return try LoadingOptions(Arguments(words, for: ListCommand.description, in: environment, settings: settings))
    }
}
