import SupplierGoKit

/// A value that is printed in JSON (RFC 8259); all of the program's JSON but lists of suppliers, whose
/// ``RecordFormatter`` writes the same strings.
protocol JSONWritable: Sendable {
    /// The value in JSON; a missing one is `null`.
    var json: String { get }
}

extension JSONWritable {
    /// The value in a line of its own.
    ///
    /// - Parameter isForTerminal: whether everything that a terminal would obey is escaped. Default `false`.
    func jsonLine(isForTerminal: Bool = false) -> String {
        (isForTerminal ? json.replacingHidden(by: \.escapedForJSON) : json) + "\n"
    }
}

/// An object, whose members keep their order.
struct JSONMembers: JSONWritable, ExpressibleByDictionaryLiteral {
    let members: [(String, any JSONWritable)]

    init(dictionaryLiteral members: (String, any JSONWritable)...) {
        self.members = members
    }

    init(_ names: [String], _ values: [any JSONWritable]) {
        members = Array(zip(names, values))
    }

    var json: String { "{" + members.map { $0.json + ":" + $1.json }.joined(separator: ",") + "}" }
}

extension String: JSONWritable {
    var json: String {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: JSONText.growth * utf8.count + 2) { JSONText.write(utf8.span, into: &$0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Int: JSONWritable {
    var json: String { String(self) }
}

extension Bool: JSONWritable {
    var json: String { String(self) }
}

/// A number of seconds with at most three decimals.
extension Duration: JSONWritable {
    var json: String {
        let thousandths = Int((self / .milliseconds(1)).rounded())
        return thousandths.isMultiple(of: 1000) ? "\(thousandths / 1000)" : "\(Double(thousandths) / 1000)"
    }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    var json: String { self?.json ?? "null" }
}

extension Array: JSONWritable where Element: JSONWritable {
    var json: String { "[" + map(\.json).joined(separator: ",") + "]" }
}
