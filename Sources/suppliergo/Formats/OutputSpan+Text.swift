extension OutputSpan<UInt8> {
    /// Adds bytes; there must be room for them.
    mutating func append(_ bytes: Span<UInt8>) {
        for index in bytes.indices { append(bytes[index]) }
    }

    /// Adds text in UTF-8; there must be room for it.
    mutating func append(_ text: String) {
        append(text.utf8.span)
    }
}
