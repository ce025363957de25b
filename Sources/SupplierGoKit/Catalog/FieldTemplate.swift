/// The value of a field: pieces of text and values of a record. `RecordReader.compose` puts a record's values in, and
/// says what becomes of empty ones.
package struct FieldTemplate: Sendable, Hashable {
    /// A change of a value before it is put in: `{path|lower|sha256}`.
    package enum Transform: String, Sendable { case lower, trim, sha256 }

    /// A piece: a text, or a value at a path.
    package struct Piece: Sendable, Hashable {
        package var text: [UInt8] = []
        package var value: FieldPath?
        package var transforms: [Transform] = []

        /// The index of the value's path in a ``FieldMap``; -1 for text and for a field.
        var path = -1

        /// The place in ``FieldMap/order`` of the field whose value it is.
        var field: Int?
    }

    package var pieces: [Piece]

    /// It is a path alone, whose value is taken as it is.
    var isBare = false

    /// It is a URL, in which values are percent-encoded.
    var isURL = false

    /// The paths in it as they were written.
    var name: String { pieces.compactMap { $0.value?.text }.joined(separator: ", ") }

    /// The paths in it, as bits.
    var bits: UInt64 { pieces.reduce(0) { (0..<64).contains($1.path) ? $0 | 1 << UInt64($1.path) : $0 } }
}

extension FieldTemplate.Transform {
    /// Applies the transform to a value.
    package func applied(to text: String) -> String {
        switch self {
        case .lower: text.lowercased()
        case .trim: text.trimmed
        // Nothing stays nothing, so that it makes no avatar.
        case .sha256: text.isEmpty ? "" : String(hexadecimal: SHA256.digest(of: Array(text.utf8)))
        }
    }
}
