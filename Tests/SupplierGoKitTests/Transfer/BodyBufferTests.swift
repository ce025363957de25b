import Testing

@testable import SupplierGoKit

struct BodyBufferTests {
    private func append(_ byteCount: Int, of byte: UInt8, to buffer: inout BodyBuffer) throws {
        let bytes = [UInt8](repeating: byte, count: byteCount)
        unsafe try bytes.withUnsafeBytes { unsafe try buffer.append($0) }
    }

    @Test func givesAFileInPieces() async throws {
        var buffer = BodyBuffer()
        try append(1_000_000, of: 1, to: &buffer)
        try append(1_000_000, of: 2, to: &buffer)
        #expect(buffer.byteCount == 2_000_000)
        let first = buffer.removeFirst(upTo: 1_500_000)
        #expect(buffer.byteCount == 500_000)
        let rest = buffer.removeFirst(upTo: 1_500_000)
        #expect(buffer.isEmpty)
        try append(3, of: 3, to: &buffer)
        #expect(
            try await first.bytes() == [UInt8](repeating: 1, count: 1_000_000) + Array(repeating: 2, count: 500_000))
        #expect(try await rest.bytes() == Array(repeating: 2, count: 500_000))
        #expect(try await buffer.removeFirst().bytes() == [3, 3, 3])
    }

    @Test func goesOnInTheFileUntilItIsRead() async throws {
        var buffer = BodyBuffer()
        try append(2 << 20, of: 1, to: &buffer)
        _ = buffer.removeFirst(upTo: 1 << 20)
        try append(5, of: 2, to: &buffer)
        let rest = try await buffer.removeFirst().bytes()
        #expect(rest.count == (1 << 20) + 5)
        #expect(rest.suffix(6) == [1, 2, 2, 2, 2, 2])
    }
}
