import Testing

@testable import SupplierGoKit

struct HPACKEncoderTests {
    private static let repeated = [
        ":authority: a.example:8443", "user-agent: Test/1", "accept: */*", "accept-encoding: identity",
    ]

    /// How large a table must be that has the repeated fields (RFC 7541, section 4.1).
    private static let tableSize = repeated.map { $0.utf8.count - 2 + 32 }.reduce(0, +)

    private var encoder = HPACKEncoder(authority: "a.example:8443".utf8.span, userAgent: "Test/1")
    private var decoder = HPACKDecoder()

    private mutating func block(_ path: String, _ fields: [HTTPFields.Field] = []) -> [UInt8] {
        var block: [UInt8] = []
        encoder.encode(path: path.utf8.span, fields: fields, into: &block)
        return block
    }

    private func lines(path: String, _ others: [String] = []) -> [String] {
        [":method: GET", ":scheme: https", ":path: \(path)"] + Self.repeated + others
    }

    @Test mutating func addsToTheTableOnceWhatIsTheSameInAllRequests() throws {
        let first = block("/")
        #expect(first.starts(with: [0x82, 0x87, 0x84, 0x41, 14]))
        #expect(try decoder.lines(of: first) == lines(path: "/"))
        #expect(decoder.entries == Self.repeated.reversed())
        #expect(decoder.table.size == Self.tableSize)
        #expect(block("/") == [0x82, 0x87, 0x84, 0xc1, 0xc0, 0xbf, 0xbe])
        #expect(block("/a?b") == [0x82, 0x87, 0x04, 4] + "/a?b".utf8 + [0xc1, 0xc0, 0xbf, 0xbe])
    }

    @Test mutating func requestsAreDecodedInTheirOrder() throws {
        let etag = try #require(HTTPFields.Field(name: "If-None-Match", value: "\"caf\u{e9}\""))
        let empty = try #require(HTTPFields.Field(name: "XEmpty", value: ""))
        let long = "/" + String(repeating: "x", count: 1000)
        for path in ["/", "/1.png", "/", long, "/*"] {
            #expect(try decoder.lines(of: block(path)) == lines(path: path))
            let others = ["if-none-match: \"caf\u{e9}\"", "xempty: "]
            #expect(try decoder.lines(of: block(path, [etag, empty])) == lines(path: path, others))
            #expect(decoder.entries == Self.repeated.reversed())
        }
    }

    /// RFC 7541, section 7.1.3.
    @Test mutating func otherFieldsAreNeverIndexed() throws {
        let field = try #require(HTTPFields.Field(name: "Authorization_Z", value: "Az"))
        let (without, with) = (block("/"), block("/", [field]))
        #expect(without.count > 7)
        #expect(with.starts(with: [0x82, 0x87, 0x84, 0xc1, 0xc0, 0xbf, 0xbe, 0x10, 15]))
        #expect(with.dropFirst(9) == Array("authorization_z\u{2}Az".utf8)[...])
    }

    @Test(arguments: [0, 1])
    mutating func saysThatTheTableIsSmaller(blockCount: Int) throws {
        for _ in 0..<blockCount { _ = try decoder.lines(of: block("/")) }
        encoder.limitTable(to: 1000)
        encoder.limitTable(to: Self.tableSize)
        encoder.limitTable(to: 2000)
        let next = block("/")
        #expect(next.starts(with: HPACKDecoder.tableSize(Self.tableSize) + [0x82]))
        #expect(try decoder.lines(of: next) == lines(path: "/"))
        #expect(decoder.table.sizeLimit == Self.tableSize)
        #expect(block("/") == [0x82, 0x87, 0x84, 0xc1, 0xc0, 0xbf, 0xbe])
        #expect(decoder.entries == Self.repeated.reversed())
    }

    @Test(arguments: [0, 1], [0, tableSize - 1])
    mutating func doesWithoutATableThatIsTooSmall(blockCount: Int, size: Int) throws {
        for _ in 0..<blockCount { _ = try decoder.lines(of: block("/")) }
        encoder.limitTable(to: size)
        let next = block("/")
        #expect(next.starts(with: [0x20, 0x82, 0x87, 0x84, 0x01, 14]))
        #expect(try decoder.lines(of: next) == lines(path: "/"))
        encoder.limitTable(to: 4096)
        #expect(block("/") == Array(next.dropFirst()))
        #expect(try decoder.lines(of: Array(next.dropFirst())) == lines(path: "/"))
        #expect(decoder.entries == [])
    }

    @Test(arguments: [4096, 5000])
    mutating func aTableOfTheDefaultSizeNeedsNoWord(size: Int) {
        encoder.limitTable(to: size)
        #expect(block("/").starts(with: [0x82]))
    }

    @Test mutating func doesWithoutATableThatWasAlwaysTooSmall() throws {
        let agent = String(repeating: "x", count: 4096)
        encoder = HPACKEncoder(authority: "a.example:8443".utf8.span, userAgent: agent)
        for _ in 0..<2 {
            #expect(try decoder.lines(of: block("/"))[4] == "user-agent: \(agent)")
            #expect(decoder.entries == [])
        }
    }
}
