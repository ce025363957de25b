/// Finds a catalog's records in its bytes, in JSON (``RecordScanner``) or in CSV, which ``CSVScanner`` makes lines of JSON of.
///
/// CSV is a document that begins with none of `[`, `{` and `<`, and has a heading of at least two columns, separated by
/// whichever of comma, semicolon and tab it has most; a first line `sep=;` names the separator.
struct CatalogScanner {
    private var json: RecordScanner
    private var csv: CSVScanner?

    /// The positions and errors of the rows in CSV that were not taken yet.
    private var rows: [RecordBlock.Row] = []

    /// The document's beginning, until its form is known.
    private var beginning: [UInt8]? = []

    /// Creates a scanner.
    ///
    /// - Parameter takesAnyRecord: whether each value of the document is a record, and rows need no id. Default `false`.
    init(shape: CatalogShape = .plain, takesAnyRecord: Bool = false) {
        json = RecordScanner(shape: shape)
        if takesAnyRecord { json.form = .lines }
    }

    /// The record that the last chunk broke off, as far as it came.
    var openRecord: [RecordBlock] { json.openRecord.map { [$0] } ?? [] }

    /// The members beside the array that were read so far.
    var envelope: CatalogEnvelope {
        var envelope = json.envelope
        envelope.isCSV = csv != nil
        return envelope
    }

    /// Takes the records that are complete.
    mutating func takeReady() -> [RecordBlock] {
        var blocks = json.takeReady()
        guard csv != nil else { return blocks }
        for index in blocks.indices {
            blocks[index].rows = Array(rows.prefix(blocks[index].roots.count))
            rows.removeFirst(blocks[index].roots.count)
        }
        return blocks
    }

    /// Scans the next chunk. Complete records can then be taken, even if an error is thrown.
    mutating func scan(_ bytes: [UInt8]) throws(CatalogSyntaxError) {
        guard let beginning else {
            return csv == nil ? try json.scan(bytes) : try scanRows(of: bytes)
        }
        let start = beginning + bytes
        self.beginning = start
        try decideForm(of: start, isWhole: start.count > CSVScanner.headingByteLimit)
    }

    /// Ends the catalog.
    mutating func finish() throws(CatalogSyntaxError) {
        if let beginning { try decideForm(of: beginning, isWhole: true) }
        guard csv != nil else { return try json.finish() }
        try csv?.finish()
        try scanCompleteRows()
    }

    private mutating func scanRows(of bytes: [UInt8]) throws(CatalogSyntaxError) {
        let result = Result { () throws(CatalogSyntaxError) in try csv?.scan(bytes) }
        try scanCompleteRows()
        try result.get()
    }

    private mutating func scanCompleteRows() throws(CatalogSyntaxError) {
        guard let names = csv?.names else { return }
        if let path = json.shape.records { throw .noRecords(path: path.text, names: names) }
        guard json.form == .lines || json.shape.map != nil || names.contains("id") else {
            throw .noField(.id, place: "id", names: names)
        }
        if let (lines, positions) = csv?.takeRows(), !lines.isEmpty {
            rows += positions
            json.form = .lines
            try json.scan(lines)
        }
    }

    /// Decides the form by the document's beginning, and scans that.
    ///
    /// - Parameter isWhole: whether the form is to be decided even if the heading has not ended.
    private mutating func decideForm(of bytes: [UInt8], isWhole: Bool) throws(CatalogSyntaxError) {
        switch Self.form(of: bytes, isWhole: isWhole) {
        case .unknown: return
        case .json:
            beginning = nil
            try json.scan(bytes)
        case .csv(let heading, let separator):
            beginning = nil
            let line = 1 + bytes[..<heading.lowerBound].count { $0 == 0x0a }
            csv = CSVScanner(separator: separator, byteOffset: heading.lowerBound, line: line)
            try scanRows(of: Array(bytes[heading.lowerBound...]))
        }
    }

    private enum Form {
        case unknown, json
        case csv(heading: Range<Int>, separator: UInt8)
    }

    private static func form(of bytes: [UInt8], isWhole: Bool) -> Form {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let start = bytes[(bytes.starts(with: mark) ? mark.count : 0)...].firstIndex {
            $0 != 0x20 && $0 != 0x0a && $0 != 0x0d && $0 != 0x09
        }
        guard let start else { return isWhole ? .json : .unknown }
        guard !"[{<".utf8.contains(bytes[start]) else { return .json }
        guard var heading = line(in: bytes, from: start, isWhole) else { return .unknown }
        var separators = Array(",;\t".utf8)
        if heading.count == 5, bytes[heading].starts(with: "sep=".utf8) {
            separators = [bytes[heading.upperBound - 1]]
            let isPair = bytes[heading.upperBound...].starts(with: [0x0d, 0x0a])
            let next = min(bytes.count, heading.upperBound + (isPair ? 2 : 1))
            guard let line = line(in: bytes, from: next, isWhole) else { return .unknown }
            heading = line
        }
        let counts = separators.map { count(of: $0, in: bytes[heading]) }
        guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else { return .json }
        return .csv(heading: heading, separator: separators[index])
    }

    /// The beginning of a catalog in CSV up to its first row; `nil` for JSON.
    static func heading(of bytes: [UInt8]) -> [UInt8]? {
        guard case .csv(let heading, _) = form(of: bytes, isWhole: false) else { return nil }
        return bytes[..<heading.upperBound] + [0x0a]
    }

    /// A line, in which text in quotation marks may have line feeds; `nil` if its end is not among the bytes.
    private static func line(in bytes: [UInt8], from start: Int, _ isWhole: Bool) -> Range<Int>? {
        var isQuoted = false
        let end = bytes[start...].firstIndex { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return !isQuoted && (byte == 0x0a || byte == 0x0d)
        }
        return (end ?? (isWhole ? bytes.count : nil)).map { start..<$0 }
    }

    /// The number of separators in a heading, without those in quotation marks.
    private static func count(of separator: UInt8, in heading: ArraySlice<UInt8>) -> Int {
        var (isQuoted, count) = (false, 0)
        for byte in heading {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == separator, !isQuoted { count += 1 }
        }
        return count
    }
}
