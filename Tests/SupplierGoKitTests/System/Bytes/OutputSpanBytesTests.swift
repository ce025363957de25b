import Testing

@testable import SupplierGoKit

struct OutputSpanBytesTests {
    @Test func addsBytesBehindThoseThatAreThere() {
        let more: [UInt8] = [3, 4, 5]
        let bytes = [UInt8](capacity: 8) { output in
            output.append(1)
            output.append(copying: [UInt8]().span)
            output.append(copying: more.span)
            output.append(copying: more.span.extracting(1..<2))
        }
        #expect(bytes == [1, 3, 4, 5, 4])
    }
}
