extension CatalogFault: CustomStringConvertible {
    /// One sentence without a full stop.
    public var description: String {
        switch self {
        case .empty:
            "the catalog is empty"
        case .malformed(let byteOffset, let expected, let found):
            "the catalog is no JSON at byte \(byteOffset): expected \(expected), found \(found)"
        case .cutShort(let byteOffset, let expected):
            "the catalog is cut short at byte \(byteOffset): expected \(expected), found its end"
        case .tooDeep(let byteOffset, let limit):
            "the catalog nests values deeper than \(limit) levels at byte \(byteOffset)"
        case .noSuppliers(let found):
            "the catalog holds no suppliers: expected an array of them or one on each line, found \(found)"
        case .badRecord(let issue):
            issue.description
        }
    }
}
