extension CSVTable {
    /// The names and the rows at the beginning of a document in CSV as lines of JSON, the last of which may be cut
    /// short; `nil` for JSON.
    ///
    /// - Throws: also the error of the first row, if all are bad.
    static func lines(of bytes: [UInt8], isWhole: Bool) throws(CatalogSyntaxError) -> [UInt8]? {
        guard case .csv(let heading, let separator, _) = try form(of: bytes, isWhole: isWhole) else { return nil }
        let table = try CSVTable(headingAt: heading, of: bytes, separator: separator)
        let rest = RecordPiece(
            bytes: bytes, range: heading.upperBound..<bytes.count, start: .line, line: table.line, isLast: isWhole)
        let rows = table.rows(of: rest)
        if let error = rows.error { throw error }
        if let row = rows.rows.first, let error = row.error, rows.rows.allSatisfy({ $0.error != nil }) {
            throw rest.malformedCSV(at: row.byteOffset, error)
        }
        let names = table.columns.names.map(\.quotedForJSON).joined(separator: ",")
        return Array("[\(names)]\n".utf8) + rows.json
    }

    enum Form {
        case unknown, json
        case csv(_ heading: Range<Int>, separator: UInt8, skippedLineCount: Int)
    }

    /// The form of a document that is not of another format, nor a text.
    ///
    /// CSV begins with none of `[`, `{` and `<`, and has a heading: the first of its first 21 lines with at least two
    /// cells that are not empty. They are separated by whichever of comma, semicolon, tab and bar the line has most; a
    /// first line `sep=;` names the separator.
    static func form(of bytes: [UInt8], isWhole: Bool) throws(CatalogSyntaxError) -> Form {
        guard try CatalogBeginning.check(bytes, isWhole: isWhole) else { return .unknown }
        let form = heading(of: bytes, isWhole: isWhole)
        if case .json = form, let line = CatalogSyntaxError.line(of: bytes) { throw .text(line) }
        return form
    }

    private static func heading(of bytes: [UInt8], isWhole: Bool) -> Form {
        var (start, separators, skippedLineCount) = (bytes.byteOrderMarkEnd, Array(",;\t|".utf8), 0)
        for line in 0..<21 {
            let first = bytes.span.passingBlanks(from: start)
            guard first < bytes.count else { return isWhole ? .json : .unknown }
            let next = bytes.span.passingBlanks(from: first + 1)
            // A title may have brackets.
            let isJSON = skippedLineCount == 0 || next < bytes.count && "[{\"".utf8.contains(bytes[next])
            guard !isJSON || !"[{<)\u{1e}".utf8.contains(bytes[first]) else { return .json }
            if line == 0, let end = bytes[first...].firstIndex(where: \.endsLine),
                let separator = separator(named: bytes[first..<end])
            {
                (start, separators) = (end, [separator])
            } else {
                let rows = separators.compactMap { firstRow(in: bytes, from: start, by: $0, isWhole) }
                guard rows.count == separators.count else { return .unknown }
                guard let row = Self.heading(among: rows, of: bytes, by: separators, isWhole) else { return .unknown }
                let heading = rows[row]
                if heading.valueCount > 1 {
                    return .csv(heading.range, separator: separators[row], skippedLineCount: skippedLineCount)
                }
                skippedLineCount += heading.valueCount
                start = heading.range.upperBound
            }
            guard start < bytes.count else { return isWhole ? .json : .unknown }
            if start + 1 == bytes.count, bytes[start] == 0x0d, !isWhole { return .unknown }
            start += bytes[start...].starts(with: [0x0d, 0x0a]) ? 2 : 1
        }
        return .json
    }

    /// The row, of those that each separator makes of one line, that may be the heading: it has the most cells. `nil`
    /// if it takes more bytes to tell.
    ///
    /// Of equal ones the next row has as many cells, and no cell begins with a blank.
    private static func heading(
        among rows: [Line], of bytes: [UInt8], by separators: [UInt8], _ isWhole: Bool
    ) -> Int? {
        // A character that would cut a quoted name is no separator, however many there are.
        func rank(_ row: Int) -> (Int, Int) { (rows[row].cutsNames ? 0 : 1, rows[row].cellCount) }
        let most = rows.indices.map(rank).max { $0 < $1 } ?? (0, 0)
        let best = rows.indices.filter { rank($0) == most }
        let end = rows[best[0]].range.upperBound
        guard rows[best[0]].valueCount > 1, best.count > 1 else { return best[0] }
        let next = bytes[end...].firstIndex { !$0.endsLine } ?? bytes.count
        let after = best.map { firstRow(in: bytes, from: next, by: separators[$0], isWhole)?.cellCount }
        if !isWhole, after.contains(nil) { return nil }
        func fit(_ place: Int) -> (Int, Int, Int) {
            (after[place] == most.1 ? 1 : 0, -rows[best[place]].spacedCount, -place)
        }
        return best.indices.max { fit($0) < fit($1) }.map { best[$0] }
    }

    /// The separator that a line such as `sep=;` names.
    static func separator(named line: ArraySlice<UInt8>) -> UInt8? {
        var line = line
        if line.count > 5, line.first == UInt8(ascii: "\""), line.last == line.first {
            line = line.dropFirst().dropLast()
        }
        let isNamed = line.count == 5 && line.last != UInt8(ascii: "\"")
        return isNamed && Array(line.dropLast()).span.isEqualIgnoringCase(to: "sep=".utf8.span) ? line.last : nil
    }

    /// A row, its cells and those of them with a value and with a blank before it; a separator may cut quoted names.
    private typealias Line = (range: Range<Int>, cellCount: Int, valueCount: Int, spacedCount: Int, cutsNames: Bool)

    /// The row that begins at an index; `nil` if its end is not among the bytes.
    private static func firstRow(in bytes: [UInt8], from start: Int, by separator: UInt8, _ isWhole: Bool) -> Line? {
        var cells = CSVCells(separator: separator, from: start)
        guard let row = cells.row(in: bytes.span, isWhole: isWhole) else { return nil }
        let (quote, texts) = (UInt8(ascii: "\""), row.map { bytes[$0].drop { $0.isBlank } })
        return (
            range: start..<(row.last?.upperBound ?? start), cellCount: row.count,
            valueCount: texts.count { !$0.allSatisfy { $0.isBlank || $0 == quote } },
            spacedCount: row.count { bytes[$0].first == UInt8(ascii: " ") },
            cutsNames: texts.contains { $0.first != quote && $0.contains(quote) }
        )
    }

    /// The table at the beginning of a catalog in CSV; `nil` for JSON.
    static func table(of bytes: [UInt8]) throws(CatalogSyntaxError) -> CSVTable? {
        guard case .csv(let heading, let separator, _) = Self.heading(of: bytes, isWhole: true) else { return nil }
        return try CSVTable(headingAt: heading, of: bytes, separator: separator)
    }
}
