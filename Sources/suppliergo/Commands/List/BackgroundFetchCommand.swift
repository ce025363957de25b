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

    /// Takes the request from the environment; without one there is no such command.
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
        configuration.originFields = HeaderFields(
            request.originFields.compactMap { HeaderFields.Field(name: $0.name, value: $0.value) })
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
}

/// The request to a background process, apart from the suppliers: the command line of the list, which that process
/// reads as this one did, and what it cannot find out again.
///
/// It holds secrets, such as header fields. So it travels in the environment, which only the user can read, and not in
/// the command line, which everyone can.
struct BackgroundRequest: Codable, Sendable {
    struct Field: Codable, Sendable {
        let name: String
        let value: String
    }

    /// The environment variable that it travels in.
    static let variable = "SUPPLIERGO_BACKGROUND_REQUEST"

    private let commandLine: [String]

    /// True if avatars may be on private hosts: the address of the catalog's server decides it as well.
    let allowsPrivateHosts: Bool

    /// The header fields for the catalog's origin: standard input and commands, which they may come from, are read
    /// once.
    let originFields: [Field]

    init(from session: Session) {
        commandLine = session.options.commandLine
        allowsPrivateHosts = session.loader.avatarReach == .anywhere
        originFields = session.loader.configuration.originFields.fields.map { Field(name: $0.name, value: $0.value) }
    }

    /// The options of the list.
    func options(of commands: CommandTable, in environment: Environment) throws(UsageError) -> LoadingOptions {
        let words = ArgumentWords(commandLine, of: commands)
        let settings = try SettingsFile.read(in: environment, of: commands)
        return try LoadingOptions(Arguments(words, for: ListCommand.description, in: environment, settings: settings))
    }
}
