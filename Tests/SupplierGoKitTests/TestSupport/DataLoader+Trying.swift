import FoundationEssentials

@testable import SupplierGoKit

extension DataLoader {
    /// A loader that tries each request once.
    static func tryingOnce(_ change: (inout Configuration) -> Void = { _ in }) -> DataLoader {
        var configuration = Configuration()
        configuration.retryLimit = 0
        change(&configuration)
        return DataLoader(configuration: configuration)
    }

    /// The body of a URL's response.
    func text(from url: URL) async throws -> String {
        String(decoding: try await data(for: DataRequest(url: url)).body, as: UTF8.self)
    }
}
