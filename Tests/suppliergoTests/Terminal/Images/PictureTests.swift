import FoundationEssentials
import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

struct PictureTests {
    private let box = CellSize(columns: 14, rows: 7)
    private let cell = PixelSize(width: 1, height: 2)
    private let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    /// The bytes that kitty would put together from all sequences, and each sequence's keys.
    private func kitty(_ image: [UInt8], size: PixelSize) -> (image: Data?, keys: [String]) {
        let sequence = Picture.kitty(image, size: size, in: box, cell: cell).bytes ?? []
        let parts = TerminalScreen(sequence).drawings.map { $0.content.split(separator: ";", maxSplits: 1) }
        #expect(parts.allSatisfy { $0[0].hasPrefix("_G") && ($0.last?.utf8.count ?? 0) <= 4096 })
        let text = parts.map { $0.count == 2 ? String($0[1]) : "" }.joined()
        return (Data(base64Encoded: text), parts.map { String($0[0].dropFirst(2)) })
    }

    @Test(arguments: [1, 3071, 3072, 3073, 10_000])
    func kittyGetsTheFilesBytesInChunks(byteCount: Int) {
        let image = Array(bytes.prefix(byteCount))
        let (read, keys) = kitty(image, size: PixelSize(width: 1, height: 1))
        #expect(read.map(Array.init) == image)
        #expect(keys.count == (byteCount + 3071) / 3072)
        #expect(keys.first?.hasPrefix("a=T,f=100,t=d,q=2,C=1,") == true)
        #expect(keys.dropFirst().allSatisfy { $0.hasPrefix("q=2,m=") })
        #expect(keys.map { $0.hasSuffix("m=1") } == keys.indices.map { $0 < keys.count - 1 })
    }

    @Test(arguments: [(64, 64, "c=14"), (200, 100, "c=14"), (100, 101, "r=7"), (1, 500, "r=7")])
    func kittyIsToldTheSideThatTheImageFills(width: Int, height: Int, extent: String) {
        let keys = kitty(bytes, size: PixelSize(width: width, height: height)).keys
        #expect(keys.first?.contains(",C=1,\(extent),m=") == true)
    }

    @Test func itermGetsTheFilesBytesInOneSequence() throws {
        let screen = TerminalScreen(Picture.iterm(bytes, in: box).bytes ?? [])
        let parts = try #require(screen.drawings.first?.content.split(separator: ":"))
        #expect(screen.drawings.count == 1)
        #expect(screen.lines.isEmpty)
        #expect(Data(base64Encoded: String(parts[1])).map(Array.init) == bytes)
        #expect(parts[0].hasPrefix("]1337;File=inline=1;size=10000;width=14;height=7;preserveAspectRatio=1"))
    }
}
