@testable import suppliergo

extension TerminalAnswers {
    /// The answers in what a terminal sent, as far as they are in.
    init(_ bytes: [UInt8]) {
        var parser = InputParser()
        for case .answered(let answers) in parser.parse(bytes) {
            self = answers
            return
        }
        self = parser.answers
    }
}
