/// An object that one line of JSON holds, of several members with one name the last.
package struct JSONObject {
    private let block: RecordBlock

    /// The members' names, and the tokens of their values; a name that is not text counts as empty.
    private var members: [(name: String, value: Int)] = []

    /// Reads a line, or returns `nil` if it is not one object.
    package init?(_ line: ArraySlice<UInt8>) {
        var scanner = RecordScanner()
        do throws(CatalogSyntaxError) {
            // Within an array, no object is taken for one that holds the records.
            try scanner.scan([UInt8(ascii: "[")] + line + [UInt8(ascii: "]")])
            try scanner.finish()
        } catch {
            return nil
        }
        let blocks = scanner.takeReady()
        guard blocks.count == 1, blocks[0].roots.count == 1 else { return nil }
        self.init(blocks[0], at: blocks[0].roots[0])
    }

    /// Creates the object whose first token has an index, or returns `nil` if another value begins there.
    init?(_ block: RecordBlock, at root: Int) {
        guard block.tokens[root].isOf(.object) else { return nil }
        self.block = block
        var index = root + 1
        while index <= root + block.tokens[root].length {
            members.append((name: block.text(at: index) ?? "", value: index + 1))
            index += 1 + block.tokens[index + 1].stride
        }
    }

    /// The members' names.
    package var names: [String] { members.map(\.name) }

    /// A member that is a string.
    package func text(_ name: String) -> String? { value(of: name).flatMap(block.text) }

    /// A member that is an object.
    package func object(_ name: String) -> JSONObject? { value(of: name).flatMap { JSONObject(block, at: $0) } }

    /// A member that is a whole number.
    package func number(_ name: String) -> Int? {
        guard let index = value(of: name), !block.tokens[index].isOf(.string) else { return nil }
        return Int(String(decoding: block.bytes[block.tokens[index].range], as: UTF8.self))
    }

    /// The index of the first token of a member's value.
    func value(of name: String) -> Int? { members.last { $0.name == name }?.value }
}
