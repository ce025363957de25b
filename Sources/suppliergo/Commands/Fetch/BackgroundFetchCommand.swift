import FoundationEssentials
import SupplierGoKit

/// What `list --avatars detach` leaves the avatars to: brings those of the suppliers on standard input into the cache.
///
/// Nobody sees what it says, so it says nothing.
struct BackgroundFetchCommand: Command {
    static let description = CommandDescription(
        name: "background-fetch", overview: "Bring the avatars of the suppliers on standard input.", isHidden: true,
        readsSettings: false)

    /// What is asked for, as JSON.
    private let request: String

    /// Takes the request from the environment; without one there is no such command.
    init(_ arguments: Arguments) throws(UsageError) {
        guard let text = arguments.environment.variables[BackgroundRequest.variable] else {
            throw UsageError("unknown command '\(Self.description.name)'", see: .program)
        }
        request = text
    }

    /// Reads the suppliers to the end, so that the other process can go, then brings their avatars.
    func run(on console: Console) async throws -> ExitStatus {
        let request = try JSONDecoder().decode(BackgroundRequest.self, from: Data(request.utf8))
        let dataLoader = DataLoader(configuration: request.dataLoaderConfiguration)
        do {
            let cache = DiskCache(directory: request.cacheDirectory, byteLimit: request.cacheByteLimit)
            let listed = SupplierLoader(location: .standardInput, dataLoader: dataLoader, cache: nil)
            var suppliers: [Supplier] = []
            for try await batch in listed.suppliers() { suppliers += batch.suppliers }
            let loader = SupplierLoader(
                location: request.location, configuration: request.loaderConfiguration, dataLoader: dataLoader,
                cache: cache)
            for await outcome in loader.avatars(for: suppliers, delivering: .files) {
                if let error = outcome.result.cacheFailure { throw error }
            }
            await dataLoader.shutdown()
            return .done
        } catch {
            await dataLoader.shutdown()
            throw error
        }
    }
}
