import TestSupport
import Testing

@testable import SupplierGoKit

/// A random record that is read through a map, and the same record rewritten by hand and read plainly.
@Suite struct MappedRecordDifferentialTests {
    /// A random value in JSON, and the text that it counts as.
    private static func value(_ random: inout SeededRandom) -> (json: String, text: String) {
        let texts = ["", "Ada", "Zoë 東京", "a\"b\\c", " x  y ", "\u{1}\n\t", "😀", "7", "<b>"]
        let text = texts.randomElement(using: &random) ?? ""
        return switch Int.random(in: 0..<8, using: &random) {
        case 0: ("null", "")
        case 1: ("false", "")
        case 2: ("true", "true")
        case 3: ("-12.50e1", "-12.50e1")
        case 4: (#"{"a":[1]}"#, "")
        case 5: ("\"" + text.unicodeScalars.map(\.escapedForJSON).joined() + "\"", text)
        default: (text.quotedForJSON, text)
        }
    }

    /// Blanks between words are single, and there are none around them.
    private static func collapsed(_ text: String) -> String {
        text.split { " \t\n\u{b}\u{c}\r".contains($0) }.joined(separator: " ")
    }

    private static func read(_ records: [String], _ shape: CatalogShape, _ start: String = "[", _ end: String = "]")
        -> DecodedBatch
    {
        let bytes = Array((start + records.joined(separator: ",") + end).utf8)
        return CatalogReading(of: bytes.cut(every: 97), shape).batch
    }

    @Test func readTheSame() throws {
        var random = SeededRandom()
        let shape = try CatalogShape([
            .records: "d.r", .id: "n", .fullname: "{p.first} {p.last}!", .phone: "tel.1", .company: "org",
            .email: "mail",
            .avatar: "faces/{n}.png",
        ])
        var (mapped, plain): ([String], [String]) = ([], [])
        for number in 1...500 {
            let (first, last, org) = (Self.value(&random), Self.value(&random), Self.value(&random))
            let (mail, tel) = (Self.value(&random), Self.value(&random))
            var members = [
                "\"n\":\(number)", "\"p\":{\"first\":\(first.json),\"x\":{},\"last\":\(last.json)}",
                "\"org\":\(org.json)",
                "\"mail\":\(mail.json)", "\"tel\":[[],\(tel.json)]", "\"other\":\(Self.value(&random).json)",
            ]
            members.shuffle(using: &random)
            mapped.append("{" + members.joined(separator: Bool.random(using: &random) ? "," : " ,\n") + "}")
            let fullname = Self.collapsed("\(first.text) \(last.text)!")
            plain.append(
                """
                {"id":"\(number)","createdAt":null,"fullname":\(fullname.quotedForJSON),\
                "phone":\(tel.text.quotedForJSON),"company":\(org.text.quotedForJSON),\
                "email":\(mail.text.quotedForJSON),"avatar":"faces/\(number).png"}
                """)
        }
        let left = Self.read(mapped, shape, #"{"d":{"x":[{}],"r":["#, "]}}").suppliers
        let right = Self.read(plain, .plain).suppliers
        #expect(left.count == 500 && right.count == 500, "seed \(random.seed)")
        let different = zip(left, right).first { $0 != $1 }
        #expect(different == nil, "seed \(random.seed)")
    }
}
