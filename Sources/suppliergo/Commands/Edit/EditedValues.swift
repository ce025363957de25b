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

    /// Values that hold, with an avatar's endpoint in the place of a file's path.
    ///
    /// - Parameters:
    ///   - original: the supplier as the catalog has it; its own avatar's endpoint is none of the user's files.
    ///   - byteLimit: how many bytes an image may have.
    ///   - check: throws where the values do not hold.
    /// - Throws: what `check` does, with the mistake of a file that is not an image, or cannot be read.
    static func checked(
        _ values: [SupplierEdit.Field: String], of original: Supplier?, from directory: String, byteLimit: Int,
        _ check: ([SupplierEdit.Field: String]) throws(EditError) -> Void
    ) async throws -> [SupplierEdit.Field: String] {
        var values = values
        var faults: [EditFault] = []
        if let text = values[.avatar], text != original?[.avatar], let path = filePath(text, from: directory) {
            do throws(EditFault) {
                values[.avatar] = try await imageURL(path, byteLimit: byteLimit)
            } catch {
                values[.avatar] = nil
                faults = [error]
            }
        }
        do throws(EditError) {
            try check(values)
        } catch {
            guard case .faults(let others) = error else { throw error }
            faults = others + faults
        }
        guard faults.isEmpty else { throw EditError.faults(faults) }
        return values
    }

    /// The URL of a file that is an image.
    private static func imageURL(_ path: String, byteLimit: Int) async throws(EditFault) -> String {
        let bytes: [UInt8]?
        do {
            bytes = try await RegularFile.bytes(at: path, limit: byteLimit)
        } catch {
            throw EditFault(.avatar, "cannot be used: \(error)")
        }
        guard let bytes, ImageHeader(bytes) != nil, !ImageHeader.isCutShort(bytes) else {
            throw EditFault(.avatar, "is not an image: '\(path)'")
        }
        return URL(filePath: path, directoryHint: .notDirectory).standardized.absoluteString
    }

    /// The path that an avatar's text names; `nil` where it names none.
    private static func filePath(_ text: String, from directory: String) -> String? {
        if text.lowercased().hasPrefix("file:") { return URL(string: text)?.path(percentEncoded: false) }
        guard !text.isEmpty, Avatar.scheme(of: text) == nil else { return nil }
        return text.hasPrefix("/") ? text : directory + "/" + text
    }
}
