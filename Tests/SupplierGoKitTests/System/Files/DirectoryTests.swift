import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct DirectoryTests {
    let temporary: TemporaryDirectory
    let directory: Directory

    init() throws {
        temporary = try TemporaryDirectory()
        directory = try #require(try Directory(at: temporary.path))
    }

    @Test func isNilWhereThereIsNone() throws {
        #expect(try Directory(at: temporary.path(of: "absent")) == nil)
        #expect(try directory.directory("absent") == nil)
    }

    @Test func isNoFile() throws {
        let path = try temporary.write([1], to: "file")
        #expect(throws: FileError(.open, path, ENOTDIR)) { try Directory(at: path) }
        #expect(try directory.directory("file") == nil)
    }

    @Test func listsTheNamesInIt() throws {
        let names = (0..<1000).map { "file-\($0)" }
        for name in names { try temporary.write([], to: name) }
        for _ in 1...2 { #expect(try directory.names().sorted() == names.sorted()) }
    }

    @Test func followsNoLinkInIt() throws {
        try temporary.write([1, 2], to: "elsewhere/file")
        let manager = FileManager.default
        try manager.createSymbolicLink(
            atPath: temporary.path(of: "link"), withDestinationPath: temporary.path(of: "elsewhere"))
        #expect(try directory.status(of: "link")?.kind == .other)
        #expect(try directory.directory("link") == nil)
        #expect(try directory.directory("elsewhere")?.status(of: "file")?.byteCount == 2)
    }

    @Test func tellsAbsentFiles() throws {
        #expect(try directory.status(of: "absent") == nil)
        #expect(try !directory.removeFile("absent"))
        #expect(try !directory.removeDirectory("absent"))
    }

    @Test func removesFilesAndEmptyDirectories() throws {
        try temporary.write([1], to: "below/file")
        #expect(try !directory.removeDirectory("below"))
        #expect(try directory.directory("below")?.removeFile("file") == true)
        #expect(try directory.removeDirectory("below"))
        #expect(try directory.names().isEmpty)
    }
}
