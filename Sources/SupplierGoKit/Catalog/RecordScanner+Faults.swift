extension RecordScanner {
    /// The fault of a byte that is not what is due.
    func malformed(at index: Int, found byte: UInt8) -> CatalogFault {
        .malformed(byteOffset: chunkOffset + index, expected: expectation, found: Self.name(of: byte))
    }

    /// The fault of bytes that begin like a byte-order mark and go on otherwise.
    var brokenMark: CatalogFault {
        .malformed(byteOffset: 0, expected: "a JSON value", found: Self.name(of: 0xef))
    }

    /// What is due, as a noun phrase.
    var expectation: String {
        switch state {
        case .start, .value: "a JSON value"
        case .between: record.number == 0 ? "a JSON value" : "a line feed before the next record"
        case .trailing: "nothing after the catalog's end"
        case .firstElement: "a JSON value or ']'"
        case .firstKey: "a member's name or '}'"
        case .key: "a member's name"
        case .colon: "':'"
        case .afterMember: "',' or '}'"
        case .afterElement: "',' or ']'"
        case .string: "a string's next character or its closing '\"'"
        case .escape: "one of '\"', '\\', '/', 'b', 'f', 'n', 'r', 't' or 'u' after '\\'"
        case .hexadecimals: "a hexadecimal digit"
        case .number:
            if token.number.isComplete {
                "',' or '\(stack.last.map { $0 & 1 } == 1 ? "}" : "]")'"
            } else {
                token.number.expectation
            }
        case .literal: "'\(token.literal)'"
        }
    }

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x20..<0x7f: "'\(Unicode.Scalar(byte))'"
        case 0x80...: "the byte 0x\(String(byte, radix: 16, uppercase: true))"
        default: "the control character U+00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
        }
    }
}

extension RecordScanner.NumberPart {
    fileprivate var expectation: String {
        switch self {
        case .exponentMark: "a digit or a sign"
        default: "a digit"
        }
    }
}
