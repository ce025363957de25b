import TestSupport
import Testing

@testable import SupplierGoKit

struct HPACKRandomTests {
    /// The dynamic table as RFC 7541 describes it: entries, the newest first, and the sum of their sizes.
    private struct Model {
        var entries: [(name: String, value: String)] = []
        var sizeLimit: Int

        var size: Int { entries.map { $0.name.utf8.count + $0.value.utf8.count + 32 }.reduce(0, +) }
        var lines: [String] { entries.map { "\($0.name): \($0.value)" } }

        mutating func limit(to size: Int) {
            sizeLimit = size
            while self.size > sizeLimit { entries.removeLast() }
        }

        mutating func add(_ name: String, _ value: String) {
            entries.insert((name, value), at: 0)
            limit(to: sizeLimit)
        }
    }

    @Test(arguments: [4096, 300, 64])
    func aTableIsAsItsModel(sizeLimit: Int) throws {
        var random = SeededRandom(seed: 3)
        var (decoder, model) = (HPACKDecoder(tableSizeLimit: sizeLimit), Model(sizeLimit: sizeLimit))
        for _ in 0..<1500 {
            var (block, lines) = ([UInt8](), [String]())
            if Int.random(in: 0..<10, using: &random) == 0 {
                let size = Int.random(in: 0...sizeLimit, using: &random)
                block += HPACKDecoder.tableSize(size)
                model.limit(to: size)
            }
            for _ in 0..<Int.random(in: 0..<6, using: &random) {
                if let entry = model.entries.indices.randomElement(using: &random), Bool.random(using: &random) {
                    block += HPACKDecoder.indexed(62 + entry)
                    lines.append(model.lines[entry])
                } else {
                    let name = String(repeating: "n", count: Int.random(in: 0..<10, using: &random))
                    let count = Int.random(in: 0..<Int.random(in: 1...80, using: &random), using: &random)
                    let value = String((0..<count).map { _ in "0123456789abc/".randomElement(using: &random) ?? "0" })
                    block += HPACKDecoder.added(name, value, isHuffmanCoded: Bool.random(using: &random))
                    lines.append("\(name): \(value)")
                    model.add(name, value)
                }
            }
            #expect(try decoder.lines(of: block) == lines)
            #expect(decoder.table.size == model.size)
            #expect(decoder.entries == model.lines)
        }
    }

    /// Whatever comes, a decoder keeps within its limits.
    @Test func anyBytesAreDecodedOrRefused() {
        var random = SeededRandom(seed: 13)
        var (decodedCount, head) = (0, HPACKHead(byteLimit: 200))
        for round in 0..<20_000 {
            var decoder = HPACKDecoder(tableSizeLimit: 128)
            let masks: [UInt8] = [0xff, 0x7f, 0x4f, 0xc3]
            for _ in 0..<4 {
                let block = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
                    UInt8.random(in: .min ... .max, using: &random) & masks[round % masks.count]
                }
                head.removeAll()
                do {
                    try decoder.decode(block.span, into: &head)
                    decodedCount += 1
                } catch {
                    break
                }
                #expect(head.text.count <= 200)
                #expect(decoder.table.size <= 128)
                let lineSizes = head.fields.map { $0.name.count + $0.value.count + 4 }
                #expect(lineSizes.reduce(0, +) == head.text.count)
            }
        }
        #expect(decodedCount > 1000)
    }
}
