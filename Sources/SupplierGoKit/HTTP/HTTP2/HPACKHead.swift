/// The fields of a message as HPACK gives them, as lines of text: for each one `name: value` with its end.
///
/// Nothing is known of names and values but where they are: they may hold any bytes, ends of lines among them.
struct HPACKHead: Sendable {
    /// How many bytes ``text`` may have.
    let byteLimit: Int

    /// The lines, pseudo-header fields (RFC 9113, section 8.3) among them.
    var text: [UInt8] = []

    /// Where names and values are in ``text``.
    private(set) var fields: [HPACKDecoder.Field] = []

    /// Whether a field was left out because ``text`` would have exceeded ``byteLimit``; so were all that followed it.
    private(set) var isTooLarge = false

    /// Creates a head without fields.
    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    /// Forgets all fields, but not the room for them.
    mutating func removeAll() {
        text.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        isTooLarge = false
    }

    /// Appends a whole line.
    mutating func append(line: Span<UInt8>, nameCount: Int) {
        guard !isTooLarge else { return }
        let start = text.count
        text.append(addingCapacity: line.count) { $0.append(copying: line) }
        endLine(from: start, nameCount: nameCount)
    }

    /// Takes the line at the end of ``text`` for a field, or removes it where there is too much.
    mutating func endLine(from start: Int, nameCount: Int) {
        guard !isTooLarge, text.count <= byteLimit else {
            isTooLarge = true
            text.removeLast(text.count - start)
            return
        }
        let nameEnd = start + nameCount
        let name = start..<nameEnd
        fields.append(.init(name: name, value: nameEnd + 2..<text.count - 2))
    }
}
