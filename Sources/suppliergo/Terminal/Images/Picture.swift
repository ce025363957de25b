import SupplierGoKit

/// An image as a terminal draws it in a box of cells.
struct Picture: Sendable, Hashable {
    /// The form in which it reaches the terminal.
    enum Content: Sendable, Hashable {
        /// Bytes that make the terminal draw the image at the cursor.
        case bytes([UInt8])

        /// Coloured characters, which fit the box.
        case lines([StyledText])
    }

    let content: Content

    /// The cells that it may take.
    let box: CellSize

    /// The columns or rows that a terminal fits it into, as keys of kitty's protocol: `c=14`; `nil` for other forms.
    var kittyExtent: String?

    /// The most base64 in one of kitty's sequences, by its protocol.
    static let chunkSize = 4096

    /// Draws a PNG (`f=100`), or pixels in another format of kitty's graphics protocol.
    ///
    /// The cursor stays (`C=1`), and the terminal does not answer (`q=2`), so that nothing is left in the input. Only
    /// the width or the height is given, whichever the image fills, so that the terminal keeps its shape.
    static func kitty(
        _ image: [UInt8], format: String = "f=100", size: PixelSize, in box: CellSize, cell: PixelSize
    ) -> Picture {
        let fillsWidth = size.width * box.rows * cell.height >= size.height * box.columns * cell.width
        let extent = fillsWidth ? "c=\(box.columns)" : "r=\(box.rows)"
        var keys = "a=T,\(format),t=d,q=2,C=1,\(extent),"
        var encoded: [UInt8] = []
        encoded.append(base64: image)
        var rest = encoded[...]
        var bytes: [UInt8] = []
        repeat {
            let chunk = rest.prefix(chunkSize)
            rest = rest.dropFirst(chunk.count)
            bytes.append("\u{1b}_G\(keys)m=\(rest.isEmpty ? 0 : 1);")
            bytes.append(contentsOf: chunk)
            bytes.append("\u{1b}\\")
            keys = "q=2,"
        } while !rest.isEmpty
        return Picture(content: .bytes(bytes), box: box, kittyExtent: extent)
    }

    /// Draws a file of any kind as iTerm2's inline image, as large as the box allows, in its own shape.
    ///
    /// The cursor may move: the caller saves and restores it.
    static func iterm(_ image: [UInt8], in box: CellSize) -> Picture {
        let size = "size=\(image.count);width=\(box.columns);height=\(box.rows)"
        var bytes = Array("\u{1b}]1337;File=inline=1;\(size);preserveAspectRatio=1;doNotMoveCursor=1:".utf8)
        bytes.append(base64: image)
        return Picture(content: .bytes(bytes + [0x07]), box: box)
    }

    /// The bytes that make the terminal draw it; `nil` for characters.
    var bytes: [UInt8]? {
        guard case .bytes(let bytes) = content else { return nil }
        return bytes
    }

    /// About how many bytes it takes in memory.
    var byteCount: Int {
        switch content {
        case .bytes(let bytes): bytes.count
        case .lines(let lines): lines.reduce(0) { $0 + $1.spans.count * MemoryLayout<StyledText.Span>.size }
        }
    }
}
