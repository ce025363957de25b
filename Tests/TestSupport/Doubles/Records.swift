/// Catalogs and images made for a test.
public enum Records {
    /// A record in the wire format; `avatar` is left out where it is `nil`.
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

    /// A whole PNG image of 1 x 1 pixels, `number` being in its pixel, so that images differ.
    public static func png(_ number: Int = 0) -> [UInt8] {
        let pixel = [
            UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
            UInt8(truncatingIfNeeded: number),
        ]
        let row: [UInt8] = [0] + pixel
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

    private static func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(kind.utf8) + body
        return bigEndian(UInt32(body.count)) + named + bigEndian(checksum(of: named))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// CRC-32 as PNG has it (PNG specification, annex D).
    private static func checksum(of bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xffff_ffff
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
