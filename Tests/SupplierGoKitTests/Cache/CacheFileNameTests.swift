import Testing

@testable import SupplierGoKit

@Suite struct CacheFileNameTests {
    private static let stem = String(repeating: "0a", count: 18)

    @Test(arguments: [
        (stem, CacheLayout.FileName.entry), (stem + ".png", .entry), (stem + ".mp4", .entry),
        (stem + ".avatars", .entry),
        (".record-" + stem + ".png", .record(entry: stem + ".png")), (".record-" + stem, .record(entry: stem)),
        (".tmp-0123456789abcdef-1f", .temporary), (".tmp-0123456789abcdef-0", .temporary),
    ])
    func knowsItsOwn(_ name: String, _ expected: CacheLayout.FileName) {
        #expect(CacheLayout.FileName(name) == expected)
    }

    @Test func namesEachTemporaryFileAnew() {
        let names = (0..<300).map { _ in CacheLayout.FileName.nextTemporary() }
        #expect(Set(names).count == 300)
        #expect(names.allSatisfy { CacheLayout.FileName($0) == .temporary })
    }

    @Test(arguments: [
        "", "photo.png", stem + ".", stem + ".PNG", stem + ".png.bak", stem + "a.png", stem.uppercased() + ".png",
        String(stem.dropLast()) + ".png", String(stem.dropLast()) + "g.png", stem + "a", stem.uppercased(),
        String(stem.dropLast()), ".tmp-", ".tmp-x", ".tmp-0123456789abcdef", ".tmp-0123456789abcdef-",
        ".tmp-0123456789abcdeg-1", ".tmp-0123456789abcdef-1-2", ".tmp-0123456789abcdef-g", ".mixed",
        ".record-photo.png",
    ])
    func takesAnythingElseForSomebodysOwn(_ name: String) {
        #expect(CacheLayout.FileName(name) == .foreign)
    }

    /// 2 digits and 38.
    @Test func takesAnObjectOfGitForSomebodysOwn() {
        #expect(CacheLayout.FileName("7816bf8f01cfea414140de5dae2223b00361a3") == .foreign)
    }

    @Test(arguments: [
        ("00", true), ("fe", true), ("FE", false), ("0", false), ("000", false), ("g0", false), ("", false),
    ])
    func knowsADirectoryOfEntries(_ name: String, _ expected: Bool) {
        #expect(CacheLayout.FileName.isShard(name) == expected)
    }
}
