import SupplierGoKit

/// The options of `list` alone.
extension Options {
    static let limit = Option<Int?>(
        .choose, "limit", short: "n", .limit("count"), default: nil, shown: "all", isSetting: false,
        "Maximum number of suppliers to print, or all.")

    static let columns = Option<[ListColumn]?>(
        .show, "columns", .columns("name,…"), shown: "those usual for the format",
        """
        The fields to print, in this order. They are \
        \(ListColumn.allCases.map(\.rawValue).joined(separator: ", ")), or any other field, such as address.city. \
        For card, tsv, csv, json and ndjson.
        """)

    static let avatars = Option<AvatarsMode?>(
        .cache, "avatars", .choice("mode"),
        shown: "detach for card on a terminal, wait for vcard and html, else off",
        """
        How to fetch avatars. wait stays until they are in, detach leaves them to a background process, and off \
        fetches none.
        """)
}

extension OptionType where Value == [ListColumn] {
    /// Columns in their order, each at most once.
    static func columns(_ name: String) -> Self {
        let words = ListColumn.allCases.map(\.rawValue)
        let expectation = "a list of columns, such as " + words.prefix(4).joined(separator: ",")
        return Self(name, expectation, .choices(words)) { text in
            let columns = text.split(separator: ",", omittingEmptySubsequences: false).compactMap {
                ListColumn.named(String($0))
            }
            let count = text.utf8.count { $0 == UInt8(ascii: ",") } + 1
            return Set(columns).count == count ? columns : nil
        }
    }
}

extension OptionType where Value == Int? {
    /// A whole number from 1, or `all`.
    static func limit(_ name: String) -> Self {
        let count = OptionType<Int>.count(name)
        return Self(name, count.form.expectation + ", or all") { text in
            text == "all" ? .some(nil) : count.read(text).map { .some($0) }
        }
    }
}

/// A value of `--avatars`.
enum AvatarsMode: String, CaseIterable, Sendable {
    /// Stay until they are in.
    case wait

    /// Leave them to a background process.
    case detach

    /// Load none.
    case off
}
