internal import SupplierGoKit

/// Prints suppliers in the catalog's own field names, with what the cache holds: the output is itself a catalog.
struct JSONFormatter: SupplierFormatter {
    /// How the records stand together.
    enum Layout: Sendable {
        /// One array, a record a line.
        case array

        /// A record a line, and nothing else.
        case lines
    }

    /// How the records stand together.
    let layout: Layout

    /// Whether everything that a terminal would obey is written as an escape, not control characters only.
    let isForTerminal: Bool

    private var hasRecords = false

    /// Creates a formatter.
    init(layout: Layout, isForTerminal: Bool) {
        self.layout = layout
        self.isForTerminal = isForTerminal
    }

    var readsCache: Bool { true }

    mutating func begin(into output: inout [UInt8]) {
        if layout == .array { output.append(UInt8(ascii: "[")) }
    }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        if layout == .array { output.append(contentsOf: hasRecords ? ",\n".utf8 : "\n".utf8) }
        hasRecords = true
        appendRecord(listed, into: &output)
        if layout == .lines { output.append(UInt8(ascii: "\n")) }
    }

    mutating func end(into output: inout [UInt8]) {
        if layout == .array { output.append(contentsOf: hasRecords ? "\n]\n".utf8 : "]\n".utf8) }
    }

    private func appendRecord(_ listed: ListedSupplier, into output: inout [UInt8]) {
        let supplier = listed.supplier
        append(#"{"id":"#, supplier.id.rawValue, into: &output)
        output.append(contentsOf: #","createdAt":""#.utf8)
        output.append(contentsOf: supplier.createdAt.utf8Text)
        output.append(UInt8(ascii: "\""))
        append(#","fullname":"#, supplier.fullname, into: &output)
        append(#","avatar":"#, supplier.avatar?.endpoint, into: &output)
        append(#","phone":"#, supplier.phone, into: &output)
        append(#","company":"#, supplier.company, into: &output)
        append(#","email":"#, supplier.email, into: &output)
        append(#","avatarFile":"#, listed.avatar?.file, into: &output)
        append(#","avatarState":"#, listed.avatarState.rawValue, into: &output)
        output.append(UInt8(ascii: "}"))
    }

    private func append(_ name: StaticString, _ value: String?, into output: inout [UInt8]) {
        output.append(contentsOf: "\(name)".utf8)
        if let value {
            JSONText.append(value, escapesHidden: isForTerminal, into: &output)
        } else {
            output.append(contentsOf: "null".utf8)
        }
    }
}

extension ListedSupplier {
    /// What `avatarState` can say.
    enum AvatarState: String, Sendable {
        /// The cache has the avatar.
        case cached

        /// There is an endpoint, and the cache does not have its avatar.
        case missing

        /// There is no endpoint.
        case none
    }

    /// Whether the avatar is in the cache, or why not.
    var avatarState: AvatarState {
        supplier.avatar == nil ? .none : avatar == nil ? .missing : .cached
    }
}
