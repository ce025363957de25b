import FoundationEssentials
package import SupplierGoKit

/// Records with a right checksum and wrong numbers: whoever can write to a store can make them.
package enum CraftedRecord {
    /// A record's bytes with their checksum.
    package static func sealed(_ bytes: [UInt8], seed: UInt64 = 0) -> [UInt8] {
        let seal = XXH64.hash(of: bytes.span, seed: seed)
        return bytes + (0..<4).map { UInt8(truncatingIfNeeded: seal >> (8 * $0)) }
    }

    /// A count, seven bits in each byte, the lowest first.
    package static func count(_ count: UInt64) -> [UInt8] {
        var (rest, bytes) = (count, [UInt8]())
        while rest > 0x7f {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    /// The object of an avatar whose server gave it an age of 2⁶³ + 5 seconds.
    package static func object(for key: CacheKey, _ image: [UInt8], at microseconds: Int64) -> ObjectStoreServer.Object
    {
        var record: [UInt8] = [5]
        let checksum = XXH64.hash(of: image.span)
        record += (0..<8).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) }
        record += count(UInt64(bitPattern: microseconds << 1 ^ microseconds >> 63))
        // An age is present; received at that time, a millisecond after the request.
        record += [0x20, 0, 2]
        record += count(1 << 63 + 5)
        let text = Data(sealed(record, seed: key.name.word &+ UInt64(image.count))).base64EncodedString()
        let field = HeaderFields.Field(name: "x-amz-meta-suppliergo-a", value: text)
        return ObjectStoreServer.Object(image, fields: HeaderFields([field].compactMap(\.self)))
    }
}
