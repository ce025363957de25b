/// The ranges of a supplier's fields in UTF-8 text, in any order.
package struct FieldRanges: Sendable, Hashable {
    /// The id, which is not empty.
    package let id: Range<Int>

    /// The date-time, in the form that ``Timestamp/description`` has; empty if it is unknown.
    package let createdAt: Range<Int>

    /// The person's name.
    package let fullname: Range<Int>

    /// The avatar's endpoint without blanks around it, which is not empty; `nil` without an avatar.
    package let avatar: Range<Int>?

    /// The phone number.
    package let phone: Range<Int>

    /// The company's name.
    package let company: Range<Int>

    /// The e-mail address.
    package let email: Range<Int>

    /// No field has a character below U+0020, a quotation mark or a backslash; `false` if unknown.
    package var isPlain: Bool

    /// The fields that a local edit has changed.
    package var edited: Supplier.EditedFields = []

    /// The other members, as ``Supplier/OtherFields`` has them, and the number of bytes of those that an export has.
    package var other = 0..<0
    package var exportedByteCount = 0
}

extension FieldRanges {
    /// Creates the ranges of fields that may hold any characters.
    package init(
        id: Range<Int>, createdAt: Range<Int>, fullname: Range<Int>, company: Range<Int>, email: Range<Int>,
        phone: Range<Int>, avatar: Range<Int>?
    ) {
        self.init(
            id: id, createdAt: createdAt, fullname: fullname, avatar: avatar, phone: phone, company: company,
            email: email, isPlain: false)
    }

    /// The bytes of all fields but the other members.
    package var byteCount: Int {
        id.count + createdAt.count + fullname.count + (avatar?.count ?? 0) + phone.count + company.count + email.count
    }

    /// A field's range; `nil` without an avatar.
    package subscript(field: Supplier.Field) -> Range<Int>? {
        switch field {
        case .id: id
        case .createdAt: createdAt
        case .fullname: fullname
        case .avatar: avatar
        case .phone: phone
        case .company: company
        case .email: email
        }
    }

    /// Appends a supplier's fields to a text.
    package init(of supplier: Supplier, writtenTo text: inout [UInt8]) {
        func append(_ field: String) -> Range<Int> {
            let start = text.count
            text.append(contentsOf: field.utf8)
            return start..<text.count
        }
        self.init(
            id: append(supplier.id.rawValue), createdAt: append(supplier[.createdAt]),
            fullname: append(supplier.fullname), avatar: supplier.avatar.map { append($0.endpoint) },
            phone: append(supplier.phone), company: append(supplier.company), email: append(supplier.email),
            isPlain: false, edited: supplier.editedFields)
        let start = text.count
        text += supplier.otherFields.json
        (other, exportedByteCount) = (start..<text.count, supplier.otherFields.exportedByteCount)
    }
}

extension Supplier {
    /// Calls a function with the fields in a text.
    package func withFields<Value>(_ body: (FieldRanges, Span<UInt8>) throws -> Value) rethrows -> Value {
        var text: [UInt8] = []
        let fields = FieldRanges(of: self, writtenTo: &text)
        return try body(fields, text.span)
    }
}

extension Supplier.OtherFields {
    /// Creates the members among some fields.
    package init(_ fields: FieldRanges, in text: Span<UInt8>) {
        self.init(json: Array(copying: text.extracting(fields.other)), exportedByteCount: fields.exportedByteCount)
    }
}

extension Supplier {
    /// Creates the supplier of some fields; `nil` if they have no id.
    package init?(_ fields: FieldRanges, in text: Span<UInt8>) {
        func string(_ range: Range<Int>) -> String { String(decoding: text.extracting(range)) }
        guard let id = ID(string(fields.id)) else { return nil }
        self.init(
            id: id, createdAt: Timestamp(utf8: text.extracting(fields.createdAt)), fullname: string(fields.fullname),
            avatar: fields.avatar.flatMap { Avatar(endpoint: string($0)) }, phone: string(fields.phone),
            company: string(fields.company), email: string(fields.email))
        editedFields = fields.edited
        otherFields = Supplier.OtherFields(fields, in: text)
    }
}
