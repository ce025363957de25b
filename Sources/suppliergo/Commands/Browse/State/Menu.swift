import SupplierGoKit

/// One of several things to choose by a letter.
struct Menu: Sendable, Hashable {
    /// The effect of an item.
    enum Choice: Sendable, Hashable {
        /// The text to copy.
        case copy(String)

        /// A field of the marked suppliers, to copy.
        case copyMarked(Supplier.Field)

        /// The way to settle the conflicts of an edit.
        case settle(SupplierChange)

        /// The order of the list.
        case sort(SupplierOrder)
    }

    /// A line of the menu.
    struct Item: Sendable, Hashable {
        /// The letter or digit that chooses it; `nil` for none.
        let letter: Character?

        /// The item's name.
        let title: String

        /// The item's effect.
        let choice: Choice
    }

    /// The question.
    let title: String

    /// The lines.
    let items: [Item]

    /// The current line.
    var position = 0

    /// Moves to another line, or as near as there is one.
    mutating func move(by distance: Int) {
        position = max(0, min(position + distance, items.count - 1))
    }

    private static let copiedFields: [(Character, String, Supplier.Field)] = [
        ("n", "Name", .fullname), ("c", "Company", .company), ("e", "E-mail", .email), ("p", "Phone", .phone),
        ("i", "Id", .id),
    ]

    /// Asks which field of the marked suppliers to copy.
    static func copying(markedCount count: Int) -> Menu {
        let items = copiedFields.map { Item(letter: $0, title: $1, choice: .copyMarked($2)) }
        return Menu(title: "Copy of \(Count.formatted(count, "supplier"))", items: items)
    }

    /// Asks how to settle the conflicts of a supplier's edit.
    static func settling(_ edited: SupplierEdits.Applied, _ takesCatalogs: SupplierChange) -> Menu {
        func values(_ value: (Supplier.Field) -> String?) -> String {
            edited.conflicts.map { "\($0.rawValue) \(value($0).shown)" }.joined(separator: ", ")
        }
        let theirs = values { takesCatalogs.original?[$0] }, own = values { edited.supplier?[$0] }
        var keepsOwn = takesCatalogs
        keepsOwn.kind = .keepOwn
        return Menu(
            title: "The catalog has changed what you edited",
            items: [
                Item(letter: "t", title: "take " + theirs, choice: .settle(takesCatalogs)),
                Item(letter: "k", title: "keep " + own, choice: .settle(keepsOwn)),
            ])
    }

    /// Asks which field of a supplier to copy; empty ones are left out.
    static func copying(_ supplier: Supplier) -> Menu {
        let items = copiedFields.compactMap { letter, name, field -> Item? in
            let text = supplier[field].visibleText
            guard !text.isEmpty else { return nil }
            return Item(letter: letter, title: name.padded(toWidth: 9) + text, choice: .copy(text))
        }
        return Menu(title: "Copy", items: items)
    }

    /// Asks what to sort by: our fields, then others, nine of them with a digit. Begins with the present order.
    static func sorting(by order: SupplierOrder, otherPaths: [String]) -> Menu {
        let letters: [SupplierOrder: Character] = [.catalog: "f", .created: "d"]
        let own = SupplierOrder.named.map { order in
            Item(letter: letters[order] ?? order.description.first, title: order.title, choice: .sort(order))
        }
        let paths = otherPaths.map(Supplier.OtherFields.listEntry)
        let orders = paths.compactMap { SupplierOrder($0) }.filter { $0.otherPaths.count == 1 }
        let others = orders.enumerated().map { index, order in
            Item(letter: index < 9 ? "\(index + 1)".first : nil, title: order.title, choice: .sort(order))
        }
        let items = own + others
        let position = items.firstIndex { $0.choice == .sort(order) } ?? items.count
        let present = Item(letter: nil, title: order.title, choice: .sort(order))
        return Menu(title: "Sort by", items: position < items.count ? items : items + [present], position: position)
    }
}

extension SupplierOrder {
    /// The order's name, after "by".
    var title: String { self == .catalog ? "the catalog's order" : keys.map(\.title).joined(separator: ", ") }
}

extension SupplierOrder.Key {
    fileprivate var title: String {
        switch self {
        case .field(.createdAt): "date"
        case .field(.email): "e-mail"
        case .field, .other: name
        }
    }
}
