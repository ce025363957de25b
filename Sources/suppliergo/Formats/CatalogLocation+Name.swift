import FoundationEssentials
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

    /// A UUID for a supplier of this catalog: always the same here, and a different one in another catalog.
    ///
    /// It is of version 8 (RFC 9562, section 5.8), from the SHA-256 of the location and the id. A URL's user and
    /// password make no difference, and nothing of the location can be read from it.
    func uuid(of id: Supplier.ID) -> UUID {
        let name = requestURL?.withoutCredentials ?? description
        let digest = SHA256.digest(of: Array("\(name)\n\(id.rawValue)".utf8))
        var bytes = Array(digest.prefix(16))
        bytes[6] = bytes[6] & 0x0f | 0x80
        bytes[8] = bytes[8] & 0x3f | 0x80
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}
