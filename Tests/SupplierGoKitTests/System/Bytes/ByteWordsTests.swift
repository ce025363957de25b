import Testing

@testable import SupplierGoKit

struct SpanLoadingTests {
    @Test func loadsTheFirstByteLowest() {
        let bytes: [UInt8] = [9, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        let (word, half) = (bytes.span.word(at: 1), bytes.span.halfWord(at: 6))
        #expect(word == 0x0807_0605_0403_0201)
        #expect(half == 0x0908_0706)
    }

    @Test func comparesByteByByteWhateverTheLength() {
        func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { left.span.isEqual(to: right.span) }
        for count in 0...20 {
            let bytes = (0..<UInt8(count)).map { $0 }
            #expect(areEqual(bytes, bytes))
            #expect(!areEqual(bytes, bytes + [0]))
            for place in 0..<count {
                var other = bytes
                other[place] ^= 0x80
                #expect(!areEqual(bytes, other))
            }
        }
    }

    @Test(arguments: [UInt8(ascii: "\""), UInt8(ascii: "\\"), 0, 0x1f])
    func findsTheFirstByteThatEndsAStringWhereverItIs(stop: UInt8) {
        let letters: [UInt8] = [0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f, 0x80, 0xa2, 0xdc, 0xff]
        for count in 0...40 {
            let bytes = (0..<count).map { letters[$0 % letters.count] }
            #expect(bytes.span.firstStringStop(from: min(1, count)) == count)
            for place in 0..<count {
                var other = bytes
                other[place...] = [stop] + bytes[(place + 1)...].map { $0 % 3 == 0 ? stop : $0 }
                #expect(other.span.firstStringStop(from: min(1, place)) == place)
            }
        }
    }

    @Test func putsBytesInOrder() {
        for count in 0...20 {
            for otherCount in 0...20 {
                for index in 0...20 {
                    let bytes = Array(repeating: UInt8(7), count: count)
                    var other = Array(repeating: UInt8(7), count: otherCount)
                    if index < otherCount { other[index] = 0xf0 }
                    // The word's last byte must not count more than its first.
                    if index + 1 < otherCount { other[otherCount - 1] = 0 }
                    let precedes = bytes.span.precedes(other.span), follows = other.span.precedes(bytes.span)
                    #expect(precedes == bytes.lexicographicallyPrecedes(other))
                    #expect(follows == other.lexicographicallyPrecedes(bytes))
                }
            }
        }
    }

    @Test func copiesASCIIAndNothingElse() {
        func copy(_ bytes: [UInt8]) -> String? { String(copyingASCII: bytes.span) }
        for count in 0...40 {
            let bytes = (0..<UInt8(count)).map { $0 + 0x21 }
            #expect(copy(bytes) == String(decoding: bytes, as: UTF8.self))
            for place in 0..<count {
                var other = bytes
                other[place] |= 0x80
                #expect(copy(other) == nil)
            }
        }
    }

    @Test func turnsWordsIntoBytesAndBack() {
        let words: [UInt64] = [0x0807_0605_0403_0201, 0, .max]
        let bytes = words.bytes
        #expect(bytes.count == 24 && words.indices.map { bytes.span.word(at: 8 * $0) } == words)
        #expect([UInt64]().bytes.isEmpty)
    }
}
