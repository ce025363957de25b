import Testing

@testable import SupplierGoKit

/// The examples of RFC 7541, appendix C.
struct HPACKExamplesTests {
    /// A block, the fields that it holds, and the dynamic table behind it.
    struct Example: Sendable {
        let dump: String
        let huffmanDump: String
        let lines: [String]
        let entries: [String]
        let tableSize: Int
    }

    @Test(arguments: [
        ("400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572", "custom-key: custom-header", true),
        ("040c 2f73 616d 706c 652f 7061 7468", ":path: /sample/path", false),
        ("1008 7061 7373 776f 7264 0673 6563 7265 74", "password: secret", false), ("82", ":method: GET", false),
    ])
    func decodesFields(dump: String, line: String, isAdded: Bool) throws {
        var decoder = HPACKDecoder()
        #expect(try decoder.lines(of: [UInt8](dump: dump)) == [line])
        #expect(decoder.entries == (isAdded ? [line] : []))
        #expect(decoder.table.size == (isAdded ? 55 : 0))
    }

    @Test(arguments: [\Example.dump, \.huffmanDump])
    func decodesRequests(dump: any KeyPath<Example, String> & Sendable) throws {
        try expect(Self.requests, in: dump, by: HPACKDecoder())
    }

    @Test(arguments: [\Example.dump, \.huffmanDump])
    func decodesResponses(dump: any KeyPath<Example, String> & Sendable) throws {
        try expect(Self.responses, in: dump, by: HPACKDecoder(tableSizeLimit: 256))
    }

    private func expect(
        _ examples: [Example], in dump: KeyPath<Example, String>, by decoder: HPACKDecoder
    ) throws {
        var decoder = decoder
        for example in examples {
            #expect(try decoder.lines(of: [UInt8](dump: example[keyPath: dump])) == example.lines)
            #expect(decoder.entries == example.entries)
            #expect(decoder.table.size == example.tableSize)
        }
    }

    /// Appendices C.3 and C.4.
    private static let requests = [
        Example(
            dump: "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d",
            huffmanDump: "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff",
            lines: [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"],
            entries: [":authority: www.example.com"], tableSize: 57),
        Example(
            dump: "8286 84be 5808 6e6f 2d63 6163 6865", huffmanDump: "8286 84be 5886 a8eb 1064 9cbf",
            lines: [
                ":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com", "cache-control: no-cache",
            ],
            entries: ["cache-control: no-cache", ":authority: www.example.com"], tableSize: 110),
        Example(
            dump: "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65",
            huffmanDump: "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
            lines: [
                ":method: GET", ":scheme: https", ":path: /index.html", ":authority: www.example.com",
                "custom-key: custom-value",
            ],
            entries: ["custom-key: custom-value", "cache-control: no-cache", ":authority: www.example.com"],
            tableSize: 164),
    ]

    /// Appendices C.5 and C.6, with a table of 256 octets.
    private static let responses = [
        Example(
            dump: """
                4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3120 \
                474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d
                """,
            huffmanDump: """
                4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 \
                63c7 8f0b 97c8 e9ae 82ae 43d3
                """,
            lines: [":status: 302", "cache-control: private", "date: \(date(21))", location],
            entries: [location, "date: \(date(21))", "cache-control: private", ":status: 302"], tableSize: 222),
        Example(
            dump: "4803 3330 37c1 c0bf", huffmanDump: "4883 640e ffc1 c0bf",
            lines: [":status: 307", "cache-control: private", "date: \(date(21))", location],
            entries: [":status: 307", location, "date: \(date(21))", "cache-control: private"], tableSize: 222),
        Example(
            dump: """
                88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04 677a 6970 7738 \
                666f 6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 \
                3630 303b 2076 6572 7369 6f6e 3d31
                """,
            huffmanDump: """
                88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 \
                b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07
                """,
            lines: [
                ":status: 200", "cache-control: private", "date: \(date(22))", location, "content-encoding: gzip",
                cookie,
            ],
            entries: [cookie, "content-encoding: gzip", "date: \(date(22))"], tableSize: 215),
    ]

    private static let location = "location: https://www.example.com"
    private static let cookie = "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1"

    private static func date(_ second: Int) -> String { "Mon, 21 Oct 2013 20:13:\(second) GMT" }
}
