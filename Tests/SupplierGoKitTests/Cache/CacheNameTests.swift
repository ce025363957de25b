import Testing

@testable import SupplierGoKit

@Suite struct CacheNameTests {
    private let images = CacheKey.Namespace(name: "avatars")

    @Test func isTheDigestCutTo152Bits() {
        let name = CacheKey("abc", in: images).name
        let path = "ba/7816bf8f01cfea414140de5dae2223b00361"
        #expect(name.path == path)
        #expect(name.path(in: "/cache", "avatars") == "/cache/avatars/" + path)
        #expect(name.path(in: "/cache", "avatars", ".png") == "/cache/avatars/\(path).png")
        #expect(SHA256.digits(of: "abc").hasPrefix(path.filter { $0 != "/" }))
        #expect(name.word == 0x7816_bf8f_01cf_ea41)
        #expect(CacheKey.Name.word(ofFile: path.dropFirst(3) + ".png") == name.word)
    }

    @Test func knowsTheExtensionsOfAllImages() {
        for kind in ImageHeader.Kind.allCases {
            let suffix = "." + kind.fileExtension
            #expect(CacheKey("https://x.test/a" + suffix, in: images).fileSuffix == suffix)
        }
    }

    @Test(arguments: [
        ("https://x.test/a.png", ".png"),
        ("https://x.test/a.JPG", ".jpg"),
        ("https://x.test/a.jpeg", ".jpg"),
        ("https://x.test/a.webp?size=4", ".webp"),
        ("https://x.test/a.webp#top", ".webp"),
        ("https://x.test/a?file=b.webp", ""),
        ("https://x.test/a.webp/b", ""),
        ("https://x.test/a.exe", ""),
        ("https://x.test/a.", ""),
        ("https://x.test/a", ""),
        ("https://jpg", ""),
        ("a.webp", ".webp"),
        ("webp", ""),
        ("", ""),
    ])
    func endsInTheUsualExtensionOfTheText(_ text: String, _ expected: String) {
        let key = CacheKey(text, in: images)
        #expect(key.fileSuffix == expected)
        #expect(CacheLayout(directory: "/cache").entryPath(of: key) == "/cache/" + key.path + expected)
    }
}
