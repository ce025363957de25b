import FoundationEssentials
import SupplierGoKit

/// A change of one supplier, which is checked and then stored beside the catalog.
///
/// `edit` and `add` fill it from the command line or an editor, the browser from its form and its keys.
struct SupplierChange: Sendable, Hashable {
    /// The kind of change.
    enum Kind: Sendable, Hashable {
        /// Fields get other values.
        case edit

        /// The supplier is added.
        case add

        /// The supplier is hidden.
        case hide

        /// The conflicts of its edit are settled: by the catalog's values, or by the user's own.
        case takeCatalogs, keepOwn
    }

    /// A supplier's edit before a change, and after it.
    typealias Stored = (before: SupplierEdits.Edit?, after: SupplierEdits.Edit?)

    let id: Supplier.ID

    /// The supplier as the catalog has it; `nil` if the catalog has none.
    let original: Supplier?

    var kind = Kind.edit

    /// The new values of fields, without white space around them.
    var values: [Supplier.Field: String] = [:]

    /// The supplier's row in the table that the browser showed.
    var row: Row = 0

    /// An id for a supplier to add, which is in no catalog.
    static func newID() -> String { UUID().uuidString.lowercased() }

    /// Stores a change that was checked, and warns of values that may not be meant.
    func store(in session: Session, _ store: EditStore) async throws -> Stored {
        let (before, after) = try await store.update(of: session.loader.location) { try apply(to: &$0) }
        if before != after { warnings.forEach { session.console.warn("\($0)") } }
        return (before, after)
    }

    /// The sentence for people once the conflicts of the supplier's edit are settled.
    var settlement: String {
        kind == .takeCatalogs ? "took the catalog's values of '\(id)'" : "kept your values of '\(id)'"
    }

    /// A warning for each value that is valid, but may not be meant (`Supplier.Field.warning(of:)`). The browser's form
    /// shows them before it stores the values (`BrowserState+Actions`).
    var warnings: [SupplierEdits.Edit.FieldError] { values.compactMap { $0.warning(of: $1) } }

    /// Applies a change that was checked to the edits of the catalog.
    ///
    /// - Returns: the supplier's edit before and after it.
    @discardableResult
    func apply(to edits: inout SupplierEdits) throws(SupplierEdits.Edit.Error) -> Stored {
        let (before, now) = (edits[id], Timestamp(.now))
        switch kind {
        case .edit: try edits.change(values, of: id, original: original, at: now)
        case .add: try edits.add(id, values, at: now)
        case .hide:
            // The browser's key may be pressed again before the row has gone.
            if before?.kind != .removed { try edits.remove(id, original: original, at: now) }
        case .takeCatalogs, .keepOwn:
            guard let edited = before?.applied(to: original) else { break }
            if kind == .takeCatalogs { edits.takeCatalogs(of: edited) } else { edits.keepOwn(of: edited) }
        }
        return (before, edits[id])
    }

    /// The change with values that are valid: the endpoint of an avatar's file is in the place of its path.
    ///
    /// - Throws: ``SupplierEdits/Edit/Error``, which names a file that is not an image, or cannot be read;
    /// ``EditStoreError``.
    func checked(in session: Session, _ store: EditStore) async throws -> SupplierChange {
        var change = self
        var faults: [SupplierEdits.Edit.FieldError] = []
        // The catalog's own endpoint is none of the user's files.
        if let text = values[.avatar], text != original?[.avatar], let path = Self.path(ofAvatar: text, in: session) {
            do throws(SupplierEdits.Edit.FieldError) {
                change.values[.avatar] = try await Self.url(path, in: session)
            } catch {
                change.values[.avatar] = nil
                faults = [error]
            }
        }
        var trial = kind == .add ? SupplierEdits() : try await store.document(of: session.loader.location).edits
        do throws(SupplierEdits.Edit.Error) {
            try change.apply(to: &trial)
        } catch {
            guard case .fields(let others) = error else { throw error }
            faults = others + faults
        }
        guard faults.isEmpty else { throw SupplierEdits.Edit.Error.fields(faults) }
        return change
    }

    /// The URL of a file that is an image.
    private static func url(_ path: String, in session: Session) async throws(SupplierEdits.Edit.FieldError) -> String {
        let bytes: [UInt8]?
        do {
            bytes = try await FileSystem.bytes(ofFile: path, limit: session.loader.configuration.avatarByteLimit)
        } catch {
            throw SupplierEdits.Edit.FieldError(.avatar, "cannot be read (\(error.reason))")
        }
        guard let bytes, let kind = ImageHeader.kind(of: bytes.span),
            !ImageHeader.isCutShort(bytes.span, as: kind)
        else {
            throw SupplierEdits.Edit.FieldError(.avatar, "'\(path)' is not an image")
        }
        return URL(filePath: path, directoryHint: .notDirectory).standardized.absoluteString
    }

    /// The path that an avatar's text names; `nil` if it is an address, or empty.
    private static func path(ofAvatar text: String, in session: Session) -> String? {
        if text.lowercased().hasPrefix("file:") { return URL(written: text)?.path(percentEncoded: false) }
        guard !text.isEmpty, text.urlScheme == nil else { return nil }
        return text.hasPrefix("/") ? text : session.console.environment.directory + "/" + text
    }
}
