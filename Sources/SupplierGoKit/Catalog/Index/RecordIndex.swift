/// Finds the records of an id in an index, reading no more of it than one partition.
///
/// Nothing in an index is believed that does not add up: whatever is stale or broken makes it no index.
struct RecordIndex<Failure: Error> {
    /// What the index says of itself.
    let header: RecordIndexFormat.Header

    private let read: (_ byteOffset: Int, _ byteCount: Int) throws(Failure) -> [UInt8]

    /// Opens an index, or gives `nil` where it is none of this catalog body.
    ///
    /// - Parameter read: reads so many bytes from an offset on; fewer at the end of the file.
    init?(
        of identity: SnapshotIdentity, read: @escaping (_ byteOffset: Int, _ byteCount: Int) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        guard let header = RecordIndexFormat.Header(try read(0, RecordIndexFormat.headerByteCount)),
            header.identity == identity
        else { return nil }
        self.header = header
        self.read = read
    }

    /// The offsets at which records of this id may stand, in the catalog's order; `nil` where the index is broken.
    func byteOffsets(of id: String) throws(Failure) -> [Int]? {
        let hash = RecordIndexFormat.hash(of: id)
        let partition = RecordIndexFormat.partition(of: hash, bits: Int(header.partitionBits))
        let slotOffset = header.directoryOffset + partition * RecordIndexFormat.slotByteCount
        let slot = try read(slotOffset, RecordIndexFormat.slotByteCount).words
        guard slot.count == 3, slot[0] <= header.entryCount, slot[1] <= header.entryCount - slot[0] else { return nil }
        let words = try read(
            RecordIndexFormat.headerByteCount + Int(slot[0]) * RecordIndexFormat.entryByteCount,
            Int(slot[1]) * RecordIndexFormat.entryByteCount
        ).words
        guard words.count == Int(slot[1]) * RecordIndexFormat.entryWordCount,
            RecordIndexFormat.checksum(of: words, salt: partition) == slot[2]
        else { return nil }
        var offsets: [Int] = []
        for entry in stride(from: 0, to: words.count, by: RecordIndexFormat.entryWordCount) where words[entry] == hash {
            guard let offset = Int(exactly: words[entry + 1]), offset < header.identity.byteCount else { return nil }
            offsets.append(offset)
        }
        return offsets.sorted()
    }
}
