/// Where a supplier's fields stand in UTF-8 text, each as ``Supplier`` would give it; the avatar is left out.
///
/// None of them has a control character, a quotation mark or a backslash: they are strings of a JSON text that need no
/// escapes. They lie in the order of the catalog's choice.
public struct SupplierPlaces: Sendable, Hashable {
    /// Where the id is, which is not empty.
    public let id: Range<Int>

    /// Where the date-time is, as a ``Timestamp`` writes it.
    public let createdAt: Range<Int>

    /// Where the person's name is.
    public let fullname: Range<Int>

    /// Where the phone number is.
    public let phone: Range<Int>

    /// Where the company's name is.
    public let company: Range<Int>

    /// Where the e-mail address is.
    public let email: Range<Int>

    /// Creates the places of a supplier's fields.
    public init(
        id: Range<Int>, createdAt: Range<Int>, fullname: Range<Int>, phone: Range<Int>, company: Range<Int>,
        email: Range<Int>
    ) {
        self.id = id
        self.createdAt = createdAt
        self.fullname = fullname
        self.phone = phone
        self.company = company
        self.email = email
    }
}
