import Testing

@testable import suppliergo

struct WrappingTests {
    @Test(arguments: [
        ("", 5, [""]), ("plain", 5, ["plain"]), ("plain", 3, ["pla", "in"]), ("one two", 5, ["one", "two"]),
        ("one two", 3, ["one", "two"]), ("one   two", 4, ["one", "two"]), ("one two three", 8, ["one two", "three"]),
        ("a bcdefghij", 6, ["a bcde", "fghij"]), ("/usr/local/share", 8, ["/usr/", "local/", "share"]),
        ("ann.lee@mail.example", 14, ["ann.lee@", "mail.example"]), ("ann.lee@x", 5, ["ann.", "lee@x"]),
        (
            "bartholomew.featherstonehaugh@company.example", 28,
            ["bartholomew.", "featherstonehaugh@", "company.example"]
        ),
        (".....", 2, ["..", "..", "."]), ("山田太郎", 4, ["山田", "太郎"]), ("山田太郎", 5, ["山田", "太郎"]), ("山", 1, ["山"]),
        ("山a", 1, ["山", "a"]),
        ("one ", 3, ["one"]), ("e\u{301}e\u{301}", 1, ["e\u{301}", "e\u{301}"]),
    ])
    func breaksLines(text: String, width: Int, expected: [String]) {
        #expect(text.wrapped(toWidth: width).map(String.init) == expected)
    }

    @Test(arguments: [
        ("", 5, [""]), ("one two three", 8, ["one two", "three"]), ("one two three", 7, ["one two", "three"]),
        ("one two three", 6, ["one", "two", "three"]), ("/usr/local/share", 8, ["/usr/local/share"]),
        ("a bcdefghij k", 6, ["a", "bcdefghij", "k"]), ("abcdefghij", 6, ["abcdefghij"]),
        ("a/b c/d", 4, ["a/b", "c/d"]),
    ])
    func breaksNoWordWhereWordsStayWhole(text: String, width: Int, expected: [String]) {
        #expect(text.wrapped(toWidth: width, breakingWords: false).map(String.init) == expected)
    }
}
