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
        ("a.webp", ".webp"), ("data:image/png;base64,AQID", ".png"), ("data:Image/SVG+xml,x.png", ".svg"),
        ("data:image/jpeg,", ".jpg"), ("data:image/x", ""), ("data:text/plain,a.png", ".png"),
        ("webp", ""),
        ("", ""),
    ])
    func endsInTheUsualExtensionOfTheText(_ text: String, _ expected: String) {
        let key = CacheKey(text, in: images)
        #expect(key.fileSuffix == expected)
        #expect(CacheLayout(directory: "/cache").entryPath(of: key) == "/cache/" + key.path + expected)
    }

    @Test func isThatOfAnAvatarsURLWithoutItsSignature() {
        let (plain, other) = ("https://x.test/a.png?w=2", CacheKey(avatarAt: "https://x.test/a.png?w=3&sig=a"))
        let keys = ["w=2&X-Amz-Date=1&X-Amz-Signature=a", "X-Amz-Date=2&X-Amz-Signature=b&w=2"].map {
            CacheKey(avatarAt: "https://x.test/a.png?" + $0)
        }
        #expect(keys[0] == keys[1] && keys[0] == CacheKey(avatarAt: plain) && Set(keys).count == 1)
        #expect(keys.map(\.text) == [plain, plain] && keys.allSatisfy { $0.isSigned && $0.path == keys[0].path })
        #expect(keys[1].address.hasSuffix("=b&w=2") && keys[1].url?.query() == "X-Amz-Date=2&X-Amz-Signature=b&w=2")
        #expect(CacheKey(failureOf: keys[0]) == CacheKey(failureOf: keys[1]) && CacheKey(failureOf: keys[0]) != keys[0])
        #expect(!other.isSigned && other.text == other.address)
        // Only avatars' URLs are signed so.
        #expect(CacheKey(keys[0].address, in: .details).text == keys[0].address)
    }
}
