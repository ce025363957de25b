import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct PathBufferTests {
    private let temporary: TemporaryDirectory

    init() throws {
        temporary = try TemporaryDirectory()
    }

    @Test func forgetsTheEndBeforeThisOne() throws {
        try temporary.write([1, 2], to: "directory/a")
        try temporary.write([1], to: "directory/longer")
        let directory = temporary.path(of: "directory")
        var path = PathBuffer(directory + "/", room: 6)
        for (name, byteCount) in [("longer", 1), ("a", 2), ("none", nil), ("longer", 1)] {
            path.replaceEnd { bytes, start in bytes.write(name, at: start) }
            #expect(path.text == directory + "/" + name)
            #expect(try Directory(at: directory)?.status(below: path)?.byteCount == byteCount)
        }
    }
}
