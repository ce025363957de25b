import SupplierGoKit

/// The options of `list` alone.
extension Options {
    static let sort = Option(
        .choose, "sort", short: "s", .choice("order"), default: SupplierOrder.feed,
        "Sort the suppliers. feed is the catalog's own order.")

    static let reverse = Option(.choose, flag: "reverse", short: "r", "Reverse the order.")

    static let limit = Option<Int?>(
        .choose, "limit", short: "n", .count("count"), shown: "all", "Maximum number of suppliers to print.")

    static let columns = Option<[ListColumn]?>(
        .show, "columns", .columns("name,…"), shown: "those usual for the format",
        """
        The fields to print, in this order. They are \
        \(ListColumn.allCases.map(\.rawValue).joined(separator: ", ")). For card, tsv, csv, markdown, json and ndjson.
        """)

    static let group = Option<SupplierGrouping?>(
        .show, "group", short: "g", .choice("field"),
        "Group the suppliers by company, the largest first. For card, html and markdown.")

    static let avatars = Option<AvatarsMode?>(
        .cache, "avatars", .choice("mode"),
        shown: "detach for card on a terminal, wait for vcard, vcard4 and html, else off",
        """
        How to fetch avatars. wait stays until they are in, detach leaves them to a background process, and off fetches \
        none.
        """)
}
