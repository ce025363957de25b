import TestSupport
import Testing

@testable import SupplierGoKit

struct SpanLettersTests {
    private let letters = (0..<20).map { UInt8(ascii: "a") + $0 }

    @Test func findsTheFirstByteWhereverItIs() {
        func index(of byte: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
            bytes.span.firstIndex(of: byte, from: start)
        }
        for count in 0...20 {
            let bytes = Array(letters.prefix(count))
            #expect(index(of: UInt8(ascii: "\n"), in: bytes, from: 0) == nil)
            for place in 0..<count {
                var other = bytes
                // One more than what is looked for stands before it.
                if place > 0 { other[place - 1] = 0x0b }
                other[place] = 0x0a
                other[count - 1] = 0x0a
                for start in 0...count {
                    let expected = start <= place ? place : start < count ? count - 1 : nil
                    #expect(index(of: 0x0a, in: other, from: start) == expected)
                }
            }
        }
    }

    @Test func tellsLettersOfOneKindFromAllOthers() {
        func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { left.span.isEqualIgnoringCase(to: right.span) }
        func lower(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte + 0x20 : byte }
        #expect(!areEqual(letters, Array(letters.prefix(19))))
        for count in 0...20 {
            #expect(areEqual(letters.prefix(count).map { $0 - 0x20 }, Array(letters.prefix(count))))
        }
        for count in [1, 3, 4, 7, 8, 13, 16] {
            for place in 0..<count {
                for byte in UInt8.min...UInt8.max {
                    var (left, right) = (Array(letters.prefix(count)), Array(letters.prefix(count)))
                    left[place] = byte
                    for other in [byte, byte ^ 0x20, byte ^ 0x80, byte &+ 1] {
                        right[place] = other
                        if areEqual(left, right) != (lower(byte) == lower(other)) {
                            Issue.record("\(byte) and \(other) at \(place) of \(count)")
                        }
                    }
                }
            }
        }
    }

    @Test func findsAWordWhereverItIs() {
        var random = SeededRandom(seed: 9)
        func bytes(_ count: ClosedRange<Int>, of letters: String) -> [UInt8] {
            (0..<Int.random(in: count, using: &random)).map { _ in letters.utf8.randomElement(using: &random) ?? 0 }
        }
        for _ in 0..<20_000 {
            let (text, word) = (bytes(0...150, of: "abAB@`[{"), bytes(0...4, of: "ab@`[{"))
            let lowercased = text.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }
            let isThere = word.isEmpty || lowercased.firstRange(of: word) != nil
            if text.span.holdsIgnoringCase(word.span) != isThere { Issue.record("\(word) in \(text)") }
        }
    }

    @Test func seesEveryByteThatIsNotToBePrinted() {
        for count in 0...20 {
            let bytes = Array(letters.prefix(count))
            for place in 0..<count {
                for byte in UInt8.min...UInt8.max {
                    var other = bytes
                    other[place] = byte
                    if other.span.isPrintableASCII != (0x20..<0x7f).contains(byte) {
                        Issue.record("\(byte) at \(place) of \(count)")
                    }
                }
            }
            let isPrintable = bytes.span.isPrintableASCII
            #expect(isPrintable)
        }
    }
}
