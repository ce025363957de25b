import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit
@testable import suppliergo

struct UserFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func replace(_ name: String, with text: String) async throws {
        let file = try await UserFile.prepare(at: directory.path(of: name))
        try write(text, to: file)
        try await file.publish()
    }

    private func write(_ text: String, to file: UserFile) throws {
        try file.descriptor.write(Array(text.utf8))
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try directory.read(name), as: UTF8.self)
    }

    @Test func takesThePlaceOfWhatIsThereOnlyInTheEnd() async throws {
        try directory.write(Array("old".utf8), to: "file")
        let file = try await UserFile.prepare(at: directory.path(of: "file"))
        try write("new", to: file)
        #expect(try text("file") == "old")
        try await file.publish()
        #expect(try text("file") == "new")
        #expect(try directory.files() == ["file"])
    }

    @Test func takesNoOthersPlaceWhereItMayNot() async throws {
        let path = directory.path(of: "file")
        let (first, second) = (try await UserFile.prepare(at: path), try await UserFile.prepare(at: path))
        try write("first", to: first)
        try write("second", to: second)
        try await first.publish(replacing: false)
        do {
            try await second.publish(replacing: false)
            Issue.record("another file was replaced")
        } catch let error as FileError {
            #expect(error.reason == .exists)
        }
        #expect(try text("file") == "first")
        #expect(try directory.files() == ["file"])
    }

    @Test(.timeLimit(.minutes(1))) func leavesNothingBehindWhereItIsDropped() async throws {
        try directory.write(Array("old".utf8), to: "file")
        do {
            let file = try await UserFile.prepare(at: directory.path(of: "file"))
            try write("new", to: file)
            #expect(try directory.files().count == 2)
        }
        #expect(try text("file") == "old")
        // The thread that made the file lets go of it a moment after it has said so.
        try await poll { try directory.files() == ["file"] }
    }

    @Test(arguments: [0o600, 0o640, 0o755] as [mode_t])
    func keepsThePermissionsOfWhatWasThere(mode: mode_t) async throws {
        try directory.write(Array("old".utf8), to: "file")
        unsafe chmod(directory.path(of: "file"), mode)
        try await replace("file", with: "new")
        #expect(try FileSystem.status(of: directory.path(of: "file"))?.permissions == mode)
    }

    @Test func givesANewFileWhatTheMaskLeaves() async throws {
        try await replace("new", with: "x")
        let plain = try FileDescriptor(opening: directory.path(of: "plain"), O_WRONLY | O_CREAT, permissions: 0o666)
        #expect(try FileSystem.status(of: directory.path(of: "new"))?.permissions == plain.status().permissions)
    }

    @Test func replacesWhatALinkLeadsTo() async throws {
        try directory.write(Array("old".utf8), to: "folder/file")
        unsafe symlink("second", directory.path(of: "first"))
        unsafe symlink(directory.path(of: "folder/../folder/file"), directory.path(of: "second"))
        try await replace("first", with: "new")
        #expect(try text("folder/file") == "new")
        #expect(try FileSystem.target(of: directory.path(of: "first")).hasSuffix("/folder/file"))
        unsafe symlink("folder/later", directory.path(of: "dangling"))
        try await replace("dangling", with: "made")
        #expect(try text("folder/later") == "made")
    }

    @Test func refusesALinkToItselfAndADirectory() async throws {
        unsafe symlink("loop", directory.path(of: "loop"))
        for (name, errorNumber) in [("loop", ELOOP), ("", EISDIR), ("no/file", ENOENT)] {
            let error = await #expect(throws: FileError.self) {
                try await UserFile.prepare(at: directory.path(of: name))
            }
            #expect(error?.errorNumber == errorNumber, "\(name)")
        }
    }

    @Test func writesToWhatIsNoFileAsItIs() async throws {
        let path = directory.path(of: "pipe")
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let reader = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
        let file = try await UserFile.prepare(at: path)
        try write("through", to: file)
        try await file.publish()
        #expect(try reader.read(upTo: 100) == Array("through".utf8))
        #expect(try FileSystem.status(of: path)?.kind == .other)
        #expect(try directory.files() == ["pipe"])
    }
}
