public import SupplierGoKit

/// Suppliers, catalogs and images for tests.
public enum SampleData {
    /// The URL at which ``ScriptedDataLoader/init(suppliers:at:avatars:details:otherwise:)`` serves its catalog by
    /// default.
    public static let catalogURL: URL = {
        guard let url = URL(string: "https://suppliers.example/catalog.json") else {
            preconditionFailure("the URL is valid")
        }
        return url
    }()

    private static let createdAt: Timestamp = {
        guard let timestamp = Timestamp("2021-01-21T09:11:16.040Z") else {
            preconditionFailure("the timestamp is valid")
        }
        return timestamp
    }()

    /// A supplier whose fields hold its number.
    ///
    /// - Parameters:
    ///   - number: its id is this number.
    ///   - avatar: its avatar's endpoint, such as `1.png`. Default `nil`, for a supplier without an avatar.
    public static func supplier(_ number: Int, avatar: String? = nil) -> Supplier {
        Supplier(
            id: Supplier.ID(number), createdAt: createdAt, fullname: "Supplier \(number)",
            avatar: avatar.flatMap { Avatar(endpoint: $0) }, phone: "1-555-\(number)", company: "Company \(number)",
            email: "s\(number)@example.com")
    }

    /// Suppliers 1 to `count`, each with an avatar of its own beside the catalog.
    public static func suppliers(_ count: Int) -> [Supplier] {
        (1..<count + 1).map { supplier($0, avatar: "\($0).png") }
    }

    /// A catalog: a JSON array of the suppliers' records, in UTF-8.
    public static func catalog(_ suppliers: [Supplier]) -> [UInt8] {
        Array("[\(suppliers.map { record(of: $0) }.joined(separator: ","))]".utf8)
    }

    /// A response with a supplier's details: an object with some accounts.
    public static func details(accounts count: Int = 2) -> [UInt8] {
        let accounts = (1..<count + 1).map { #"{"name":"Account \#($0)","number":"\#(1000 + $0)"}"# }
        return Array("{\"accounts\":[\(accounts.joined(separator: ","))]}".utf8)
    }

    /// A complete PNG image of 1 by 1 pixels; the number is in its pixel, so that images differ.
    public static func png(_ number: Int = 0) -> [UInt8] {
        let pixel = [number >> 16, number >> 8, number].map { UInt8(truncatingIfNeeded: $0) }
        let row: [UInt8] = [0] + pixel
        // Adler-32 (RFC 1950).
        var sums: (UInt32, UInt32) = (1, 0)
        for byte in row {
            sums.0 = (sums.0 + UInt32(byte)) % 65521
            sums.1 = (sums.1 + sums.0) % 65521
        }
        let length = UInt8(row.count)
        let stored: [UInt8] = [0x78, 1, 1, length, 0, ~length, 0xff] + row + bigEndian(sums.1 << 16 | sums.0)
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
            + chunk("IHDR", bigEndian(1) + bigEndian(1) + [8, 2, 0, 0, 0])
            + chunk("IDAT", stored) + chunk("IEND", [])
    }

    private static func record(of supplier: Supplier) -> String {
        var fields = [
            ("id", supplier.id.rawValue), ("createdAt", supplier[.createdAt]),
            ("fullname", supplier.fullname), ("phone", supplier.phone), ("company", supplier.company),
            ("email", supplier.email),
        ]
        if let avatar = supplier.avatar { fields.append(("avatar", avatar.endpoint)) }
        return "{\(fields.map { "\"\($0)\":\($1.quotedForJSON)" }.joined(separator: ","))}"
    }

    private static func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(kind.utf8) + body
        return bigEndian(UInt32(body.count)) + named + bigEndian(checksum(of: named))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// CRC-32 (PNG specification, annex D).
    private static func checksum(of bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xffff_ffff
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
