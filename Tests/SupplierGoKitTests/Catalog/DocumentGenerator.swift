/// Makes JSON documents, good ones and broken ones, always the same ones for the same seed.
struct DocumentGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// The next number of Steele, Lea and Flood's SplitMix64, below a limit.
    mutating func number(below limit: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

    /// White space, most often none.
    private mutating func space() -> String { pick(["", "", "", "", " ", "\n", "\t", "\r\n  "]) }

    mutating func value(depth: Int = 4) -> String {
        let json =
            switch number(below: depth > 0 ? 9 : 6) {
            case 0: pick(["true", "false", "null"])
            case 1...2: numberText()
            case 3...5: string()
            case 6...7: array(depth: depth - 1)
            default: object(depth: depth - 1)
            }
        return space() + json + space()
    }

    mutating func array(depth: Int) -> String {
        let elements = (0..<number(below: 5)).map { _ in value(depth: depth) }
        return "[" + (elements.isEmpty ? space() : elements.joined(separator: ",")) + "]"
    }

    /// An object whose names all differ.
    mutating func object(depth: Int) -> String {
        let members = (0..<number(below: 5)).map { index in
            let name = "\"" + text(of: Self.characters) + "\(index)\""
            return space() + name + space() + ":" + value(depth: depth)
        }
        return "{" + (members.isEmpty ? space() : members.joined(separator: ",")) + "}"
    }

    /// A number; above 2^53 one without fraction or exponent, because there `JSONDecoder` cuts fractions off integers.
    mutating func numberText() -> String {
        let sign = pick(["", "", "-"])
        if number(below: 4) == 0 {
            return sign + pick(["9223372036854775807", "9223372036854775808", "123456789012345678901"])
        }
        let integer = pick(["0", "7", "12", "255", "256", "65536", "1234567"])
        let fraction = pick(["", "", "", ".0", ".5", ".125", ".000", ".1000000000000000055"])
        let exponent = pick(["", "", "", "e0", "e1", "E+2", "e-1", "e-7", "e308", "e400", "e-400"])
        return sign + integer + fraction + exponent
    }

    /// A string, which may hold half a surrogate pair.
    mutating func string() -> String {
        "\"" + text(of: Self.characters + [#"\ud83d"#, #"\ude00"#]) + "\""
    }

    private static let characters = [
        "a", "b c", "é", "✓", "😀", "\u{7f}", "/", #"\n"#, #"\""#, #"\\"#, #"\/"#, #"\u0041"#, #"\u00e9"#,
        #"\ud83d\ude00"#, #"\u0000"#, "a longer run of plain text",
    ]

    private mutating func text(of characters: [String]) -> String {
        (0..<number(below: 6)).map { _ in pick(characters) }.joined()
    }

    /// A record of the wire format, most often a good one.
    mutating func record() -> String {
        let names = ["id", "createdAt", "fullname", "avatar", "phone", "company", "email", "extra"]
        let members = names.compactMap { name -> String? in
            switch number(below: 40) {
            case 0: return nil
            case 1: return "\"\(name)\":" + value(depth: 2)
            case 2: return "\"\(name)x\":" + string()
            default:
                let text = name == "createdAt" ? "\"2021-01-21T09:11:16.\(number(below: 1000))Z\"" : string()
                return space() + "\"\(name)\"" + space() + ":" + space() + text
            }
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// A record of the wire format without white space, most often one whose fields are strings without escapes.
    mutating func plainRecord() -> String {
        var names = ["id", "createdAt", "fullname", "avatar", "phone", "company", "email", "extra"]
        if number(below: 4) == 0 { names.swapAt(number(below: 8), number(below: 8)) }
        let members = names.compactMap { name -> String? in
            switch number(below: 80) {
            case 0: return nil
            case 1: return "\"\(name)\":" + value(depth: 1)
            case 2: return "\"\(name)x\":\"x\",\"\(name)\":\"2000-02-29T12:00:00Z\""
            case 3: return "\"\(name)\":" + string()
            default:
                let time = "2021-01-21T09:11:16.\(number(below: 1000))Z"
                return "\"\(name)\":\"\(name == "createdAt" ? time : pick(["é", "a", "a longer run of plain text"]))\""
            }
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// The document with some bytes changed, taken out, doubled or put in.
    mutating func broken(_ document: String) -> [UInt8] {
        var bytes = Array(document.utf8)
        for _ in 0...number(below: 3) where !bytes.isEmpty {
            let index = number(below: bytes.count)
            switch number(below: 5) {
            case 0: bytes.remove(at: index)
            case 1: bytes.insert(bytes[number(below: bytes.count)], at: index)
            case 2: bytes[index] = pick(Array("{}[]\",:\\0123eE+-.tfnu /x\n".utf8))
            case 3: bytes[index] = UInt8(1 + number(below: 255))
            default: bytes.removeSubrange(index..<min(bytes.count, index + number(below: 8)))
            }
        }
        return bytes
    }
}
