/// Text looked at several bytes at a time.
extension Span<UInt8> {
    /// The index of the first byte of a value, from an index on; `nil` if there is none (`memchr(3)`).
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count else { return nil }
        return unsafe extracting(start...).withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress, let found = unsafe memchr(first, Int32(byte), bytes.count) else {
                return nil
            }
            return unsafe start + (UnsafeRawPointer(found) - first)
        }
    }

    /// Tests if `others` are at an offset, as a whole.
    package func holds(_ others: some Collection<UInt8>, at offset: Int) -> Bool {
        guard offset >= 0, offset <= count - others.count else { return false }
        return others.enumerated().allSatisfy { self[offset + $0.offset] == $0.element }
    }

    /// The bytes are the same apart from the case of ASCII letters.
    func isEqualIgnoringCase(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var differences: UInt8 = 0
        // Without an early end, the compiler compares many bytes at once.
        for index in indices { differences |= self[index].lowercasedASCII ^ other[index].lowercasedASCII }
        return differences == 0
    }

    /// The text holds a word whose ASCII letters are in lower case, ignoring the case of its own ones.
    ///
    /// Eight starts are tried at a time, by the word's first two bytes.
    func holdsIgnoringCase(_ word: Span<UInt8>) -> Bool {
        let (last, second) = (count &- word.count, Swift.min(1, word.count &- 1))
        guard last >= 0, !word.isEmpty else { return word.isEmpty }
        guard count >= 8 &+ second else {
            for start in 0...last where isLowercased(at: start, as: word) { return true }
            return false
        }
        var start = 0
        let firsts = UInt64.repeating(word[0]), seconds = UInt64.repeating(word[second])
        while start <= last {
            // The last eight starts overlap those before them.
            let base = Swift.min(start, count &- 8 &- second)
            let differences =
                (self.word(at: base).lowercasedASCII ^ firsts)
                | (self.word(at: base &+ second).lowercasedASCII ^ seconds)
            // The high bits of bytes that are zero, and perhaps of some after those.
            var candidates = (differences &- UInt64.repeating(1)) & ~differences & UInt64.highBits
            while candidates != 0 {
                let position = base &+ candidates.trailingZeroBitCount / 8
                if position <= last, isLowercased(at: position, as: word) { return true }
                candidates &= candidates &- 1
            }
            start &+= 8
        }
        return false
    }

    /// The ASCII bytes from an index on are a word in lower case, ignoring their own case.
    @inline(__always)
    private func isLowercased(at start: Int, as word: Span<UInt8>) -> Bool {
        for index in word.indices where self[start &+ index].lowercasedASCII != word[index] { return false }
        return true
    }

    /// All bytes are ASCII, and none a control character.
    package var isPrintableASCII: Bool {
        var highest: UInt8 = 0
        // Without an early end, as above; control characters become the highest bytes.
        for index in indices { highest = Swift.max(highest, self[index] &- 0x20) }
        return highest < 0x5f
    }

    /// All bytes are ASCII.
    @inline(__always)
    package var isASCII: Bool {
        guard count >= 8 else {
            for index in indices where self[index] >= 0x80 { return false }
            return true
        }
        var (all, index) = (word(at: count &- 8), 0)
        while index < count &- 8 { (all, index) = (all | word(at: index), index &+ 8) }
        return all & UInt64.highBits == 0
    }

    /// The bytes are valid UTF-8.
    @inline(__always)
    var isUTF8: Bool { isASCII || utf8Count == count }

    /// The number of bytes before the first that is not UTF-8.
    var utf8Count: Int {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: self)
            return count
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}

extension String {
    /// Copies bytes that are all ASCII, which need no validation; `nil` for others.
    @inline(__always)
    init?(copyingASCII bytes: Span<UInt8>) {
        guard bytes.isASCII else { return nil }
        self.init(copying: unsafe UTF8Span(unchecked: bytes, isKnownASCII: true))
    }

    /// Copies UTF-8, with replacement characters for what is not valid.
    package init(decoding bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// A byte is zero, at which a C string would end.
    var containsNUL: Bool { utf8.span.firstIndex(of: 0, from: 0) != nil }
}

extension UInt8 {
    /// The byte is a blank, a tab, or ends a line: white space in JSON.
    @inline(__always)
    package var isBlank: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }

    /// The byte is a line feed or a carriage return.
    var endsLine: Bool { self == 0x0a || self == 0x0d }

    /// The byte is a hexadecimal digit in ASCII.
    var isHexadecimalDigit: Bool { decimalValue != nil || (self | 0x20) &- UInt8(ascii: "a") < 6 }

    /// The byte, or the small letter if it is a capital one in ASCII.
    @inline(__always)
    var lowercasedASCII: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}

/// Eight bytes of text in a word.
extension UInt64 {
    fileprivate static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// The word with its ASCII letters in lower case.
    @inline(__always)
    fileprivate var lowercasedASCII: UInt64 {
        let low = self & ~Self.highBits
        let areFromA = low &+ Self.repeating(0x80 - UInt8(ascii: "A"))
        let areAfterZ = low &+ Self.repeating(0x7f - UInt8(ascii: "Z"))
        // 0x80 becomes 0x20.
        return self | (areFromA & ~areAfterZ & ~self & Self.highBits) >> 2
    }

    /// A word of eight equal bytes.
    @inline(__always)
    fileprivate static func repeating(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}

/// Reading numbers from ASCII digits.
extension Span<UInt8> {
    /// The number written by the bytes, all of which are decimal digits; `nil` for no bytes, or others. A number that
    /// is too large becomes `Int.max`.
    package var decimalNumber: Int? {
        guard !isEmpty else { return nil }
        var number = 0
        for index in indices {
            guard let digit = self[index].decimalValue else { return nil }
            let (product, isLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isLarger) = product.addingReportingOverflow(digit)
            number = isLarge || isLarger ? .max : sum
        }
        return number
    }

    /// The number written by `digitCount` decimal digits from an offset on; `nil` if other bytes stand there, or too
    /// few.
    @inline(__always)
    func decimalNumber(at offset: Int, digitCount: Int) -> Int? {
        guard offset >= 0, offset <= count - digitCount else { return nil }
        return extracting(offset..<offset + digitCount).decimalNumber
    }
}

extension String {
    /// Two hexadecimal digits for each byte, their letters in lower case.
    init(hexadecimal bytes: some Sequence<UInt8>) {
        let digits = bytes.flatMap { [UInt8(hexadecimalDigit: $0 >> 4), UInt8(hexadecimalDigit: $0 & 0xf)] }
        self.init(decoding: digits, as: UTF8.self)
    }
}

extension UInt8 {
    /// The value of a decimal digit; `nil` for any other byte.
    @inline(__always)
    package var decimalValue: Int? {
        let value = self &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }

    /// The hexadecimal digit of a value below 16, its letters in lower case.
    @inline(__always)
    init(hexadecimalDigit value: UInt8) {
        self = value &+ (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
}

extension Span<UInt8> {
    /// A part of the bytes without blanks and line ends around it; `nil` if nothing is left.
    @inline(__always)
    func withoutBlanksAround(_ range: Range<Int>) -> Range<Int>? {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start].isBlank { start += 1 }
        while start < end, self[end - 1].isBlank { end -= 1 }
        return start < end ? start..<end : nil
    }
}

extension [UInt8] {
    /// Removes the blanks around the bytes from an index on.
    mutating func trimBlanks(from start: Int) {
        let text = span.withoutBlanksAround(start..<count) ?? start..<start
        removeSubrange(text.upperBound...)
        removeSubrange(start..<text.lowerBound)
    }

    /// Leaves single blanks between words, and none around them.
    mutating func collapseBlanks(from start: Int) {
        var end = start
        for index in start..<count {
            let isBlank = self[index] == 0x20 || (0x09...0x0d).contains(self[index])
            if isBlank, end == start || self[end - 1] == 0x20 { continue }
            self[end] = isBlank ? 0x20 : self[index]
            end += 1
        }
        if end > start, self[end - 1] == 0x20 { end -= 1 }
        removeSubrange(end...)
    }
}

extension StringProtocol {
    /// The text without white space around it.
    package var trimmed: String {
        let beginning = drop { $0.isWhitespace }
        let end = beginning.lastIndex { !$0.isWhitespace }
        return end.map { String(beginning[...$0]) } ?? ""
    }
}
