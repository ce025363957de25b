import FoundationEssentials
import SupplierGoKit

/// The values that a command line gives to fields.
struct EditedValues: Sendable {
    /// The values without white space around them. An avatar is as it was given.
    let values: [SupplierEdit.Field: String]

    /// The directory that relative paths of avatars start from.
    let directory: String

    /// Reads the options that give fields their values.
    init(_ arguments: Arguments) {
        var values: [SupplierEdit.Field: String] = [:]
        for (field, option) in Options.fields {
            if let given = arguments.called(option.row).last { values[field] = given.text.trimmed }
        }
        self.values = values
        directory = arguments.environment.directory
    }

    /// Values with an avatar's endpoint in the place of a file's path.
    ///
    /// - Parameter byteLimit: how many bytes an image may have.
    /// - Throws: ``EditError`` where the file is not an image, or cannot be read.
    static func resolved(
        _ values: [SupplierEdit.Field: String], from directory: String, byteLimit: Int
    ) async throws -> [SupplierEdit.Field: String] {
        guard let text = values[.avatar], let path = filePath(text, from: directory) else { return values }
        let url = URL(filePath: path, directoryHint: .notDirectory).standardized
        let dataLoader = DataLoader()
        defer { Task { await dataLoader.shutdown() } }
        let bytes: [UInt8]
        do {
            bytes = try await dataLoader.data(for: DataRequest(url: url, byteLimit: byteLimit)).body
        } catch let error as DataLoadError {
            throw EditError.faults([EditFault(.avatar, "cannot be used: \(Failure.sentence(of: error))")])
        }
        guard ImageHeader(bytes) != nil, !ImageHeader.isCutShort(bytes) else {
            throw EditError.faults([EditFault(.avatar, "is not an image: '\(path)'")])
        }
        return values.merging([.avatar: url.absoluteString]) { $1 }
    }

    /// The path that an avatar's text names; `nil` where it names none.
    private static func filePath(_ text: String, from directory: String) -> String? {
        if text.lowercased().hasPrefix("file:") { return URL(string: text)?.path(percentEncoded: false) }
        guard !text.isEmpty, !text.contains("://") else { return nil }
        return text.hasPrefix("/") ? text : directory + "/" + text
    }
}

extension String {
    /// The text without white space around it.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count))
    }
}
