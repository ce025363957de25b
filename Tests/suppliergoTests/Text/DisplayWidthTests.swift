import Testing

@testable import suppliergo

struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("plain", 5), ("Zoë", 3), ("e\u{301}", 1), ("a\u{300}\u{301}\u{302}", 1), ("山田", 4), ("ｶﾅ", 2),
        ("ＡＢ", 4), ("한글", 4), ("\u{1112}\u{1161}\u{11ab}", 2), ("。「」", 6), ("…", 1), ("─", 1), ("€", 1), ("Ω", 1),
        ("😀", 2), ("👍🏽", 2), ("👩‍🔧", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("🇩", 2), ("🏴‍☠️", 2), ("☠️", 2), ("☠", 1),
        ("1️⃣", 2), ("1", 1), ("©️", 2), ("⌚", 2), ("ไทย", 3), ("น้ำ", 2), ("नि", 2), ("र्मा", 3), ("ङ्का", 3), ("ক্ষী", 3), ("❤️‍🔥", 2),
        ("שָׁלוֹם", 4), ("𠀀", 2),
        ("\u{4dc0}", 2), ("\u{303f}", 1), ("a\u{a0}b", 3), ("☃", 1),
        ("🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", 2), ("葛\u{e0100}", 2),
    ])
    func countsColumns(text: String, expected: Int) {
        #expect(text.displayWidth == expected)
    }

    @Test(arguments: [
        ("plain", 5, "plain"), ("plain", 4, "pla…"), ("plain", 1, "…"), ("plain", 0, ""), ("", 0, ""),
        ("山田太郎", 8, "山田太郎"), ("山田太郎", 7, "山田太…"), ("山田太郎", 6, "山田…"), ("山田太郎", 2, "…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👩‍🔧👩‍🔧", 3, "👩‍🔧…"), ("a👩‍🔧", 2, "a…"),
    ])
    func shortensWithAnEllipsis(text: String, width: Int, expected: String) {
        #expect(text.shortened(toWidth: width, ellipsis: "…") == expected)
    }

    @Test(arguments: [("plain", 4, "p..."), ("plain", 3, "..."), ("plain", 2, ".."), ("plain", 0, "")])
    func shortensInASCII(text: String, width: Int, expected: String) {
        #expect(text.shortened(toWidth: width, ellipsis: "...") == expected)
    }

    @Test(arguments: [("山", 4, "山  "), ("plain", 5, "plain"), ("plain", 2, "plain"), ("", 2, "  ")])
    func padsByColumns(text: String, width: Int, expected: String) {
        #expect(text.padded(toWidth: width) == expected)
    }
}
