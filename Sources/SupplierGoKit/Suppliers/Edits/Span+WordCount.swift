extension Span<UInt8> {
    /// The number of visible words in UTF-8.
    package var wordCount: Int {
        if isPrintableASCII {
            var (count, isInWord) = (0, false)
            for index in indices {
                if self[index] != UInt8(ascii: " "), !isInWord { count += 1 }
                isInWord = self[index] != UInt8(ascii: " ")
            }
            return count
        }
        return String(decoding: self).unicodeScalars.split(whereSeparator: \.properties.isWhitespace).count { word in
            !word.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
        }
    }
}
