/// Splits a catalog into pieces of whole records, as its bytes come in chunks of any size: in JSON (``JSONSplitter``)
/// or in CSV (``CSVSplitter``).
///
/// CSV is a document that begins with none of `[`, `{` and `<`, and has a heading of at least two columns, separated by
/// whichever of comma, semicolon and tab it has most; a first line `sep=;` names the separator.
struct CatalogSplitter {
    private let shape: CatalogShape
    private var json: JSONSplitter
    private var csv: CSVSplitter?

    /// The document's beginning, until its form is known.
    private var beginning: [UInt8]? = []

    init(shape: CatalogShape = .plain) {
        self.shape = shape
        json = JSONSplitter(shape: shape)
    }

    /// The members around the records that were read so far.
    var envelope: CatalogEnvelope {
        var envelope = json.envelope
        envelope.isCSV = csv != nil
        return envelope
    }

    /// Takes the pieces that are complete.
    mutating func takePieces() -> [RecordPiece] { csv?.takePieces() ?? json.takePieces() }

    /// Splits the next chunk. What is complete can then be taken, even if an error is thrown.
    mutating func split(_ bytes: [UInt8]) throws(CatalogSyntaxError) {
        // Offsets in a piece are of 32 bits.
        for start in stride(from: 0, to: bytes.count, by: 1 << 30) {
            try splitPart(bytes.count <= 1 << 30 ? bytes : Array(bytes[start...].prefix(1 << 30)))
        }
    }

    private mutating func splitPart(_ bytes: [UInt8]) throws(CatalogSyntaxError) {
        guard let beginning else {
            try csv?.split(bytes)
            return csv == nil ? try json.split(bytes) : ()
        }
        let start = beginning + bytes
        self.beginning = start
        try decideForm(of: start, isWhole: start.count > CSVTable.headingByteLimit)
    }

    /// Ends the catalog.
    mutating func finish() throws(CatalogSyntaxError) {
        if let beginning { try decideForm(of: beginning, isWhole: true) }
        if csv == nil { try json.finish() } else { try csv?.finish() }
    }

    /// Decides the form by the document's beginning, and splits that.
    ///
    /// - Parameter isWhole: the form is to be decided even if the heading has not ended.
    private mutating func decideForm(of bytes: [UInt8], isWhole: Bool) throws(CatalogSyntaxError) {
        switch try Self.checkedForm(of: bytes, isWhole: isWhole) {
        case .unknown: return
        case .json:
            beginning = nil
            try json.split(bytes)
        case .csv(let heading, let separator):
            beginning = nil
            var splitter = Self.splitter(of: bytes, heading, separator, shape)
            defer { csv = splitter }
            try splitter.split(Array(bytes[heading.lowerBound...]))
        }
    }

    /// The splitter of a table whose heading was found.
    private static func splitter(
        of bytes: [UInt8], _ heading: Range<Int>, _ separator: UInt8, _ shape: CatalogShape
    ) -> CSVSplitter {
        let line = 1 + bytes.span.lineEndCount(in: 0..<heading.lowerBound)
        return CSVSplitter(separator: separator, byteOffset: heading.lowerBound, line: line, shape: shape)
    }

    /// The rows at the beginning of a document in CSV as lines of JSON; `nil` for JSON.
    static func lines(of bytes: [UInt8], isWhole: Bool) throws(CatalogSyntaxError) -> [UInt8]? {
        guard case .csv(let heading, let separator) = try checkedForm(of: bytes, isWhole: isWhole) else { return nil }
        // Through a map no column is required.
        var splitter = splitter(of: bytes, heading, separator, .lenient)
        try splitter.split(Array(bytes[heading.lowerBound...]))
        if isWhole { try splitter.finish() }
        var lines: [UInt8] = []
        for piece in splitter.takePieces() {
            guard let rows = piece.table?.rows(of: piece) else { continue }
            if let error = rows.error { throw error }
            lines += rows.json
        }
        return lines
    }

    private enum Form {
        case unknown, json
        case csv(heading: Range<Int>, separator: UInt8)
    }

    /// The form of a document that is not of another format, nor a text.
    private static func checkedForm(of bytes: [UInt8], isWhole: Bool) throws(CatalogSyntaxError) -> Form {
        guard try CatalogBeginning.check(bytes, isWhole: isWhole) else { return .unknown }
        let form = form(of: bytes, isWhole: isWhole)
        if case .json = form, let line = CatalogSyntaxError.line(of: bytes) { throw .text(line) }
        return form
    }

    private static func form(of bytes: [UInt8], isWhole: Bool) -> Form {
        let mark = JSONDocument.byteOrderMark
        let start = bytes[(bytes.starts(with: mark) ? mark.count : 0)...].firstIndex { !$0.isBlank }
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
            return !isQuoted && byte.endsLine
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

/// The bytes of a catalog that were not passed, as they come in chunks, and the pieces that a splitter makes of them.
///
/// A chunk is not copied. Only the record that it begins is joined with its end in the next chunk.
struct ChunkBuffer {
    private var pieces: [RecordPiece] = []

    /// The beginning of a record, from the chunks before ``bytes``.
    private var begun: [UInt8] = []

    /// The last chunk, or several that were joined, and the index of the next byte.
    private(set) var bytes: [UInt8] = []
    var index = 0

    /// The offset of the first of ``bytes`` in the catalog.
    private(set) var byteOffset = 0

    init(byteOffset: Int = 0) {
        self.byteOffset = byteOffset
    }

    /// The first record was begun in the chunks before.
    var hasBegun: Bool { !begun.isEmpty }

    /// The number of bytes that were not passed.
    var count: Int { begun.count + bytes.count - index }

    /// Takes the pieces that are complete.
    mutating func takePieces() -> [RecordPiece] {
        defer { pieces.removeAll() }
        return pieces
    }

    /// Appends a chunk, and drops the bytes that were passed.
    ///
    /// - Parameters:
    ///   - isApart: the bytes that are left are the beginning of a record.
    ///   - start: the offset in the catalog of passed bytes that are kept too. Default none.
    /// - Returns: how far the bytes before, or their end, have moved towards the first index.
    mutating func append(_ chunk: [UInt8], isApart: Bool, keepingFrom start: Int? = nil) -> Int {
        let passed = isApart ? bytes.count : start.map { $0 - byteOffset } ?? index
        if isApart {
            begun += bytes[index...]
            (bytes, index) = (chunk, 0)
        } else {
            if passed > 0 { bytes = Array(bytes[passed...]) }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            index -= passed
        }
        byteOffset += passed
        return passed
    }

    /// Joins the beginning of a record with all that follows it.
    mutating func join() {
        bytes.insert(contentsOf: begun, at: 0)
        byteOffset -= begun.count
        begun = []
    }

    /// Adds a piece, and gives it the bytes up to an index.
    @discardableResult
    mutating func add(_ piece: RecordPiece, to end: Int) -> RecordPiece {
        var piece = piece
        (piece.bytes, piece.byteOffset, piece.range) = (bytes, byteOffset, index..<end)
        if hasBegun {
            piece.bytes = begun + bytes[index..<end]
            piece.byteOffset -= begun.count
            piece.range = piece.bytes.indices
            begun = []
        }
        pieces.append(piece)
        index = end
        return piece
    }

    /// Adds the place of a record on lines that was dropped since it is too long.
    mutating func addDropped(at byteOffset: Int) {
        pieces.append(RecordPiece(byteOffset: byteOffset, start: .line, isCut: true))
    }
}
