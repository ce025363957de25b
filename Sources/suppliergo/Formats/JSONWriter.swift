import SupplierGoKit

/// Writes JSON (RFC 8259) into bytes; the one encoder for all of the program's JSON but lists of suppliers, whose
/// ``RecordFormatter`` writes the same strings.
///
/// A missing value is written as `null`, and the members of an object keep their order.
struct JSONWriter: Sendable {
    /// The JSON written so far.
    private(set) var bytes: [UInt8] = []

    /// Whether a comma precedes the next member or element.
    private var needsComma = false

    /// Writes a value into a line of its own.
    ///
    /// - Parameter isForTerminal: whether everything that a terminal would obey is escaped. Default `false`.
    static func line(_ value: some JSONWritable, isForTerminal: Bool = false) -> [UInt8] {
        var json = Self()
        value.write(to: &json)
        if isForTerminal { json.bytes.replaceHidden(from: 0, by: \.escapedForJSON) }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    /// Writes an object, whose members the closure writes.
    mutating func object(_ members: (inout Self) -> Void) {
        nest("{", members, "}")
    }

    /// Writes an array, whose elements the closure writes.
    mutating func array(_ elements: (inout Self) -> Void) {
        nest("[", elements, "]")
    }

    /// Writes a member of the current object.
    mutating func member(_ name: String, _ value: some JSONWritable) {
        member(name) { value.write(to: &$0) }
    }

    /// Writes a member of the current object, whose value the closure writes.
    mutating func member(_ name: String, _ value: (inout Self) -> Void) {
        separate()
        string(name)
        bytes.append(UInt8(ascii: ":"))
        value(&self)
        needsComma = true
    }

    /// Writes an element of the current array.
    mutating func element(_ value: some JSONWritable) {
        separate()
        value.write(to: &self)
        needsComma = true
    }

    /// Writes a string.
    mutating func string(_ text: String) {
        bytes.append(addingCapacity: JSONText.growth * text.utf8.count + 2) {
            JSONText.write(text.utf8.span, into: &$0)
        }
    }

    /// Writes a number, `true`, `false` or `null` as it is spelled.
    mutating func literal(_ text: String) {
        bytes.append(text)
    }

    private mutating func nest(_ start: String, _ content: (inout Self) -> Void, _ end: String) {
        bytes.append(start)
        needsComma = false
        content(&self)
        bytes.append(end)
    }

    private mutating func separate() {
        if needsComma { bytes.append(",") }
        needsComma = false
    }
}

/// A value that can be written in JSON.
protocol JSONWritable: Sendable {
    /// Writes the value.
    func write(to json: inout JSONWriter)
}

extension String: JSONWritable {
    func write(to json: inout JSONWriter) { json.string(self) }
}

extension Int: JSONWritable {
    func write(to json: inout JSONWriter) { json.literal(String(self)) }
}

extension Bool: JSONWritable {
    func write(to json: inout JSONWriter) { json.literal(self ? "true" : "false") }
}

/// A number of seconds with at most three decimals.
extension Duration: JSONWritable {
    func write(to json: inout JSONWriter) {
        let thousandths = Int((self / .milliseconds(1)).rounded())
        let seconds = Double(thousandths) / 1000
        json.literal(thousandths.isMultiple(of: 1000) ? "\(thousandths / 1000)" : "\(seconds)")
    }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    func write(to json: inout JSONWriter) {
        if let self { self.write(to: &json) } else { json.literal("null") }
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.array { json in
            for element in self { json.element(element) }
        }
    }
}
