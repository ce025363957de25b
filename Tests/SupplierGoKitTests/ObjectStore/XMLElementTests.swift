import TestSupport
import Testing

@testable import SupplierGoKit

struct XMLElementTests {
    @Test func readsElementsTextAndReferences() throws {
        let text = """
            \u{feff}<?xml version="1.0" encoding="UTF-8"?>
            <!-- one <a> -->
            <s3:List xmlns='http://s3' note="a > b">
              <Key> a&amp;b &lt;&gt;&quot;&apos;&#252;&#x1F98A; </Key><Key/><Empty note="/"></Empty >
              <Data>x<![CDATA[<&amp;>]]>y<!-- - -->z<?instruction ?></Data>
            </s3:List>

            """
        let root = try #require(XMLElement(Array(text.utf8)))
        #expect(root.name == "s3:List")
        #expect(root.children.map(\.name) == ["Key", "Key", "Empty", "Data"])
        #expect(root["Key"] == " a&b <>\"'ü🦊 ")
        #expect(root.children[1].text.isEmpty)
        #expect(root["Empty"]?.isEmpty == true)
        #expect(root["Data"] == "x<&amp;>yz")
        #expect(root["None"] == nil)
    }

    @Test(arguments: [
        "", "text", "<", "<a", "<a>", "<a></b>", "<a></a", "<a></ab>", "<a></a><b></b>", "<a></a>x", "</a>", "<>x</>",
        "<a>&unknown;</a>", "<a>&amp</a>", "<a>&#xd800;</a>", "<a>&#1114112;</a>", "<a><!-- </a>", "<a><![CDATA[</a>",
        "<a b='></a>", "<!DOCTYPE html><html></html>", "<a><!ENTITY b></a>", "<?xml", "<!-- -->", "{}",
        String(repeating: "<a>", count: 100_000), "<a>" + String(repeating: "<a/>", count: 20_000) + "</a>",
    ])
    func refusesWhatIsNotADocument(text: String) {
        #expect(XMLElement(Array(text.utf8)) == nil)
    }

    /// Each of these must end, and be either an element or nothing.
    @Test func survivesDamage() {
        let text = Array(
            "<?xml?><a b='c'><!--d--><e>f&amp;&#103;</e><![CDATA[h]]><i/></a>".utf8)
        var random = SeededRandom(seed: 23)
        var wholeCount = 0
        for _ in 0..<20_000 {
            var damaged = text
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: damaged.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: damaged[index] = UInt8.random(in: 0...255, using: &random)
                case 1: damaged.remove(at: index)
                default: damaged.insert(contentsOf: damaged[..<index].suffix(4), at: index)
                }
            }
            if XMLElement(damaged) != nil { wholeCount += 1 }
        }
        #expect((1..<20_000).contains(wholeCount))
    }
}
