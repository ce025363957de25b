import FoundationEssentials
import SupplierGoKit

/// The bytes that make a terminal draw a picture where the cursor stands.
enum PictureSequence {
    /// The most base64 that goes into one sequence of kitty's, by its protocol.
    static let chunkSize = 4096

    /// Draws a PNG by kitty's graphics protocol.
    ///
    /// The cursor stays (`C=1`), and nothing is answered (`q=2`), so that nothing is left in the input. Width or height
    /// is given, whichever the picture fills, so that the terminal keeps its shape.
    static func kitty(_ png: [UInt8], size: PixelSize, in box: CellBox, cell: PixelSize) -> [UInt8] {
        let fillsWidth = size.width * box.rows * cell.height >= size.height * box.columns * cell.width
        let extent = fillsWidth ? "c=\(box.columns)" : "r=\(box.rows)"
        var keys = "a=T,f=100,t=d,q=2,C=1,\(extent),"
        var rest = Data(png).base64EncodedString().utf8[...]
        var bytes: [UInt8] = []
        repeat {
            let chunk = rest.prefix(chunkSize)
            rest = rest.dropFirst(chunk.count)
            bytes.append("\u{1b}_G\(keys)m=\(rest.isEmpty ? 0 : 1);")
            bytes.append(contentsOf: chunk)
            bytes.append("\u{1b}\\")
            keys = "q=2,"
        } while !rest.isEmpty
        return bytes
    }

    /// Draws a file of any kind as iTerm2's inline image, as large as the box allows, in its own shape.
    ///
    /// The cursor may move: whoever draws saves it before, and restores it behind.
    static func iterm(_ image: [UInt8], in box: CellBox) -> [UInt8] {
        let size = "size=\(image.count);width=\(box.columns);height=\(box.rows)"
        let head = "\u{1b}]1337;File=inline=1;\(size);preserveAspectRatio=1;doNotMoveCursor=1:"
        return Array(head.utf8) + Array(Data(image).base64EncodedString().utf8) + [0x07]
    }
}
