extension Timestamp {
    /// Reads a date in any of the forms that other systems write; `nil` if it has none of them.
    ///
    /// An RFC 3339 date-time, also with a blank in place of `T` or without an offset (UTC); a day, as `2024-01-31` or
    /// `20240131`; `/Date(ms)/`; or a number of seconds since 1970, from 10^11 on of milliseconds.
    init?(inAnyForm text: Span<UInt8>) {
        let written = String(decoding: text).trimmed
        if let timestamp = Self(written) {
            self = timestamp
            return
        }
        if written.hasPrefix("/Date("), written.hasSuffix(")/") {
            // An offset after the number says in which zone it was, and does not change it.
            let number = written.dropFirst(6).dropLast(2).prefix { $0 == "-" || $0.isNumber }
            guard let milliseconds = Int64(number) else { return nil }
            self.init(millisecondsSinceEpoch: milliseconds)
            return
        }
        var bytes = Array(written.utf8)
        if bytes.count == 8, bytes.allSatisfy({ $0.decimalValue != nil }) {
            bytes.insert(UInt8(ascii: "-"), at: 6)
            bytes.insert(UInt8(ascii: "-"), at: 4)
        } else if let number = Double(written), number.isFinite, number.magnitude < 1e15 {
            let milliseconds = number.magnitude < 1e11 ? number * 1000 : number
            self.init(millisecondsSinceEpoch: Int64(milliseconds.rounded()))
            return
        }
        if bytes.count == 10 { bytes += "T00:00:00".utf8 }
        guard bytes.count >= 19 else { return nil }
        if bytes[10] == 0x20 { bytes[10] = UInt8(ascii: "T") }
        if let timestamp = Self(utf8: bytes.span) {
            self = timestamp
            return
        }
        bytes.append(UInt8(ascii: "Z"))
        self.init(utf8: bytes.span)
    }

    private init?(millisecondsSinceEpoch milliseconds: Int64) {
        let seconds = milliseconds.dividedRoundingDown(by: 1000)
        let rest = milliseconds - seconds * 1000
        self.init(
            secondsSinceEpoch: seconds, nanoseconds: Int32(rest) * 1_000_000, fractionDigits: rest == 0 ? 0 : 3)
    }
}
