import SupplierGoKit

/// A problem in a catalog's data.
struct Finding: Sendable, Hashable {
    /// The rule that is broken; the raw value is its name for programs.
    enum Rule: String, Sendable, CaseIterable {
        case badRecord = "bad-record"
        case email, phone, fullname
        case goneAvatar = "gone-avatar"
        case futureDate = "future-date"
        case sharedID = "shared-id"
        case sharedEmail = "shared-email"
        case sharedPhone = "shared-phone"
        case sharedName = "shared-name"

        /// The rules for one supplier, and those for several.
        static let ofOne: [Rule] = [.email, .phone, .fullname, .goneAvatar, .futureDate]
        static let ofSeveral: [Rule] = [.sharedID, .sharedEmail, .sharedPhone, .sharedName]

        /// The field whose value breaks the rule.
        var field: Supplier.Field {
            switch self {
            case .badRecord, .sharedID: .id
            case .email, .sharedEmail: .email
            case .phone, .sharedPhone: .phone
            case .fullname, .sharedName: .fullname
            case .goneAvatar: .avatar
            case .futureDate: .createdAt
            }
        }
    }

    /// A supplier, as findings name it.
    struct Subject: Sendable, Hashable {
        let id: Supplier.ID
        let fullname: String

        init?(_ fields: FieldRanges, in text: Span<UInt8>) {
            guard let id = Supplier.ID(String(decoding: text.extracting(fields.id))) else { return nil }
            (self.id, fullname) = (id, String(decoding: text.extracting(fields.fullname)))
        }
    }

    /// The supplier at fault, or `nil` for a bad record.
    let subject: Subject?

    let rule: Rule

    /// The value that breaks the rule; empty if the field is.
    let value: String

    /// The first supplier with the value, if several share it.
    var first: Subject?
}

extension Finding {
    /// Creates the finding of a bad record, whose value is its sentence.
    init(badRecord sentence: String) {
        self.init(subject: nil, rule: .badRecord, value: sentence)
    }
}
