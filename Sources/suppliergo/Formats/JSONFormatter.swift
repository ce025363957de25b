import SupplierGoKit

/// Prints suppliers in the catalog's own field names, with what the cache holds: the output is itself a catalog.
struct JSONFormatter: SupplierFormatter {
    /// How the records stand together.
    enum Layout: Sendable {
        /// One array, a record a line.
        case array

        /// A record a line, and nothing else.
        case lines
    }

    private let layout: Layout
    private let isForTerminal: Bool
    private var hasRecords = false

    /// Creates a formatter.
    ///
    /// - Parameters:
    ///   - layout: how the records stand together.
    ///   - isForTerminal: whether everything that a terminal would obey is escaped, not control characters only.
    init(layout: Layout, isForTerminal: Bool) {
        self.layout = layout
        self.isForTerminal = isForTerminal
    }

    var readsCache: Bool { true }

    mutating func begin(into output: inout [UInt8]) {
        if layout == .array { output.append("[") }
    }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        if layout == .array { output.append(hasRecords ? ",\n" : "\n") }
        hasRecords = true
        let start = output.count
        Self.append(listed, into: &output)
        if isForTerminal { output.replaceHidden(from: start, by: JSONText.escaped) }
        if layout == .lines { output.append("\n") }
    }

    mutating func end(into output: inout [UInt8]) {
        if layout == .array { output.append(hasRecords ? "\n]\n" : "]\n") }
    }

    /// Adds a record. One reservation serves all of it: that is what makes it quick.
    private static func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        let id = listed.supplier.id.rawValue.utf8.span
        let createdAt = listed.supplier.createdAt
        let fullname = listed.supplier.fullname.utf8.span
        let avatar = listed.supplier.avatar?.endpoint
        let phone = listed.supplier.phone.utf8.span
        let company = listed.supplier.company.utf8.span
        let email = listed.supplier.email.utf8.span
        let file = listed.avatar?.file
        let state = listed.avatarState.rawValue
        var byteCount = id.count + fullname.count + phone.count + company.count + email.count
        byteCount += (avatar?.utf8.count ?? 0) + (file?.utf8.count ?? 0)
        // Names, punctuation, `null` and the state take less than 160.
        output.append(addingCapacity: JSONText.growth * byteCount + 160 + Timestamp.longestText) { output in
            write(#"{"id":"#, id, into: &output)
            output.append(#","createdAt":""#)
            createdAt.write(into: &output)
            write(#"","fullname":"#, fullname, into: &output)
            write(#","avatar":"#, avatar, into: &output)
            write(#","phone":"#, phone, into: &output)
            write(#","company":"#, company, into: &output)
            write(#","email":"#, email, into: &output)
            write(#","avatarFile":"#, file, into: &output)
            write(#","avatarState":"#, state, into: &output)
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ name: String, _ value: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        output.append(name)
        JSONText.write(value, into: &output)
    }

    private static func write(_ name: String, _ value: String?, into output: inout OutputSpan<UInt8>) {
        if let value {
            write(name, value.utf8.span, into: &output)
        } else {
            output.append(name)
            output.append("null")
        }
    }
}
