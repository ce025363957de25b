import SupplierGoKit

/// A name in the value of `--columns`: a field of a supplier, the avatar's file, or another field of the records.
struct ListColumn: Hashable, CaseIterable, Sendable {
    /// The name on the command line; of another field its path.
    let rawValue: String
    /// The name in headings for people.
    let title: String
    /// The field that it shows; `nil` if it is none of a supplier's own.
    var shownField: Supplier.Field?
    /// The width that most values fit into.
    var usualWidth = 0

    static let id = Self(rawValue: "id", title: "Id", shownField: .id)
    static let name = Self(rawValue: "name", title: "Name", shownField: .fullname, usualWidth: 20)
    static let company = Self(rawValue: "company", title: "Company", shownField: .company, usualWidth: 24)
    static let phone = Self(rawValue: "phone", title: "Phone", shownField: .phone, usualWidth: 16)
    static let email = Self(rawValue: "email", title: "E-mail", shownField: .email, usualWidth: 28)
    static let created = Self(rawValue: "created", title: "Since", shownField: .createdAt, usualWidth: 17)
    static let avatar = Self(rawValue: "avatar", title: "Avatar", shownField: .avatar)
    static let file = Self(rawValue: "file", title: "File")

    /// The columns with names of our own.
    static let allCases: [ListColumn] = [.id, .name, .company, .phone, .email, .created, .avatar, .file]

    /// The column of a name; `nil` for an empty one.
    static func named(_ name: String) -> ListColumn? {
        name.isEmpty
            ? nil : allCases.first { $0.rawValue == name || $0.key == name } ?? Self(rawValue: name, title: name)
    }

    /// The name in a catalog, which stands in headings for programs.
    var key: String { self == .file ? "avatarFile" : shownField?.rawValue ?? rawValue }

    /// The path of another field; `nil` for a column with a name of our own.
    var otherPath: String? { shownField == nil && self != .file ? rawValue : nil }

    /// The order by it; `nil` for the avatar's file.
    var order: SupplierOrder? { self == .file ? nil : SupplierOrder(Supplier.OtherFields.listEntry(rawValue)) }

    /// The field that queries look in; `nil` if they do not.
    var field: Supplier.Field? { shownField == .createdAt || shownField == .avatar ? nil : shownField }
}
