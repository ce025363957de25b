import SupplierGoKit

/// A name in the value of `--columns`: a field of a supplier, the avatar's file, or another field of the records.
enum ListColumn: Hashable, RawRepresentable, CaseIterable, Sendable {
    case id, name, company, phone, email, created, avatar, file

    /// The path of another field.
    case other(String)

    /// The columns with names of our own.
    static let allCases: [ListColumn] = [.id, .name, .company, .phone, .email, .created, .avatar, .file]

    /// Creates the column of a name; `nil` for an empty one.
    init?(rawValue name: String) {
        guard !name.isEmpty else { return nil }
        self = Self.allCases.first { $0.rawValue == name } ?? .other(name)
    }

    var rawValue: String {
        switch self {
        case .id: "id"
        case .name: "name"
        case .company: "company"
        case .phone: "phone"
        case .email: "email"
        case .created: "created"
        case .avatar: "avatar"
        case .file: "file"
        case .other(let path): path
        }
    }

    /// The name in a catalog, which stands in headings for programs.
    var key: String {
        switch self {
        case .name: "fullname"
        case .created: "createdAt"
        case .file: "avatarFile"
        case .id, .company, .phone, .email, .avatar, .other: rawValue
        }
    }

    /// The name in headings for people.
    var title: String {
        switch self {
        case .id: "Id"
        case .name: "Name"
        case .company: "Company"
        case .phone: "Phone"
        case .email: "E-mail"
        case .created: "Since"
        case .avatar: "Avatar"
        case .file: "File"
        case .other(let path): path
        }
    }

    /// The field that it shows; `nil` if it is none of a supplier's own.
    var shownField: Supplier.Field? {
        switch self {
        case .created: .createdAt
        case .avatar: .avatar
        default: field
        }
    }

    /// The path of another field; `nil` for a column with a name of our own.
    var otherPath: String? { if case .other(let path) = self { path } else { nil } }

    /// The field that queries look in; `nil` if they do not.
    var field: Supplier.Field? {
        switch self {
        case .id: .id
        case .name: .fullname
        case .company: .company
        case .phone: .phone
        case .email: .email
        case .created, .avatar, .file, .other: nil
        }
    }
}
