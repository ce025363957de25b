/// The entries that a connection's header blocks added (RFC 7541, section 2.3.2), the newest first.
///
/// Their lines are in one block of bytes, the oldest first; from time to time those of entries that are gone are removed
/// from its front.
struct HPACKDynamicTable: Sendable {
    /// The size that the table may have (section 4.2).
    private(set) var sizeLimit: Int

    /// The sum of the entries' sizes (section 4.1).
    private(set) var size = 0

    /// The lines of ``entries``.
    private var bytes: [UInt8] = []

    /// How many bytes were removed from the front of ``bytes``, which entries count from.
    private var removedByteCount = 0

    /// All entries, the oldest first, and how many of these are gone, and the sum of the sizes of those.
    private var entries: [HPACKEntry] = []
    private var evictedCount = 0
    private var evictedSize = 0

    /// Creates an empty table.
    init(sizeLimit: Int) {
        self.sizeLimit = sizeLimit
    }

    /// Changes the size that the table may have, and evicts what is too much (section 4.3).
    mutating func limit(to sizeLimit: Int) {
        self.sizeLimit = sizeLimit
        evict(downTo: sizeLimit)
    }

    /// Adds an entry, and evicts older ones to make room for it; one that is larger than the table leaves it empty
    /// (section 4.4).
    mutating func insert(line: Span<UInt8>, nameCount: Int) {
        let start = removedByteCount + bytes.count
        let entry = HPACKEntry(start: start, byteCount: line.count, nameCount: nameCount)
        evict(downTo: max(0, sizeLimit - entry.size))
        guard entry.size <= sizeLimit else { return }
        if evictedSize > sizeLimit { removeEvicted() }
        bytes.append(addingCapacity: line.count) { $0.append(copying: line) }
        entries.append(entry)
        size += entry.size
    }

    /// Appends an entry's line to a head.
    ///
    /// - Parameter age: how many entries were added after it.
    /// - Returns: whether there is such an entry.
    func appendLine(at age: Int, to head: inout HPACKHead) -> Bool {
        guard let entry = entry(at: age) else { return false }
        entry.appendLine(from: bytes.span, beginningAt: removedByteCount, to: &head)
        return true
    }

    /// Appends an entry's name to a text.
    func appendName(at age: Int, to text: inout [UInt8]) -> Bool {
        guard let entry = entry(at: age) else { return false }
        entry.appendName(from: bytes.span, beginningAt: removedByteCount, to: &text)
        return true
    }

    private func entry(at age: Int) -> HPACKEntry? {
        age < entries.count - evictedCount ? entries[entries.count - 1 - age] : nil
    }

    private mutating func evict(downTo sizeLimit: Int) {
        while size > sizeLimit {
            let entrySize = entries[evictedCount].size
            evictedCount += 1
            evictedSize += entrySize
            size -= entrySize
        }
    }

    /// Moves what is left to the front.
    private mutating func removeEvicted() {
        let end = removedByteCount + bytes.count
        let start = evictedCount < entries.count ? entries[evictedCount].start : end
        bytes.removeFirst(start - removedByteCount)
        entries.removeFirst(evictedCount)
        removedByteCount = start
        (evictedCount, evictedSize) = (0, 0)
    }
}
