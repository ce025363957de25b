import SupplierGoKit

extension Arguments {
    /// The format that was given, or else the one that the output file's extension names.
    func outputFormat() throws(UsageError) -> OutputFormat {
        guard given(Options.format.row) == nil, let path = given(Options.output.row)?.text, path != "-" else {
            return try self[Options.format]
        }
        if let format = OutputFormat(extensionOf: path) { return format }
        guard OutputFormat.fileExtension(of: path) == nil else {
            throw UsageError(
                "the extension of '\(path)' names no format: give one with '\(Options.format.spelling)'",
                see: .command(command.name))
        }
        guard let format = OutputFormat(rawValue: path) else { return .card }
        throw UsageError(
            "'\(Options.output.spelling)' takes a file, and '\(path)' is a format",
            nearest: "\(Options.format.spelling) \(format.rawValue)", see: .command(command.name))
    }
}

extension OptionType where Value == [ListColumn] {
    /// Columns in their order, each at most once.
    static func columns(_ name: String) -> Self {
        let words = ListColumn.allCases.map(\.rawValue)
        let form = OptionForm(
            name: name, expectation: "a list of columns, each at most once: " + words.joined(separator: ","),
            completion: .choices(words))
        return Self(form: form) { text in
            let columns = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { word in
                ListColumn(rawValue: String(word))
            }
            let count = text.utf8.count { $0 == UInt8(ascii: ",") } + 1
            return Set(columns).count == count ? columns : nil
        }
    }
}
