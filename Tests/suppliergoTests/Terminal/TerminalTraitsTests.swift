import Testing

@testable import suppliergo

struct TerminalTraitsTests {
    @Test(arguments: [
        (nil, nil), ("100", 100), ("20", 20), ("", nil), ("0", nil), ("19", nil), ("-5", nil), ("wide", nil),
        ("99999999999999999999", nil),
    ])
    func takesColumnsWhereThereIsNoTerminal(columns: String?, expected: Int?) {
        let traits = TerminalTraits.other(environment: columns.map { ["COLUMNS": $0] } ?? [:])
        #expect(traits.width == expected)
        #expect(!traits.isTerminal && !traits.movesCursor && traits.height == nil)
    }
}
