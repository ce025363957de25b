import SupplierGoTesting

/// Records in the wire format, catalogs of them, and images.
public enum Records {
    /// A record in the wire format; `avatar` is left out if it is `nil`.
    public static func record(_ id: Int, avatar: String? = nil) -> String {
        let field = avatar.map { #","avatar":"\#($0)""# } ?? ""
        return """
            {"id":"\(id)","createdAt":"2021-01-21T09:11:16.040Z","fullname":"Supplier \(id)"\(field),\
            "phone":"1-555-\(id)","company":"Company \(id)","email":"s\(id)@example.com"}
            """
    }

    /// An array of such records.
    public static func catalog(_ records: [String]) -> [UInt8] {
        Array("[\(records.joined(separator: ","))]".utf8)
    }

    /// A complete PNG image of 1 by 1 pixels; the number is in its pixel, so that images differ.
    public static func png(_ number: Int = 0) -> [UInt8] { SampleData.png(number) }
}
