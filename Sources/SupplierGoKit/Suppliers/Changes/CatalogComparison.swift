/// Compares a catalog with an earlier state of it, supplier by supplier.
///
/// Suppliers are told apart by their ids. Those that share an id are compared as the sets they are: equal ones cancel each
/// other out, and if one is left on either side, it has changed.
///
/// The earlier state is read twice, so that of suppliers that stayed as they were only a hash is held: first all of it
/// (``addOld(_:)``), then the catalog (``addNew(_:)``), and if ``hasLeft`` the earlier state again (``addLeft(_:)``). Two
/// different records are taken for equal with a probability of 1 in 10^7 in a million.
package struct CatalogComparison: Sendable {
    private let oldResolver: EndpointResolver
    private let newResolver: EndpointResolver

    /// Avatars are compared.
    private var comparesAvatars: Bool

    /// The suppliers of the earlier state that have not come again: their number by the hash of all fields.
    private var left: [Int: Int] = [:]

    /// The suppliers that only one of both states has, in its order.
    private var old: [Supplier] = []
    private var new: [Supplier] = []

    /// Creates a comparison of no suppliers.
    ///
    /// - Parameters:
    ///   - newLocation: the location that the catalog's avatars are relative to.
    ///   - oldLocation: the same for the earlier state.
    ///   - mayLackAvatars: whether an earlier state without any avatar is one that leaves them out, as exports in CSV do.
    ///     Default `false`.
    package init(
        of newLocation: CatalogLocation, with oldLocation: CatalogLocation, mayLackAvatars: Bool = false
    ) {
        comparesAvatars = !mayLackAvatars
        oldResolver = EndpointResolver(against: oldLocation)
        newResolver = EndpointResolver(against: newLocation)
    }

    /// Whether suppliers of the earlier state are missing or different in the catalog.
    package var hasLeft: Bool { !left.isEmpty }

    /// Adds suppliers of the earlier state, before the first supplier of the catalog.
    package mutating func addOld(_ suppliers: [Supplier]) {
        for supplier in suppliers {
            if supplier.avatar != nil { comparesAvatars = true }
            left[hash(supplier, oldResolver), default: 0] += 1
        }
    }

    /// Adds suppliers of the catalog.
    package mutating func addNew(_ suppliers: [Supplier]) {
        for supplier in suppliers where !cancel(hash(supplier, newResolver)) { new.append(supplier) }
    }

    /// Adds suppliers of the earlier state again, after the last supplier of the catalog.
    package mutating func addLeft(_ suppliers: [Supplier]) {
        for supplier in suppliers where cancel(hash(supplier, oldResolver)) { old.append(supplier) }
    }

    private mutating func cancel(_ hash: Int) -> Bool {
        guard let count = left[hash] else { return false }
        left[hash] = count == 1 ? nil : count - 1
        return true
    }

    private func hash(_ supplier: Supplier, _ resolver: EndpointResolver) -> Int {
        var hasher = Hasher()
        for field in CatalogChange.fields { hasher.combine(value(of: field, in: supplier, resolver)) }
        hasher.combine(supplier.id)
        return hasher.finalize()
    }

    /// A field's value as it is compared: an avatar's is its absolute endpoint.
    private func value(of field: Supplier.Field, in supplier: Supplier?, _ resolver: EndpointResolver) -> String {
        guard field == .avatar else { return supplier?[field] ?? "" }
        return comparesAvatars ? supplier?.avatar.map(resolver.absoluteEndpoint) ?? "" : ""
    }

    /// The changes: those of the catalog's suppliers in its order, then the removed ones in their former order.
    package var changes: [CatalogChange] {
        let before = Dictionary(grouping: old, by: \.id)
        let after = Dictionary(grouping: new, by: \.id)
        var changes: [CatalogChange] = []
        var compared: Set<Supplier.ID> = []
        for id in new.lazy.map(\.id) where compared.insert(id).inserted {
            let (before, after) = (before[id] ?? [], after[id] ?? [])
            if before.count == 1, after.count == 1 {
                changes.append(change(from: before[0], to: after[0]))
            } else {
                changes += before.map { change(from: $0, to: nil) } + after.map { change(from: nil, to: $0) }
            }
        }
        return changes + old.filter { after[$0.id] == nil }.map { change(from: $0, to: nil) }
    }

    private func change(from old: Supplier?, to new: Supplier?) -> CatalogChange {
        let fields = CatalogChange.fields.compactMap { field -> CatalogChange.Field? in
            let values = (value(of: field, in: old, oldResolver), value(of: field, in: new, newResolver))
            guard values.0 != values.1 else { return nil }
            return CatalogChange.Field(field: field, from: old.map { _ in values.0 }, to: new.map { _ in values.1 })
        }
        return CatalogChange(old: old, new: new, fields: fields)
    }
}

/// The difference of one supplier between two states of a catalog.
package struct CatalogChange: Sendable, Hashable {
    /// The change of a supplier as a whole.
    package enum Kind: String, Sendable {
        case added, removed, changed
    }

    /// A field with both values.
    package struct Field: Sendable, Hashable {
        package let field: Supplier.Field

        /// The earlier value, or `nil` if the supplier was added.
        package let from: String?

        /// The present value, or `nil` if the supplier was removed.
        package let to: String?
    }

    /// The fields that are compared.
    static let fields = Supplier.Field.editable + [.createdAt]

    /// The supplier as it was, or `nil` if it was added.
    package let old: Supplier?

    /// The supplier as it is, or `nil` if it was removed.
    package let new: Supplier?

    /// The fields that differ; those that are empty are not among those of an added or a removed supplier.
    package let fields: [Field]

    package var kind: Kind { old == nil ? .added : new == nil ? .removed : .changed }
}
