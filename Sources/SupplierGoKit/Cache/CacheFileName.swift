/// What a name in the cache's directories stands for; only what the cache made itself is anything but foreign.
enum CacheFileName: Hashable {
    /// An entry's file.
    case entry

    /// A file that the writer of this name has not published.
    case temporary(writer: String)

    /// The mark of a directory with entries that are not plain.
    case mark

    /// What is known of the entry of this name, where its file cannot say it; see ``RecordPlace``.
    case record(entry: String)

    /// Somebody else's file.
    case foreign

    /// The mark's name; see ``CacheShard``.
    static let markName = ".mixed"

    private static let temporaryPrefix = ".tmp-"
    private static let recordPrefix = ".record-"

    /// Reads a file's name.
    init(_ name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        if name == Self.markName {
            self = .mark
        } else if parts.count == 2, parts[0].utf8.count == 38, Self.isHexadecimal(parts[0]),
            !parts[1].isEmpty, parts[1].utf8.allSatisfy(Self.isLetterOrDigit)
        {
            self = .entry
        } else if name.hasPrefix(Self.temporaryPrefix) {
            let fields = name.dropFirst(Self.temporaryPrefix.count).split(separator: "-")
            let isOwn = fields.count == 2 && Self.isWriter(fields[0]) && Self.isHexadecimal(fields[1])
            self = isOwn ? .temporary(writer: String(fields[0])) : .foreign
        } else if name.hasPrefix(Self.recordPrefix) {
            let entry = String(name.dropFirst(Self.recordPrefix.count))
            self = CacheFileName(entry) == .entry ? .record(entry: entry) : .foreign
        } else {
            self = .foreign
        }
    }

    /// The name of the file for an entry's record.
    static func record(of entry: String) -> String {
        recordPrefix + entry
    }

    /// The name of a writer's temporary file.
    static func temporary(of writer: String, number: Int) -> String {
        temporary(of: writer, number: number, in: Span())
    }

    /// The name of a writer's temporary file, behind the beginning of a path that ends in a slash.
    static func temporary(of writer: String, number: Int, in directory: Span<UInt8>) -> String {
        let digitCount = max(1, (Int.bitWidth - number.leadingZeroBitCount + 3) / 4)
        let start = directory.count + temporaryPrefix.utf8.count + writer.utf8.count + 1
        return String(utf8ByteCount: start + digitCount) { bytes in
            let nameStart = bytes.write(directory, at: 0)
            bytes[bytes.write(writer, at: bytes.write(temporaryPrefix, at: nameStart))] = UInt8(ascii: "-")
            for index in 0..<digitCount {
                let digit = UInt8(number >> (4 * (digitCount - 1 - index)) & 0xf)
                bytes[start + index] = UInt8(hexadecimalDigit: digit)
            }
        }
    }

    /// Whether a name is a writer's: 16 hexadecimal digits.
    static func isWriter(_ name: some StringProtocol) -> Bool {
        name.utf8.count == 16 && isHexadecimal(name)
    }

    /// Whether a name is that of a directory of entries: two hexadecimal digits.
    static func isShard(_ name: String) -> Bool {
        name.utf8.count == 2 && isHexadecimal(name)
    }

    /// Whether all of a text is hexadecimal digits, the letters in lower case.
    static func isHexadecimal(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
