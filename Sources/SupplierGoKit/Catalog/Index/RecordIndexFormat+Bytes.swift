extension RecordIndexFormat {
    /// Adds a number, little-endian.
    static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Adds an entry.
    static func append(_ entry: Entry, to bytes: inout [UInt8]) {
        append(entry.hash, to: &bytes)
        append(entry.byteOffset, to: &bytes)
    }

    /// The numbers that some bytes are; what is over is left out.
    static func numbers(in bytes: [UInt8]) -> [UInt64] {
        stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).map { start in
            var number: UInt64 = 0
            for place in 0..<8 { number |= UInt64(bytes[start + place]) << UInt64(place * 8) }
            return number
        }
    }

    /// The entries that some bytes are.
    static func entries(in bytes: [UInt8]) -> [Entry] {
        let numbers = numbers(in: bytes)
        return stride(from: 0, to: numbers.count - 1, by: 2).map {
            Entry(hash: numbers[$0], byteOffset: numbers[$0 + 1])
        }
    }
}

extension RecordIndexFormat.Header {
    /// The header's bytes.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        let numbers = [
            RecordIndexFormat.magic, UInt64(identity.byteCount), UInt64(bitPattern: identity.storedAt), entryCount,
            issueCount, UInt64(bitPattern: freshUntil), partitionBits,
        ]
        for number in numbers + [Self.checksum(of: numbers)] { RecordIndexFormat.append(number, to: &bytes) }
        return bytes
    }

    /// Reads a header, or gives `nil` where the bytes are none.
    init?(_ bytes: [UInt8]) {
        let numbers = RecordIndexFormat.numbers(in: bytes)
        guard numbers.count == 8, numbers[0] == RecordIndexFormat.magic,
            Self.checksum(of: numbers.dropLast()) == numbers[7],
            numbers[6] <= 24, let byteCount = Int(exactly: numbers[1]), numbers[3] < 1 << 48
        else { return nil }
        identity = SnapshotIdentity(byteCount: byteCount, storedAt: Int64(bitPattern: numbers[2]))
        entryCount = numbers[3]
        issueCount = numbers[4]
        freshUntil = Int64(bitPattern: numbers[5])
        partitionBits = numbers[6]
    }

    private static func checksum(of numbers: some Sequence<UInt64>) -> UInt64 {
        RecordIndexFormat.checksum(
            of: numbers.map { RecordIndexFormat.Entry(hash: $0, byteOffset: 0) },
            salt: RecordIndexFormat.headerByteCount)
    }
}
