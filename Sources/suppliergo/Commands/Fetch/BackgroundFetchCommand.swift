import FoundationEssentials
import SupplierGoKit

/// What `list --avatars detach` leaves the avatars to: brings those of the suppliers on standard input into the cache.
///
/// Nobody sees what it says, so it says nothing.
struct BackgroundFetchCommand: Sendable {
    private let request: BackgroundRequest

    /// Reads the request from the environment.
    ///
    /// - Throws: ``ArgumentError``, where there is none: the command is not for people.
    init(environment: [String: String]) throws {
        guard let text = environment[BackgroundRequest.variable] else {
            throw ArgumentError.unknownCommand(Command.backgroundFetch.rawValue, nearest: nil, group: nil)
        }
        request = try JSONDecoder().decode(BackgroundRequest.self, from: Data(text.utf8))
    }

    /// Reads the suppliers to the end, so that the other process can go, then brings their avatars.
    func run() async throws -> ExitStatus {
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
