extension RecordIndexFormat.Header {
    /// The header's words.
    var words: [UInt64] {
        let words = [
            RecordIndexFormat.magic, UInt64(identity.byteCount), UInt64(bitPattern: identity.storedAt), entryCount,
            issueCount, partitionBits,
        ]
        return words + [RecordIndexFormat.checksum(of: words, salt: RecordIndexFormat.headerByteCount)]
    }

    /// Reads a header, or gives `nil` where the bytes are none.
    init?(_ bytes: [UInt8]) {
        let words = bytes.words
        guard words.count == 7, words[0] == RecordIndexFormat.magic,
            RecordIndexFormat.checksum(of: words.dropLast(), salt: RecordIndexFormat.headerByteCount) == words[6],
            words[5] <= 24, let byteCount = Int(exactly: words[1]), words[3] < 1 << 48
        else { return nil }
        identity = SnapshotIdentity(byteCount: byteCount, storedAt: Int64(bitPattern: words[2]))
        entryCount = words[3]
        issueCount = words[4]
        partitionBits = words[5]
    }
}
