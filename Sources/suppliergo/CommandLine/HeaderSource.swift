import SupplierGoKit

/// The source of a `--header` option's fields, which `Arguments.headers(_:)` reads.
enum HeaderSource: Sendable, Hashable {
    /// A field that was given in the argument.
    case field(HeaderFields.Field)

    /// A file with one field a line; `-` is standard input.
    case file(path: String)

    /// Reads an option's value: `NAME: VALUE` or `@FILE`; `nil` if it is neither.
    init?(_ text: String) {
        if text.hasPrefix("@") {
            guard text.count > 1 else { return nil }
            self = .file(path: String(text.dropFirst()))
        } else {
            guard let field = Self.field(text) else { return nil }
            self = .field(field)
        }
    }

    /// Reads a line `NAME: VALUE`.
    static func field(_ line: some StringProtocol) -> HeaderFields.Field? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return HeaderFields.Field(name: String(line[..<colon]), value: String(line[line.index(after: colon)...]))
    }

    /// Reads a file's lines, blank ones left out.
    ///
    /// - Throws: ``UsageError``, which names a line but does not repeat it, since it may be a secret.
    static func fields(inLines text: String, path: String) throws(UsageError) -> [HeaderFields.Field] {
        var fields: [HeaderFields.Field] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
        where !line.allSatisfy(\.isWhitespace) {
            guard let field = field(line) else {
                throw UsageError("line \(index + 1) of the header file '\(path)' is not 'NAME: VALUE'", see: nil)
            }
            fields.append(field)
        }
        return fields
    }
}
