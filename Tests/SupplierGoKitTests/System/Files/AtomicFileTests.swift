import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct AtomicFileTests {
    private let directory: TemporaryDirectory
    private let registry = TemporaryFiles()

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func appearsWholeAndAtOnce() throws {
        let file = try makeFile()
        try file.write([1, 2])
        try file.write([3])
        #expect(try directory.files() == ["temporary"])
        #expect(try file.publishNow().byteCount == 3)
        #expect(try directory.files() == ["file"])
        #expect(try directory.read("file") == [1, 2, 3])
    }

    @Test func takesThePlaceOfWhatWasThere() throws {
        try directory.write([9, 9, 9, 9], to: "file")
        let file = try makeFile()
        try file.write([1])
        #expect(try directory.read("file") == [9, 9, 9, 9])
        try file.publishNow()
        #expect(try directory.read("file") == [1])
    }

    @Test func takesThePlaceOfALinkAndNotOfWhatItNames() throws {
        try directory.write([9], to: "secret")
        try FileManager.default.createSymbolicLink(
            atPath: directory.path(of: "file"), withDestinationPath: directory.path(of: "secret"))
        let file = try makeFile()
        try file.write([1])
        _ = try file.publishNow()
        #expect(try directory.read("file") == [1])
        #expect(try directory.read("secret") == [9])
    }

    @Test func isGoneWhenItIsDiscarded() throws {
        let file = try makeFile()
        try file.write([1])
        file.discard()
        file.discard()
        #expect(try directory.files().isEmpty)
    }

    @Test func isGoneWhenItIsDropped() throws {
        try makeFile().write([1])
        #expect(try directory.files().isEmpty)
    }

    @Test func staysWhenItIsDroppedPublished() throws {
        _ = try makeFile().publishNow()
        #expect(try directory.files() == ["file"])
    }

    @Test func writesIntoNoFileThatIsThere() throws {
        let path = try directory.write([1], to: "temporary")
        #expect(throws: FileError(.create, path, EEXIST)) { try makeFile() }
        #expect(try directory.read("temporary") == [1])
    }

    @Test func isRemovedWithAllOthersAtTheEndOfTheProcess() throws {
        let file = try makeFile()
        try file.write([1])
        registry.removeAll()
        #expect(try directory.files().isEmpty)
        #expect(throws: FileError(.rename, directory.path(of: "temporary"), .processIsEnding)) { try file.publishNow() }
        #expect(throws: FileError(.create, directory.path(of: "temporary"), .processIsEnding)) { try makeFile() }
        #expect(try directory.files().isEmpty)
    }

    @Test func staysAtTheEndOfTheProcessWhenItIsPublished() throws {
        _ = try makeFile().publishNow()
        registry.removeAll()
        #expect(try directory.files() == ["file"])
    }

    private func makeFile() throws -> AtomicFile {
        try AtomicFile(
            at: directory.path(of: "file"), registry: registry, naming: { "temporary" })
    }
}
