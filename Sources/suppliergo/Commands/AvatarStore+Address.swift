import SupplierGoFleet
import SupplierGoKit

extension AvatarStore {
    /// Creates the avatars of the store at an address, with the credentials that the environment leads to.
    ///
    /// - Throws: ``ObjectStoreLocation.Error``.
    convenience init(at address: String, in environment: Environment, by dataLoader: DataLoader) async throws {
        let location = try await ObjectStoreLocation(address, environment: environment.variables)
        self.init(at: location, dataLoader: dataLoader)
    }
}
