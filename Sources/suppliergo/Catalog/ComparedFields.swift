import SupplierGoKit

/// Decides which fields a ``CatalogComparison`` compares, by their paths.
///
/// An earlier state that may lack fields (``lack(_:)``) decides by the paths that it has: `address.zip` is missing if
/// it has an `address.city` only, but not if its `address` was null.
struct ComparedFields: Sendable {
    /// The paths that are left out, in lower case.
    private let ignored: Set<String>

    /// The paths that were seen, and whether each is compared.
    private var known: [String: Bool] = [:]

    /// The paths of objects in the earlier state; `nil` if a field that it does not have was absent there.
    private var objects: Set<String>?

    /// The paths that the earlier state does not have, in the order in which the catalog has them.
    private(set) var missing: [String] = []

    init(ignoring paths: [String]) {
        ignored = Set(paths.map { (Supplier.Field(name: $0)?.rawValue ?? $0).lowercased() })
    }

    /// Compares only the paths that were seen until now, but for some fields.
    mutating func lack(_ fields: [String]) {
        var objects: Set<String> = []
        for path in known.keys { objects.formUnion(Self.prefixes(of: path)) }
        self.objects = objects
        for field in fields { known[field] = nil }
    }

    /// Tests if a field is compared that one of the states has. A path that the earlier one lacks is added to
    /// ``missing``.
    mutating func compare(_ path: String) -> Bool {
        if let isCompared = known[path] { return isCompared }
        let isCompared = isCompared(path)
        known[path] = isCompared
        if !isCompared, !isIgnored(path) { missing.append(path) }
        return isCompared
    }

    /// Tests if a field of a supplier that both states have is compared.
    func isCompared(_ path: String) -> Bool {
        guard known[path] == nil, !isIgnored(path), let objects else { return known[path] ?? !isIgnored(path) }
        return objects.contains(path)
            || Self.prefixes(of: path).contains { known[$0] == true && !objects.contains($0) }
    }

    /// Tests if a field is left out, alone or with one that it is in.
    func isIgnored(_ path: String) -> Bool {
        guard !ignored.isEmpty else { return false }
        let path = path.lowercased()
        return ignored.contains(path) || Self.prefixes(of: path).contains(where: ignored.contains)
    }

    /// The paths of the objects that a value is in.
    private static func prefixes(of path: String) -> some Sequence<String> {
        path.indices.lazy.filter { path[$0] == "." }.map { String(path[..<$0]) }
    }
}
