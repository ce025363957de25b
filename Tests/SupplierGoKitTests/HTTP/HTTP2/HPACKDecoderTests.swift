import TestSupport
import Testing

@testable import SupplierGoKit

struct HPACKDecoderTests {
    /// A block of four fields, the first of appendix C.6 in RFC 7541, and the places where one ends.
    private static let block = [UInt8](
        dump: """
            4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 \
            63c7 8f0b 97c8 e9ae 82ae 43d3
            """)
    private static let fieldEnds = [0, 4, 11, 35, 54]

    @Test func refusesABlockThatIsCutWithinAField() {
        let decoder = HPACKDecoder()
        for count in Self.block.indices {
            let failure = decoder.failure(of: Array(Self.block[..<count]))
            #expect(failure == (Self.fieldEnds.contains(count) ? nil : .truncated), "\(count) bytes")
        }
    }

    @Test func refusesALongFieldThatIsCut() {
        let block = HPACKDecoder.added("a", String(repeating: "b", count: 300))
        for count in 1..<block.count {
            #expect(HPACKDecoder().failure(of: Array(block[..<count])) == .truncated, "\(count) bytes")
        }
    }

    @Test(arguments: [
        ("80", HPACKDecoder.Failure.noEntry),  // Index 0
        ("be", .noEntry),  // An empty dynamic table
        ("ff 80 01", .noEntry), ("7f 00 00", .noEntry), ("0f 2f 00", .noEntry), ("1f 2f 00", .noEntry),
        ("ff ff ff ff ff 0f", .numberTooLarge), ("00 7f 80 80 80 80 00", .numberTooLarge),
        ("04 81 ff", .noHuffmanCode),  // A padding of eight bits
        ("04 81 00", .noHuffmanCode),  // A padding of zeros
        ("04 84 ff ff ff ff", .noHuffmanCode),  // The end of the string
        ("00 81 ff 00", .noHuffmanCode), ("3f e2 1f", .tableTooLarge), ("82 20", .lateTableSize),
        ("20 20 82 3f e1 1f", .lateTableSize), ("04", .truncated), ("00 00", .truncated),
    ])
    func refusesABlock(dump: String, failure: HPACKDecoder.Failure) {
        #expect(HPACKDecoder().failure(of: [UInt8](dump: dump)) == failure)
    }

    @Test func namesAreThoseOfTheDynamicTableToo() throws {
        var decoder = HPACKDecoder()
        _ = try decoder.lines(of: HPACKDecoder.added("a", "1") + HPACKDecoder.added("b", "2"))
        #expect(try decoder.lines(of: [UInt8](dump: "7f 00 01 33 0f 30 01 34")) == ["a: 3", "b: 4"])
        #expect(decoder.entries == ["a: 3", "b: 2", "a: 1"])
    }

    /// The sum is that of RFC 7541's table (appendix A), as another implementation has it.
    @Test func hasAllStaticEntries() throws {
        var decoder = HPACKDecoder()
        let lines = try decoder.lines(of: (1...61).flatMap(HPACKDecoder.indexed))
        #expect(lines.count == 61)
        #expect(lines[0] == ":authority: " && lines[15] == "accept-encoding: gzip, deflate")
        #expect(lines[33] == "etag: " && lines[60] == "www-authenticate: ")
        let text = lines.map { $0 + "\r\n" }.joined()
        #expect(text.utf8.reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) } == 0x4af2_fe10)
    }

    @Test func takesSizesOfTheTableAtABlocksBeginning() throws {
        var decoder = HPACKDecoder(tableSizeLimit: 100)
        _ = try decoder.lines(of: HPACKDecoder.added("a", "1") + HPACKDecoder.added("b", "2"))
        #expect(decoder.table.size == 68)
        _ = try decoder.lines(of: HPACKDecoder.tableSize(67))
        #expect(decoder.entries == ["b: 2"])
        _ = try decoder.lines(of: HPACKDecoder.tableSize(0) + HPACKDecoder.tableSize(100))
        #expect(decoder.entries == [] && decoder.table.size == 0)
        _ = try decoder.lines(of: HPACKDecoder.added("c", "3"))
        #expect(decoder.entries == ["c: 3"])
        #expect(decoder.failure(of: HPACKDecoder.tableSize(101)) == .tableTooLarge)
    }

    @Test func anEntryLargerThanTheTableEmptiesIt() throws {
        var decoder = HPACKDecoder(tableSizeLimit: 64)
        _ = try decoder.lines(of: HPACKDecoder.added("a", "1"))
        let long = String(repeating: "b", count: 32)
        #expect(try decoder.lines(of: HPACKDecoder.added("c", long)) == ["c: \(long)"])
        #expect(decoder.entries == [])
        _ = try decoder.lines(of: HPACKDecoder.added("", long))
        #expect(decoder.entries == [": \(long)"] && decoder.table.size == 64)
    }

    /// RFC 7541, section 4.4.
    @Test func anEntryMayBeEvictedByOneWithItsName() throws {
        var decoder = HPACKDecoder(tableSizeLimit: 64)
        _ = try decoder.lines(of: HPACKDecoder.added("name", "1"))
        #expect(try decoder.lines(of: [UInt8](dump: "7e 01 32")) == ["name: 2"])
        #expect(decoder.entries == ["name: 2"])
    }

    @Test func appendsToAHead() throws {
        var (decoder, head) = (HPACKDecoder(), HPACKHead(byteLimit: 1000))
        for _ in 0..<2 { try decoder.decode([UInt8](dump: "8882").span, into: &head) }
        #expect(head.lines == [":status: 200", ":method: GET", ":status: 200", ":method: GET"] && head.isWhole)
        head.removeAll()
        #expect(head.lines == [] && head.text == [])
    }

    @Test func staysInStepWhereAHeadIsTooLarge() throws {
        var whole = HPACKDecoder()
        let lines = try whole.lines(of: Self.block + [0x88] + HPACKDecoder.indexed(62))
        for byteLimit in 0..<200 {
            var (decoder, head) = (HPACKDecoder(), HPACKHead(byteLimit: byteLimit))
            try decoder.decode((Self.block + [0x88] + HPACKDecoder.indexed(62)).span, into: &head)
            var (count, size) = (0, 0)
            while count < lines.count, size + lines[count].utf8.count + 2 <= byteLimit {
                size += lines[count].utf8.count + 2
                count += 1
            }
            #expect(head.lines == Array(lines[..<count]) && head.isWhole)
            #expect(head.isTooLarge == (count < lines.count))
            #expect(decoder.entries == whole.entries)
            head.removeAll()
            #expect(!head.isTooLarge)
        }
    }
}
