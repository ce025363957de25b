import SupplierGoKit

/// Decides which fields a ``CatalogComparison`` compares, by their paths.
///
/// An earlier state that may lack fields (``lack(_:hasForeignColumns:)``) decides by the paths that it has:
/// `address.zip` is missing if it has an `address.city` only, but not if its `address` was null. A path that it alone
/// has is compared, since the catalog has lost that field, unless somebody may have added it as a column.
struct ComparedFields: Sendable {
    /// The fields that are left out.
    let ignored: Ignored

    /// The known paths; true for those that are compared.
    private var known: [String: Bool] = [:]

    /// The paths of objects in the earlier state; `nil` if a field that it does not have was absent there.
    private var objects: Set<String>?

    /// The paths in each of these: of an export they may lead through what is an array in the catalog.
    private(set) var parts: [String: [String]] = [:]

    /// The paths that the earlier state does not have, in the order in which the catalog has them.
    private(set) var missing: [String] = []

    /// The first names of paths that only the earlier state has until now, if it may have columns of other people.
    private(set) var foreignColumns: Set<Substring> = []

    init(ignoring paths: [String]) { ignored = Ignored(paths) }

    /// Ends the earlier state if it may lack fields, as exports do: only the paths seen until now are compared,
    /// but for some fields that it does not have at all.
    ///
    /// - Parameter hasForeignColumns: true if a path whose first name it alone has is not compared.
    mutating func lack(_ fields: [String], hasForeignColumns: Bool) {
        var objects: Set<String> = []
        for path in known.keys.sorted() {
            for object in Self.prefixes(of: path) {
                objects.insert(object)
                if known[object] == nil { parts[object, default: []].append(path) }
            }
        }
        self.objects = objects
        for field in fields { known[field] = nil }
        if hasForeignColumns { foreignColumns = Set(known.filter(\.value).keys.map(Self.firstName)) }
    }

    /// Notes that the catalog has a field, empty or not.
    mutating func noteInCatalog(_ path: String) {
        if !foreignColumns.isEmpty { foreignColumns.remove(Self.firstName(of: path)) }
    }

    private static func firstName(of path: String) -> Substring { path.prefix { $0 != "." } }

    /// Tests if a field is compared that one of the states has. A path that the earlier one lacks is added to
    /// ``missing``.
    mutating func compare(_ path: String) -> Bool {
        if let isCompared = known[path] { return isCompared }
        let isCompared = isCompared(path)
        known[path] = isCompared
        if !isCompared, !ignored.contains(path) { missing.append(path) }
        return isCompared
    }

    /// Tests if a field of a supplier that both states have is compared.
    func isCompared(_ path: String) -> Bool {
        if !foreignColumns.isEmpty, foreignColumns.contains(Self.firstName(of: path)) { return false }
        guard known[path] == nil, !ignored.contains(path), let objects else {
            return known[path] ?? !ignored.contains(path)
        }
        return objects.contains(path) || Self.prefixes(of: path).contains { known[$0] == true && !objects.contains($0) }
    }

    /// Fields that are left out, with all below them.
    struct Ignored: Sendable {
        /// Their paths, in lower case, and those of the values that they are in.
        private let paths: Set<String>
        private let containers: Set<String>

        init(_ paths: [String]) {
            self.paths = Set(paths.map { Self.plain(Supplier.Field(name: $0)?.rawValue ?? $0) })
            containers = Set(self.paths.flatMap { ComparedFields.prefixes(of: $0) })
        }

        /// Tests if a field is one of them, or in one.
        func contains(_ path: String) -> Bool {
            guard !paths.isEmpty else { return false }
            return [Self.plain(path), Self.withoutPositions(path)].contains { path in
                paths.contains(path) || ComparedFields.prefixes(of: path).contains(where: paths.contains)
            }
        }

        /// Tests if some of them are in an array's elements, which are then compared one by one.
        func areElements(of path: String) -> Bool {
            !containers.isEmpty && containers.contains(Self.withoutPositions(path))
        }

        /// The path in lower case, whether a dot in a name is quoted or not.
        private static func plain(_ path: String) -> String { path.lowercased().replacing("\\", with: "") }

        /// The path in lower case as it goes through arrays: without the positions of elements.
        private static func withoutPositions(_ path: String) -> String {
            plain(path).split(separator: ".").filter { Int($0) == nil }.joined(separator: ".")
        }
    }

    /// The paths of the objects that a value is in.
    fileprivate static func prefixes(of path: String) -> some Sequence<String> {
        path.indices.lazy.filter { path[$0] == "." }.map { String(path[..<$0]) }
    }
}
