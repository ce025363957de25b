import SupplierGoKit

/// One of several things to choose by a letter.
struct Menu: Sendable, Hashable {
    /// What is chosen.
    enum Choice: Sendable, Hashable {
        /// The field to copy.
        case copy(SupplierField)

        /// The order of the list.
        case sort(SupplierOrder)
    }

    /// A line of the menu.
    struct Item: Sendable, Hashable {
        /// The letter that chooses it.
        let letter: Character

        /// What it is called.
        let title: String

        /// What it does.
        let choice: Choice
    }

    /// What is asked.
    let title: String

    /// The lines.
    let items: [Item]

    /// The line one is on.
    var position = 0

    /// Asks which field of a supplier to copy; those that are empty are left out.
    static func copying(_ supplier: Supplier) -> Menu {
        let fields: [(Character, String, SupplierField)] = [
            ("n", "Name", .fullname), ("c", "Company", .company), ("e", "E-mail", .email), ("p", "Phone", .phone),
            ("i", "Id", .id),
        ]
        let items = fields.filter { !$0.2.text(of: supplier).isEmpty }.map { letter, name, field in
            Item(
                letter: letter, title: "\(name.padded(toWidth: 9))\(field.text(of: supplier).visibleText)",
                choice: .copy(field))
        }
        return Menu(title: "Copy", items: items)
    }

    /// Asks what to sort by; begins with the present order.
    static func sorting(by order: SupplierOrder) -> Menu {
        let items = [
            Item(letter: "f", title: "the catalog's order", choice: .sort(.feed)),
            Item(letter: "n", title: "name", choice: .sort(.name)),
            Item(letter: "c", title: "company", choice: .sort(.company)),
            Item(letter: "s", title: "since when", choice: .sort(.created)),
            Item(letter: "e", title: "e-mail", choice: .sort(.email)),
            Item(letter: "i", title: "id", choice: .sort(.id)),
        ]
        let position = items.firstIndex { $0.choice == .sort(order) } ?? 0
        return Menu(title: "Sort by", items: items, position: position)
    }
}
