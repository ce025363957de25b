import Testing

@testable import suppliergo

struct TerminalTraitsTests {
    @Test(arguments: [
        (nil, 132, 132), (nil, 0, 80), ("100", 132, 100), ("100", 0, 100), ("", 132, 132), ("0", 132, 132),
        ("-5", 132, 132), ("wide", 132, 132), ("99999999999999999999", 132, 132),
    ])
    func takesColumnsBeforeWhatTheTerminalSays(columns: String?, reported: Int, expected: Int) {
        #expect(TerminalTraits.width(columns: columns, reported: reported) == expected)
    }
}
