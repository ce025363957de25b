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

    /// The phone number, as given.
    public let phone: String

    /// The company's name, as given.
    public let company: String

    /// The e-mail address, as given; it is not validated.
    public let email: String

    /// The picture, or `nil` where the record's `avatar` is absent, null or empty.
    public var avatar: Avatar?
}

// An initializer that is written out builds a structure of this size in place and then copies it, seven reference
// counts and all; the one that the compiler makes does not. So this one stands in an extension, and calls that one.
extension Supplier {
    /// Creates a supplier from its parts.
    public init(
        id: ID, createdAt: Timestamp, fullname: String, avatar: Avatar?, phone: String, company: String, email: String
    ) {
        self.init(
            id: id, createdAt: createdAt, fullname: fullname, phone: phone, company: company, email: email,
            avatar: avatar)
    }
}
