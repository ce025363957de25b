/// Where a table of HPACK has an entry.
///
/// Tables keep entries as the lines of text that they become: `name: value` with its end.
struct HPACKEntry: Sendable {
    /// Where the line begins.
    let start: Int

    /// How many bytes the line has.
    let byteCount: Int

    /// How many of them are the name's.
    let nameCount: Int

    /// How many bytes of a line are neither the name's nor the value's.
    static let punctuationCount = ": \r\n".utf8.count

    /// What counts for the table's size besides name and value (RFC 7541, section 4.1).
    static let overhead = 32

    /// The entry's size (section 4.1).
    var size: Int { byteCount - Self.punctuationCount + Self.overhead }

    /// Appends the line to a head; `bytes` has the table's, from a place on that lines are counted from.
    func appendLine(from bytes: Span<UInt8>, beginningAt origin: Int = 0, to head: inout HPACKHead) {
        let line = start - origin..<start - origin + byteCount
        head.append(line: bytes.extracting(line), nameCount: nameCount)
    }

    /// Appends the name to a text, likewise.
    func appendName(from bytes: Span<UInt8>, beginningAt origin: Int = 0, to text: inout [UInt8]) {
        let name = bytes.extracting(start - origin..<start - origin + nameCount)
        text.append(addingCapacity: nameCount) { $0.append(copying: name) }
    }
}
