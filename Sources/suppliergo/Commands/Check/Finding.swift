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

    /// The supplier at fault, or `nil` for a bad record and for a field that no record has.
    let subject: Subject?

    let rule: Rule

    /// The value that breaks the rule, or the sentence of a bad record; empty if the field is.
    let value: String

    /// The first supplier with the value, if several share it.
    var first: Subject?
}

/// Prints findings, one a line.
struct FindingFormatter: Sendable {
    private let rows: RowWriter
    private let style: TextStyle

    /// Creates a formatter.
    ///
    /// - Parameter isForTerminal: true if a terminal shows them, so that everything that it would obey is written out.
    init(format: OutputFormat, style: TextStyle, isForTerminal: Bool) {
        let names = ["id", "fullname", "rule", "value", "firstId", "firstFullname"]
        rows = RowWriter(names: names, format: format, isForTerminal: isForTerminal)
        self.style = style
    }

    /// The text before the first finding.
    var heading: String { rows.heading }

    /// A finding's line; for programs, values that do not apply are null, or empty in csv.
    func line(_ finding: Finding) -> String {
        if rows.format == .text { return text(of: finding) + "\n" }
        let (subject, first) = (finding.subject, finding.first)
        return rows.line([
            subject?.id.rawValue, subject?.fullname, finding.rule.rawValue, finding.value, first?.id.rawValue,
            first?.fullname,
        ])
    }

    private func text(of finding: Finding) -> String {
        let first = finding.first.map { " is also that of \(name(of: $0))" } ?? ""
        let value = finding.value.isEmpty ? "" : " " + shown(finding.value)
        let sentence = "\(style.warning(finding.clause))\(value)\(first)"
        guard let subject = finding.subject else { return sentence }
        return "\(style.bold(name(of: subject)))  \(sentence)"
    }

    private func name(of subject: Finding.Subject) -> String {
        let (id, fullname) = (shown(subject.id.rawValue), shown(subject.fullname))
        return fullname.isEmpty ? id : id + "  " + fullname
    }

    /// A text as a terminal may show it; most are, as they are.
    private func shown(_ text: String) -> String {
        text.isPrintableASCII ? text : text.visibleText.isolated(by: style)
    }
}

extension Finding {
    /// The rule in a line for people, before the value.
    fileprivate var clause: String {
        switch rule {
        case .badRecord: "bad record:"
        case .email: subject == nil ? "no record has an e-mail address" : CheckRules.email(value.utf8.span) ?? ""
        case .phone: subject == nil ? "no record has a phone number" : CheckRules.phone(value.utf8.span) ?? ""
        case .fullname: subject == nil ? "no record has a full name" : CheckRules.fullname(value.utf8.span) ?? ""
        case .sharedID: "the id"
        case .sharedEmail: "the e-mail address"
        case .sharedPhone: "the phone number"
        case .sharedName: "the name"
        case .goneAvatar: "the avatar is gone:"
        case .futureDate: "a date in the future:"
        }
    }
}
