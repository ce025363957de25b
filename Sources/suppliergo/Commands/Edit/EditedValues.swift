import FoundationEssentials
import SupplierGoKit

/// New values of a supplier's fields, without white space around them.
typealias EditedValues = [Supplier.Field: String]

extension Arguments {
    /// The values that options give to fields. An avatar is as it was given.
    var editedValues: EditedValues {
        var values: EditedValues = [:]
        for (field, option) in Options.fields {
            if let given = called(option.row).last { values[field] = given.text.trimmed }
        }
        return values
    }
}

extension Session {
    /// Values that hold, with an avatar's endpoint in the place of a file's path.
    ///
    /// - Parameters:
    ///   - original: the supplier as the catalog has it; its own avatar's endpoint is none of the user's files.
    ///   - edits: the catalog's edits as they are.
    ///   - apply: changes edits by the values, here a copy; throws where the values do not hold.
    /// - Throws: what `apply` does, with the mistake of a file that is not an image, or cannot be read.
    func checked(
        _ values: EditedValues, of original: Supplier?, in edits: SupplierEdits,
        _ apply: (inout SupplierEdits, EditedValues) throws(EditError) -> Void
    ) async throws -> EditedValues {
        var values = values
        var faults: [EditFault] = []
        if let text = values[.avatar], text != original?[.avatar], let path = filePath(ofAvatar: text) {
            do throws(EditFault) {
                values[.avatar] = try await imageURL(path)
            } catch {
                values[.avatar] = nil
                faults = [error]
            }
        }
        do throws(EditError) {
            var trial = edits
            try apply(&trial, values)
        } catch {
            guard case .faults(let others) = error else { throw error }
            faults = others + faults
        }
        guard faults.isEmpty else { throw EditError.faults(faults) }
        return values
    }

    /// The URL of a file that is an image.
    private func imageURL(_ path: String) async throws(EditFault) -> String {
        let bytes: [UInt8]?
        do {
            bytes = try await RegularFile.bytes(at: path, limit: loader.configuration.avatarByteLimit)
        } catch {
            throw EditFault(.avatar, "cannot be used: \(error)")
        }
        guard let bytes, ImageHeader(bytes) != nil, !ImageHeader.isCutShort(bytes) else {
            throw EditFault(.avatar, "is not an image: '\(path)'")
        }
        return URL(filePath: path, directoryHint: .notDirectory).standardized.absoluteString
    }

    /// The path that an avatar's text names; `nil` where it names none.
    private func filePath(ofAvatar text: String) -> String? {
        if text.lowercased().hasPrefix("file:") { return URL(string: text)?.path(percentEncoded: false) }
        guard !text.isEmpty, Avatar.scheme(of: text) == nil else { return nil }
        return text.hasPrefix("/") ? text : console.environment.directory + "/" + text
    }
}
