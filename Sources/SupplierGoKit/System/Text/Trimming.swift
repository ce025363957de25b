extension StringProtocol {
    /// The text without white space around it.
    package var trimmed: String {
        let beginning = drop { $0.isWhitespace }
        let end = beginning.lastIndex { !$0.isWhitespace }
        return end.map { String(beginning[...$0]) } ?? ""
    }
}
