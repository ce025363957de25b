import SupplierGoKit

extension CatalogLocation {
    /// The location for people; control characters of a path are in it as they are.
    var name: String {
        switch self {
        case .remote(let url): url.shown
        case .file(let path): path
        case .command(let name): name
        case .standardInput: "standard input"
        }
    }
}
