public import FoundationEssentials
public import SupplierGoKit

/// Field lines as tests write them.
public enum ResponseLines {
    /// The moment that a response is received at: Sun, 06 Nov 1994 08:49:37 GMT.
    public static let receivedAt = Date(timeIntervalSince1970: 784_111_777)

    /// Field lines with their dates put in: `{-60}` is a minute before a date.
    public static func fields(_ lines: [String], at receivedAt: Date = receivedAt) -> HeaderFields {
        HeaderFields(
            lines.compactMap { line in
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                let value = parts[1].replacing(/\{(-?\d+)\}/) { match in
                    date(receivedAt.addingTimeInterval(TimeInterval(match.1) ?? 0))
                }
                return HeaderFields.Field(name: parts[0], value: value)
            })
    }

    /// A date as servers write it (RFC 9110, section 5.6.7).
    public static func date(_ date: Date) -> String {
        let text = date.formatted(.iso8601)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split { $0 == "-" || $0 == "T" || $0 == "Z" }
        return "Sun, \(parts[2]) \(months[(Int(parts[1]) ?? 1) - 1]) \(parts[0]) \(parts[3]) GMT"
    }
}
