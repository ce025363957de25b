import SupplierGoKit

/// A name in the value of `--columns`: a field of a supplier, or the avatar's file.
enum ListColumn: String, CaseIterable, Sendable {
    case id, name, company, phone, email, created, avatar, file

    /// The name in a catalog, which stands in headings for programs.
    var key: String {
        switch self {
        case .name: "fullname"
        case .created: "createdAt"
        case .file: "avatarFile"
        case .id, .company, .phone, .email, .avatar: rawValue
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
        }
    }

    /// The field that queries look in; `nil` if they do not.
    var field: Supplier.Field? {
        switch self {
        case .id: .id
        case .name: .fullname
        case .company: .company
        case .phone: .phone
        case .email: .email
        case .created, .avatar, .file: nil
        }
    }
}
