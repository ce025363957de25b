import SupplierGoKit

/// The options by which `list` and `browse` arrange suppliers.
extension Options {
    static let sort = Option(
        .choose, "sort", short: "s", .order("field,…"), default: SupplierOrder.catalog,
        """
        Sort the suppliers by a field, or by several. They are feed, the catalog's order, \
        \(SupplierOrder.named.dropFirst().map(\.description).joined(separator: ", ")), or any other field, such as \
        address.city.
        """)

    static let reverse = Option(.choose, flag: "reverse", short: "r", "Reverse the order.")

    static let group = Option<SupplierGrouping?>(
        .show, "group", short: "g", .choice("field"),
        "Group the suppliers by company, the largest first. For card and html.")
}

extension OptionType where Value == SupplierOrder {
    /// The fields that suppliers are sorted by, each at most once.
    static func order(_ name: String) -> Self {
        let words = SupplierOrder.named.map(\.description)
        let expectation = "feed, or a list of fields, such as company,name"
        return Self(name, expectation, .choices(words), text: { "\($0)" }) { SupplierOrder($0) }
    }
}
