import SupplierGoKit

/// Prints comma-separated values (RFC 4180): a heading line, the columns of `tsv`, lines that end with CR LF.
struct CSVFormatter: SupplierFormatter, SupplierCopying {
    /// Whether what a terminal would obey is written out (``Swift/String/visibleText``), line ends inside fields among
    /// it.
    let isForTerminal: Bool

    mutating func begin(into output: inout [UInt8]) {
        output.append(SupplierColumns.names.joined(separator: ",") + "\r\n")
    }

    var renderer: (any SupplierRendering)? { self }

    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8]) {
        _ = render(listed.supplier, into: &output)
    }

    func render(_ supplier: Supplier, into output: inout [UInt8]) -> Bool {
        let start = output.count
        SupplierColumns.append(supplier, into: &output, room: 15) { Self.write($0, into: &$1) }
        endLine(from: start, in: &output)
        return true
    }

    func render(_ places: SupplierPlaces, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        let start = output.count
        SupplierColumns.append(places, in: text, into: &output, room: 15) { Self.write($0, into: &$1) }
        endLine(from: start, in: &output)
        return true
    }

    private func endLine(from start: Int, in output: inout [UInt8]) {
        if isForTerminal { output.replaceHidden(from: start, by: \.writtenOut) }
        output.append("\r\n")
    }

    /// Writes a field, in double quotes where it must be, and the comma behind it.
    @inline(__always)
    private static func write(_ field: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        if needsQuotes(field) {
            output.append(UInt8(ascii: "\""))
            for index in field.indices {
                if field[index] == UInt8(ascii: "\"") { output.append(UInt8(ascii: "\"")) }
                output.append(field[index])
            }
            output.append(UInt8(ascii: "\""))
        } else {
            output.append(copying: field)
        }
        output.append(UInt8(ascii: ","))
    }

    /// Whether a comma, a double quote or a part of a line's end is in the field (RFC 4180, section 2, rule 6).
    private static func needsQuotes(_ field: Span<UInt8>) -> Bool {
        for index in field.indices {
            switch field[index] {
            case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return true
            default: continue
            }
        }
        return false
    }
}
