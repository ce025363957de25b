import SupplierGoKit

/// A text with fields of suppliers in braces, in the form that the places of a ``CatalogShape`` have:
/// `{id}-{fullname|lower}`. A path that is none of a supplier's own fields is that of one of ``Supplier/otherFields``.
struct SupplierTemplate: Sendable {
    private let template: FieldTemplate

    /// Parses a text.
    init(_ text: String) throws(CatalogShape.ParseError) {
        var parser = CatalogShape.PlaceParser(text, .fullname)
        template = try parser.template(isAvatar: false)
    }

    /// The text with a supplier's values.
    func text(of supplier: Supplier) -> String {
        template.pieces.map { piece in
            let value = piece.value.map { Self.value(at: $0, of: supplier) }
            return piece.transforms.reduce(value ?? String(decoding: piece.text, as: UTF8.self)) { $1.applied(to: $0) }
        }.joined()
    }

    private static func value(at path: FieldPath, of supplier: Supplier) -> String {
        let field = Supplier.Field(name: path.text) ?? Supplier.Field.searchable(named: path.text)
        return field.map { supplier[$0] } ?? supplier.otherFields[path.text]?.cellText ?? ""
    }
}
