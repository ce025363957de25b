import Testing

@testable import SupplierGoKit

@Suite struct CacheFileNameTests {
    private static let stem = String(repeating: "0a", count: 19)

    @Test func knowsAnEntry() {
        #expect(CacheLayout.FileName(Self.stem + ".png") == .entry)
        #expect(CacheLayout.FileName(Self.stem + ".mp4") == .entry)
    }

    @Test(arguments: [0, 9, 10, 15, 16, 0xff, 0x1000, .max])
    func knowsATemporaryFileAndItsWriter(_ number: Int) {
        let name = CacheLayout.FileName.temporaryPrefix(of: "0123456789abcdef") + String(number, radix: 16)
        #expect(name == ".tmp-0123456789abcdef-" + String(number, radix: 16))
        #expect(CacheLayout.FileName(name) == .temporary(writer: "0123456789abcdef"))
    }

    @Test(arguments: [
        "", "photo.png", stem, stem + ".", stem + ".PNG", stem + ".png.bak", stem + "a.png", stem.uppercased() + ".png",
        String(stem.dropLast()) + ".png", String(stem.dropLast()) + "g.png", ".tmp-", ".tmp-x", ".tmp-0123456789abcdef",
        ".tmp-0123456789abcdef-", ".tmp-0123456789abcdeg-1", ".tmp-0123456789abcdef-1-2", ".mixed",
    ])
    func takesAnythingElseForSomebodysOwn(_ name: String) {
        #expect(CacheLayout.FileName(name) == .foreign)
    }

    @Test(arguments: [
        ("00", true), ("fe", true), ("FE", false), ("0", false), ("000", false), ("g0", false), ("", false),
    ])
    func knowsADirectoryOfEntries(_ name: String, _ expected: Bool) {
        #expect(CacheLayout.FileName.isShard(name) == expected)
    }
}
