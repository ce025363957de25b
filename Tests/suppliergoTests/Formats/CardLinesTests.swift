import Testing

@testable import SupplierGoKit
@testable import suppliergo

/// The members of records and elements on cards.
struct CardLinesTests {
    private let style = TextStyle(usesColor: false, usesUnicode: true)

    private func lines(_ json: String, width: Int? = 50, rowLimit: Int = 5) throws -> CardLines {
        let members = CardMember.all(of: try #require(JSONDocument(Array(json.utf8))).root)
        return CardLines(
            members: members, rowLimit: rowLimit, style: style, width: width, fillsWidth: false, headings: { _ in [] })
    }

    /// The lines without their frame, and without spaces at their ends.
    private func text(_ json: String, width: Int? = 50) throws -> String {
        let lines = try lines(json, width: width).map(\.description)
        let bodies = lines.dropFirst().dropLast().map { line in String(line.dropFirst(2).dropLast()) }
        return bodies.map { $0.replacing(/\ +$/, with: "") }.joined(separator: "\n")
    }

    @Test(arguments: [
        (#"{"a":"text","long":1.50,"t":true,"f":false}"#, "a     text\nlong  1.50\nt     true\nf     false"),
        (#"{"n":null,"o":{},"l":[],"e":""}"#, "n  none\no  none\nl  none\ne"),
        (#"{"big":12345678901234567890123,"e":1e400}"#, "big  12345678901234567890123\ne    1e400"),
        (#"{"a":{"city":"Köln","geo":{"lat":1}},"b":2}"#, "a\n  city   Köln\n  geo\n    lat  1\nb        2"),
        (#"{"x":[1,"b",true,null,[1,2],{"c":1}]}"#, "x  1, b, true, none, 2, 1"),
        (#"{"x":1,"y":3,"x":2}"#, "y  3\nx  2"), (#"{"x.y":1,"x":{"y":2}}"#, "x.y  1\nx\n  y  2"),
        (#"{"x\n":"\u001b[2J","東京":"é"}"#, #"x\n   \u{1b}[2J"# + "\n東京  é"),
        (#"{"custodianOfTheRecords":"wide"}"#, "custodianOfTheReco  wide\nrds"),
    ])
    func showValuesAsTheyAre(json: String, expected: String) throws {
        #expect(try text(json) == expected)
    }

    @Test func cutAListAtTheWidth() throws {
        #expect(try text(#"{"x":["one","two","three","four"]}"#, width: 24) == "x  one, two, three,…")
        let many = (0..<10_000).map(String.init).joined(separator: ",")
        #expect(try text(#"{"x":[\#(many)]}"#, width: nil).count == 203)
    }

    @Test func showsAnArrayOfObjectsAsATable() throws {
        let first = #"{"name":"Fidelity","aum":1200.5,"main":true,"at":{"city":"Bonn"},"none":null,"all":[1,{}]}"#
        let others = (2...1200).map { #"{"name":"東\#($0)","aum":\#($0)}"# }.joined(separator: ",")
        #expect(
            try text(#"{"custodians":[\#(first),\#(others)]}"#) == """
                custodians (1,200)
                  name         aum  main  at.city  all
                  Fidelity  1200.5  true  Bonn       2
                  東2            2
                  東3            3
                  東4            4
                  東5            5
                  and 1,195 more
                """)
    }

    @Test(arguments: [
        (#"{"x":[{"b":1},{"a":"t","b":"n/a"}]}"#, "x (2)\n  b    a\n    1\n  n/a  t"),
        (#"{"x":[{"a.b":1,"a":{"b":2}}]}"#, "x (1)\n  a.b  a.b\n    1    2"),
        (#"{"x":[{"a":1,"a":"\u0007"}]}"#, "x (1)\n  a\n  " + #"\u{7}"#),
        (#"{"x":[{},{"a":null},{"a":""}]}"#, "x (3)\n  none\n  none\n  none"),
        (#"{"x":[{},{"b":1,"c":"t"},{"b":null}]}"#, "x (3)\n  b     c\n  none\n     1  t\n  none"),
        (#"{"x":[{},{},{},{},{},{"a":1}]}"#, "x (6)\n  none\n  none\n  none\n  none\n  none\n  and 1 more"),
        (#"{"o":{"x":[{"a":1}]},"z":1}"#, "o\n  x (1)\n    a\n    1\nz  1"),
    ])
    func alignsNumbersToTheRight(json: String, expected: String) throws {
        #expect(try text(json) == expected)
    }

    @Test func leavesOutColumnsThatDoNotFit() throws {
        let names = (1...9).map { #""column\#($0)":"value\#($0)""# }.joined(separator: ",")
        let text = try text(#"{"x":[{\#(names)}]}"#, width: 40)
        #expect(text == "x (1)\n  column1  column2  column3  column4\n  value1   value2   value3   value4")
        let wide = String(repeating: "w", count: 90)
        let long = try self.text(#"{"x":[{"a":"\#(wide)","b":12345678901234}]}"#, width: 40)
        #expect(long == "x (1)\n  a                                b\n  wwwwwwwwwwwwwwwww…  12345678901234")
    }

    @Test(arguments: [24, 40, nil]) func survivesAThousandLevels(width: Int?) throws {
        for (start, end) in [("{\"a\":", "}"), ("[", "]"), ("[{\"a\":", "}]")] {
            let levels = min(1000, JSONTokenizer.depthLimit - 2) / start.count { "[{".contains($0) }
            let value = String(repeating: start, count: levels) + "1" + String(repeating: end, count: levels)
            let lines = try lines(#"{"x":\#(value)}"#, width: width)
            #expect((3...12).contains(lines.count))
            #expect(lines.allSatisfy { $0.width <= width ?? 100 })
        }
    }

    @Test(arguments: 4...60) func isNeverWiderThanItMayBe(width: Int) throws {
        let json = #"""
            {"aLongNameOfAField":{"another.long.name":{"x":[{"a":"東京東京東京東京","b":1.25,"c":[]},{"d":{"e":"é"}}]}},
            "text":"a text that is as long as texts are, and http://a.example/too","l":[1,2,"three",{}],"e":[{}]}
            """#
        let lines = try lines(json, width: width)
        // A number is cut last, and the narrowest terminal that `--width` takes has 20 columns.
        if width >= 20 { #expect(lines.allSatisfy { $0.width <= width }) }
        #expect(Set(lines.map(\.width)).count == 1 || width < 24)
    }

    @Test func hasALineOfAnElementThatHasNothingToShow() throws {
        let lines = try lines(#"{"a":[{},{"n":null}],"b":[{"n":1},{}]}"#)
        let elements = (0..<lines.elementCount).compactMap { lines.element(at: $0) }
        #expect(elements.map(\.steps) == [["a", "0"], ["a", "1"], ["b", "0"], ["b", "1"]])
        #expect(elements.map { "\(lines[$0.line])".contains("none") } == [true, true, false, true])
    }

    @Test func knowsTheLineAndThePathOfEachElement() throws {
        let json = #"{"v":1,"a":[{"n":"a0"},{"n":"a1"}],"o":{"b":[{"n":"b0"},{"n":"b1"},{"n":"b2"}]},"z":1}"#
        for (rowLimit, names) in [(2, ["a0", "a1", "b0", "b1"]), (.max, ["a0", "a1", "b0", "b1", "b2"])] {
            let lines = try lines(json, rowLimit: rowLimit)
            let elements = (0..<lines.elementCount).compactMap { lines.element(at: $0) }
            #expect(elements.compactMap { $0.value["n"]?.text } == names)
            #expect(elements.allSatisfy { "\(lines[$0.line])".contains($0.value["n"]?.text ?? "?") })
            #expect(elements.map(\.steps).prefix(3) == [["a", "0"], ["a", "1"], ["o", "b", "0"]])
            #expect(lines.element(at: -1) == nil && lines.element(at: names.count) == nil)
        }
    }
}
