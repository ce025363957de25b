/// A problem in a catalog's data.
package struct Finding: Sendable, Hashable {
    /// The rule that is broken; the raw value is its name for programs.
    package enum Rule: String, Sendable, CaseIterable {
        case badRecord = "bad-record"
        case email, phone, fullname
        case sharedID = "shared-id"
        case sharedEmail = "shared-email"
        case sharedPhone = "shared-phone"
        case sharedName = "shared-name"
        case goneAvatar = "gone-avatar"
        case futureDate = "future-date"
    }

    /// A supplier, as findings name it.
    package struct Subject: Sendable, Hashable {
        package let id: Supplier.ID
        package let fullname: String
    }

    /// The supplier at fault, or `nil` for a bad record.
    package let subject: Subject?

    package let rule: Rule

    /// The value that breaks the rule; empty if there is none.
    package let value: String

    /// The first supplier with the value, if several share it.
    package var first: Subject?

    /// Creates a supplier's finding.
    init(_ rule: Rule, of supplier: Supplier, _ value: String, first: Subject? = nil) {
        subject = Subject(id: supplier.id, fullname: supplier.fullname)
        self.rule = rule
        self.value = value
        self.first = first
    }

    /// Creates the finding of a bad record, whose value is its sentence.
    package init(badRecord sentence: String) {
        (subject, rule, value) = (nil, .badRecord, sentence)
    }
}
