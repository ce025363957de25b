import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct FileSystemTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [("/a/b", "/a/b"), ("/a/b//", "/a/b"), ("/", "/"), ("//", "/")])
    func trimsSlashesOffAPath(_ path: String, _ expected: String) {
        #expect(FileSystem.absolutePath(path) == expected)
    }

    @Test func putsTheWorkingDirectoryBeforeARelativePath() {
        #expect(FileSystem.absolutePath("a/b") == FileManager.default.currentDirectoryPath + "/a/b")
    }

    @Test func givesAFileANameThatNoFileHas() throws {
        let (old, new) = (try directory.write([1], to: "old"), directory.path(of: "new"))
        #expect(try FileSystem.renameToNew(old, new))
        try directory.write([2], to: "old")
        #expect(try !FileSystem.renameToNew(old, new))
        #expect(try directory.read("new") == [1])
        #expect(try directory.read("old") == [2])
        #expect(throws: FileError(.rename, directory.path(of: "none"), ENOENT)) {
            try FileSystem.renameToNew(directory.path(of: "none"), directory.path(of: "other"))
        }
    }

    @Test func makesPrivateDirectoriesAllTheWay() throws {
        let path = directory.path(of: "a/b/c")
        #expect(try FileSystem.makeDirectories(path))
        #expect(try !FileSystem.makeDirectories(path))
        for name in ["a", "a/b", "a/b/c"] {
            #expect(try FileSystem.status(of: directory.path(of: name))?.permissions == 0o700)
        }
    }

    @Test func takesALinkToADirectoryForOne() throws {
        let link = directory.path(of: "link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory.path)
        #expect(try !FileSystem.makeDirectories(link))
    }

    @Test func makesNoDirectoryInPlaceOfALinkToNothing() throws {
        let link = directory.path(of: "link")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: directory.path(of: "absent"))
        #expect(throws: FileError(.create, link, .notADirectory)) { try FileSystem.makeDirectories(link) }
    }

    @Test func makesDirectoriesThatAnotherRemoves() async throws {
        let path = directory.path(of: "a/b/c")
        async let removing: Void = BlockingThreads(threadCount: 1).run { () throws(FileError) in
            for _ in 0..<500 {
                for name in ["a/b", "a"] {
                    guard let parent = try Directory(at: directory.path(of: name)) else { continue }
                    try parent.removeDirectory(name == "a" ? "b" : "c")
                }
            }
        }
        try await BlockingThreads(threadCount: 1).run { () throws(FileError) in
            for _ in 0..<500 { try FileSystem.makeDirectories(path) }
        }
        try await removing
    }

    @Test func makesNoDirectoryWhereAFileIs() throws {
        let file = try directory.write([1], to: "file")
        #expect(throws: FileError(.create, file, .notADirectory)) { try FileSystem.makeDirectories(file) }
        let below = file + "/below"
        #expect(throws: FileError(.create, below, ENOTDIR)) { try FileSystem.makeDirectories(below) }
    }

    @Test func renamesOverWhatIsThere() throws {
        let old = try directory.write([1], to: "old")
        let new = try directory.write([2, 3], to: "new")
        try FileSystem.rename(new, to: old)
        #expect(try directory.read("old") == [2, 3])
        #expect(try directory.files() == ["old"])
    }

    @Test func removesAFileOnce() throws {
        let file = try directory.write([1], to: "file")
        #expect(try FileSystem.removeFile(file))
        #expect(try !FileSystem.removeFile(file))
    }
}
