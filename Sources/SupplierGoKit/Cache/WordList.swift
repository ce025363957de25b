/// Words that have numbers, found by their bytes.
struct WordList: Sendable {
    /// All words, one behind the other.
    private let bytes: [UInt8]

    /// Where each of them is.
    private let places: [Range<Int>]

    /// The words' numbers are their places in the list.
    init(_ words: [String]) {
        var bytes: [UInt8] = []
        places = words.map { word in
            let start = bytes.count
            bytes += word.utf8
            return start..<bytes.count
        }
        self.bytes = bytes
    }

    /// How many words there are.
    var count: Int { places.count }

    /// A word's number; `nil` where it is none of these.
    ///
    /// - Parameter isSame: whether two words of one length are one.
    func number(of word: Span<UInt8>, by isSame: (Span<UInt8>, Span<UInt8>) -> Bool) -> Int? {
        let bytes = bytes.span
        for number in places.indices where places[number].count == word.count {
            if isSame(bytes.extracting(places[number]), word) { return number }
        }
        return nil
    }

    /// A word's number; `nil` where it is none of these, byte for byte.
    func number(of word: Span<UInt8>) -> Int? { number(of: word) { $0.isEqual(to: $1) } }

    /// The bytes of the word with a number.
    subscript(number: Int) -> ArraySlice<UInt8> { bytes[places[number]] }

    /// Adds the word with a number to fields, as the name of a value.
    func append(_ number: Int, _ value: Span<UInt8>, to fields: inout HTTPFields) {
        fields.appendLine(bytes.span.extracting(places[number]), value)
    }
}
