import TestSupport
import Testing

@testable import suppliergo

@Suite struct ShellWordTests {
    @Test(arguments: [
        ("plain", "plain"), (#"Matteo\ H"#, "Matteo H"), (#""a b"#, "a b"), ("'it'\\''s'", "it's"),
        ("~/x", "/home/ann/x"), ("'a\\b'", "a\\b"), ("x~/y", "x~/y"), (#"a"b c"d\$"#, "ab cd$"),
    ])
    func readsWordsAsTheShellHasThem(word: String, text: String) {
        #expect(ShellWord(word, home: "/home/ann").text == text)
    }

    @Test(arguments: [
        ("Ma", #"Ma\$\(x\)\`\;\"\'\ \!é"#), (#""Ma"#, #"Ma\$(x)\`;\"' "'!'"é"#), ("'Ma", #"Ma$(x)`;"'\'' !é"#),
        (#"M"a"#, #"a\$(x)\`;\"' "'!'"é"#), (#""M"a"#, #"Ma\$\(x\)\`\;\"\'\ \!é"#),
    ])
    func escapesForTheQuoteThatIsOpen(word: String, completion: String) {
        #expect(ShellWord(word, home: nil).bashCompletion(to: "Ma$(x)`;\"' !é") == completion)
    }
}
