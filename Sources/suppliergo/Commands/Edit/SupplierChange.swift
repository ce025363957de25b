import FoundationEssentials
import SupplierGoKit

/// New values of a supplier's fields, without white space around them.
typealias EditedValues = [Supplier.Field: String]

/// A change of one supplier's fields, which is checked and then kept beside the catalog.
///
/// `edit` and `add` fill it from the command line or an editor, the browser from its form.
struct SupplierChange: Sendable {
    let session: Session
    let store: EditStore
    let id: Supplier.ID

    /// The supplier as the catalog has it; `nil` if the catalog has none.
    let original: Supplier?

    /// The supplier is added.
    var isNew = false

    /// Keeps the values that were given or, if there are none, those that the user writes into a form.
    ///
    /// - Parameters:
    ///   - heading: the form's first line.
    ///   - shown: the supplier whose values the form begins with; `nil` for empty ones.
    /// - Returns: the edit before, and the edit that is kept.
    /// - Throws: as ``checked(_:)``, ``EditStore`` and ``EditorSession`` do.
    func keep(
        _ given: EditedValues, orAsk heading: String, from shown: Supplier?
    ) async throws -> (before: SupplierEdits.Edit?, after: SupplierEdits.Edit?) {
        guard given.isEmpty else { return try await keep(try await checked(given)) }
        let values = Dictionary(uniqueKeysWithValues: Supplier.Field.editable.map { ($0, shown?[$0] ?? "") })
        return try await EditorSession(form: EditForm(heading: heading, values: values), change: self).run()
    }

    /// Keeps values that were checked.
    func keep(_ values: EditedValues) async throws -> (before: SupplierEdits.Edit?, after: SupplierEdits.Edit?) {
        try await store.update(of: session.loader.location) { edits in
            let before = edits[id]
            try apply(values, to: &edits)
            return (before, edits[id])
        }
    }

    /// Applies values that were checked to the edits of the catalog.
    func apply(_ values: EditedValues, to edits: inout SupplierEdits) throws(SupplierEdits.Edit.Error) {
        if isNew {
            try edits.add(id, values, at: Timestamp(.now))
        } else {
            try edits.change(values, of: id, original: original, at: Timestamp(.now))
        }
    }

    /// Values that hold, with the endpoint of an avatar's file in the place of its path.
    ///
    /// - Throws: ``SupplierEdits/Edit/Error``, which names a file that is not an image, or cannot be read;
    /// ``EditStoreError``.
    func checked(_ values: EditedValues) async throws -> EditedValues {
        var values = values
        var faults: [SupplierEdits.Edit.FieldError] = []
        // The catalog's own endpoint is none of the user's files.
        if let text = values[.avatar], text != original?[.avatar], let path = filePath(ofAvatar: text) {
            do throws(SupplierEdits.Edit.FieldError) {
                values[.avatar] = try await imageURL(path)
            } catch {
                values[.avatar] = nil
                faults = [error]
            }
        }
        var trial = isNew ? SupplierEdits() : try await store.document(of: session.loader.location).edits
        do throws(SupplierEdits.Edit.Error) {
            try apply(values, to: &trial)
        } catch {
            guard case .fields(let others) = error else { throw error }
            faults = others + faults
        }
        guard faults.isEmpty else { throw SupplierEdits.Edit.Error.fields(faults) }
        return values
    }

    /// The URL of a file that is an image.
    private func imageURL(_ path: String) async throws(SupplierEdits.Edit.FieldError) -> String {
        let bytes: [UInt8]?
        do {
            bytes = try await FileSystem.bytes(ofFile: path, limit: session.loader.configuration.avatarByteLimit)
        } catch {
            throw SupplierEdits.Edit.FieldError(.avatar, "cannot be used: \(error)")
        }
        guard let bytes, let kind = ImageHeader.kind(of: bytes.span),
            !ImageHeader.isCutShort(bytes.span, as: kind)
        else {
            throw SupplierEdits.Edit.FieldError(.avatar, "is not an image: '\(path)'")
        }
        return URL(filePath: path, directoryHint: .notDirectory).standardized.absoluteString
    }

    /// The path that an avatar's text names; `nil` if it is an address, or empty.
    private func filePath(ofAvatar text: String) -> String? {
        if text.lowercased().hasPrefix("file:") { return URL(written: text)?.path(percentEncoded: false) }
        guard !text.isEmpty, text.urlScheme == nil else { return nil }
        return text.hasPrefix("/") ? text : session.console.environment.directory + "/" + text
    }
}

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
