import Testing

@testable import SupplierGoKit

@Suite struct CacheNameTests {
    private let images = CacheKey.Namespace(name: "avatars", fileExtensions: ["png", "jpg", "webp"])

    @Test func isTheDigestCutTo160Bits() {
        let name = CacheKey("abc", in: images).name
        #expect(name.shard == "ba")
        #expect(name.stem == "7816bf8f01cfea414140de5dae2223b00361a3")
        #expect(name.path(in: "/cache", "avatars", "png") == "/cache/avatars/ba/\(name.stem).png")
        #expect(SHA256.digits(of: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a3")
        #expect(name.word == 0x7816_bf8f_01cf_ea41)
        #expect(CacheKey.Name.word(ofFile: name.stem + ".png") == name.word)
    }

    @Test func knowsTheExtensionsOfAllImages() {
        #expect(CacheKey.Namespace.avatars.fileExtensions == ImageHeader.Kind.allCases.map(\.fileExtension))
    }

    @Test(arguments: [
        ("https://x.test/a.png", "png"),
        ("https://x.test/a.jpg", "jpg"),
        ("https://x.test/a.JPG", "jpg"),
        ("https://x.test/a.jpeg", "jpg"),
        ("https://x.test/a.webp?size=4", "webp"),
        ("https://x.test/a.webp#top", "webp"),
        ("https://x.test/a?file=b.webp", "png"),
        ("https://x.test/a.webp/b", "png"),
        ("https://x.test/a.exe", "png"),
        ("https://x.test/a.", "png"),
        ("https://jpg", "png"),
        ("a.webp", "webp"),
        ("webp", "png"),
        ("", "png"),
    ])
    func readsTheUsualExtensionOffTheText(_ text: String, _ expected: String) {
        #expect(CacheKey(text, in: images).usualExtension == expected)
    }
}
