/// One supplier of a catalog: a record that decoded.
///
/// The avatar is only a part of the supplier: its endpoint comes with the record, its bytes are loaded apart and later
/// by ``SupplierLoader/avatars(for:delivering:)``.
public struct Supplier: Sendable, Hashable, Identifiable {
    /// The catalog's own name for the supplier, never empty. A catalog may use one id twice.
    public let id: ID

    /// Since when the supplier is in the directory.
    public let createdAt: Timestamp

    /// The person's full name, as given.
    public let fullname: String

    /// The picture, or `nil` where the record's `avatar` is absent, null or empty.
    public var avatar: Avatar?

    /// The phone number, as given.
    public let phone: String

    /// The company's name, as given.
    public let company: String

    /// The e-mail address, as given; it is not validated.
    public let email: String

    /// Creates a supplier from its parts.
    public init(
        id: ID, createdAt: Timestamp, fullname: String, avatar: Avatar?, phone: String, company: String, email: String
    ) {
        self.id = id
        self.createdAt = createdAt
        self.fullname = fullname
        self.avatar = avatar
        self.phone = phone
        self.company = company
        self.email = email
    }
}
