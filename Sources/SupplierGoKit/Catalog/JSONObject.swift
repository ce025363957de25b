/// An object that one line of JSON holds, of several members with one name the last.
package struct JSONObject {
    private let block: RecordBlock
    private let root: Int

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
        (self.block, self.root) = (block, root)
    }

    /// The members' names.
    package var names: [String] { block.names(of: root) }

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
    func value(of name: String) -> Int? { block.member(name.utf8.span, of: root) }
}
