import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct TextFoldingTests {
    private func folded(_ text: String) -> String {
        String(decoding: TextFolding.folded(text.utf8.span), as: UTF8.self)
    }

    @Test func appendsManyTextsInLinearTime() {
        var output: [UInt8] = []
        var capacities: Set<Int> = []
        for _ in 0..<10_000 {
            TextFolding.append("Murphy, Kerluke and Swift".utf8.span, to: &output)
            capacities.insert(output.capacity)
        }
        #expect(capacities.count < 40, "the array grows by a factor, not text by text")
    }

    @Test(arguments: [
        ("Zoë", "zoe"), ("Zoe\u{308}", "zoe"), ("STRAẞE Straße", "strasse strasse"), ("ﬁn ﬃ ﬆ", "fin ffi st"),
        ("İIıi I\u{307}", "iiii i"), ("Łódź Ørsted Þór Đà Æsir Œuvre", "lodz orsted thor da aesir oeuvre"),
        ("ΆΣ σς ᾳ Ὀδυσσεύς", "ασ σσ α οδυσσευσ"), ("Ёлка ЙОД", "елка иод"), ("Nguyễn Thị Mỹ", "nguyen thi my"),
        ("Ｆｕｌｌ　ｗｉｄｔｈ", "full width"), ("O’Connell “x” 1–2", "o'connell \"x\" 1-2"), ("a\u{a0}b\tc", "a b c"),
        ("so\u{ad}ft\u{200b}", "soft"), ("مُحَمَّد أحمد", "محمد احمد"), ("שָׁלוֹם", "שלום"), ("株式会社", "株式会社"),
        ("हिन्दी", "हिन्दी"), ("ガ", "ガ"), ("Ⴀა", "ⴀა"), ("ԱԲ", "աբ"), ("𐐀", "𐐨"), ("😀\u{fe0f}", "😀"), ("\u{301}", ""),
    ])
    func makesAlikeWhatPeopleTakeForAlike(text: String, expected: String) {
        #expect(folded(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test func takesHangulSyllablesApart() {
        #expect(
            folded("한글").unicodeScalars.elementsEqual("\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}".unicodeScalars)
        )
        #expect(folded("한글") == folded("\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}"))
    }

    @Test func foldsWhatIsFoldedToItself() throws {
        for value in (0...0x2fff as ClosedRange<UInt32>) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let once = folded(String(scalar))
            #expect(folded(once) == once, "U+\(String(value, radix: 16))")
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
    func theTableIsThatOfTheUnicodeDatabase() async throws {
        let repository = URL(filePath: TestData.directory).deletingLastPathComponent()
        var configuration = CommandLineRun.Configuration()
        configuration.executable = "/usr/bin/python3"
        configuration.environment = ["PYTHONIOENCODING": "utf-8"]
        let script = repository.appending(path: "Tests/Tables/letters.py").path()
        let result = try await CommandLineRun([script], configuration: configuration).result()
        let path = "Sources/SupplierGoKit/Suppliers/Search/TextFolding+LetterVariants.swift"
        let source = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
        #expect(result.status == 0)
        #expect(Array(result.output.utf8) == Array(source.utf8))
    }
}
