import SupplierGoKit

/// Prints `check`.
enum FindingFormat: String, CaseIterable, Sendable {
    /// For people.
    case text

    /// A finding a line, as an object.
    case ndjson

    /// A finding a line, with a heading (RFC 4180).
    case csv
}

/// Prints findings, one a line.
struct FindingFormatter: Sendable {
    let format: FindingFormat
    let style: TextStyle

    /// A terminal shows them, so that everything that it would obey is written out.
    let isForTerminal: Bool

    /// The text before the first finding.
    var heading: String { format == .csv ? CSVText.line(Self.names) : "" }

    private static let names = ["id", "fullname", "rule", "value", "firstId", "firstFullname"]

    /// A finding's line.
    func line(_ finding: Finding) -> String {
        switch format {
        case .text: text(of: finding) + "\n"
        case .ndjson: JSONMembers(Self.names, values(of: finding)).jsonLine(isForTerminal: isForTerminal)
        case .csv: CSVText.line(values(of: finding), isForTerminal: isForTerminal)
        }
    }

    /// A finding for programs; values that do not apply are null, or empty in csv.
    private func values(of finding: Finding) -> [String?] {
        [
            finding.subject?.id.rawValue, finding.subject?.fullname, finding.rule.rawValue, finding.value,
            finding.first?.id.rawValue, finding.first?.fullname,
        ]
    }

    private func text(of finding: Finding) -> String {
        let first = finding.first.map { " is also that of \(name(of: $0))" } ?? ""
        let value = finding.value.isEmpty ? "" : " " + shown(finding.value)
        let sentence = style.warning(finding.rule.clause(isEmpty: finding.value.isEmpty)) + value + first
        guard let subject = finding.subject else { return sentence }
        return style.bold(name(of: subject)) + "  " + sentence
    }

    private func name(of subject: Finding.Subject) -> String {
        let (id, fullname) = (shown(subject.id.rawValue), shown(subject.fullname))
        return fullname.isEmpty ? id : id + "  " + fullname
    }

    /// A text as a terminal may show it; most are, as they are.
    private func shown(_ text: String) -> String {
        text.isPlainASCII ? text : text.visibleText.isolated(by: style)
    }
}

extension Finding.Rule {
    /// The rule in a line for people, before the value.
    fileprivate func clause(isEmpty: Bool) -> String {
        switch self {
        case .badRecord: "bad record:"
        case .email: isEmpty ? "no e-mail address" : "malformed e-mail address"
        case .phone: isEmpty ? "no phone number" : "phone number with fewer than 6 digits:"
        case .fullname: isEmpty ? "no full name" : "full name of one word:"
        case .sharedID: "the id"
        case .sharedEmail: "the e-mail address"
        case .sharedPhone: "the phone number"
        case .sharedName: "the name"
        case .goneAvatar: "the avatar is gone:"
        case .futureDate: "a date in the future:"
        }
    }
}
