import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct FileDescriptorTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [0, 1, 5_000_000]) func writesAllBytesAndReadsThemBack(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) }
        let path = directory.path(of: "file")
        let writer = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600)
        try writer.write(bytes)
        try writer.close()
        let reader = try FileDescriptor(opening: path, O_RDONLY)
        #expect(try reader.status().byteCount == count)
        #expect(try reader.readAll(count) == bytes)
        #expect(try reader.readAll(count + 10) == bytes)
    }

    @Test func writesAndReadsAtPlaces() throws {
        let path = try directory.write([1, 2, 3], to: "file")
        let file = try FileDescriptor(opening: path, O_RDWR)
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
        try file.write(bytes, at: 5)
        #expect(try file.status().byteCount == 1_000_005)
        #expect(try file.read(8, at: 0) == [1, 2, 3, 0, 0, 0, 0, 0])
        #expect(try file.read(bytes.count, at: 5) == bytes)
        #expect(try file.read(9, at: 1_000_002) == bytes.suffix(3))
        #expect(try file.read(9, at: 2_000_000) == [])
        // Where the file itself stands is left alone.
        #expect(try file.read(upTo: 3) == [1, 2, 3])
    }

    @Test func readsNoMoreThanThereIs() throws {
        let path = try directory.write([1, 2, 3], to: "file")
        #expect(try FileDescriptor(opening: path, O_RDONLY).readAll(10) == [1, 2, 3])
    }

    @Test func namesThePathOfWhatCannotBeOpened() {
        let path = directory.path(of: "absent")
        #expect(throws: FileError(.open, path, ENOENT)) { try FileDescriptor(opening: path, O_RDONLY) }
    }

    @Test func refusesAPathWithANul() throws {
        let path = try directory.write([1], to: "file") + "\0.png"
        #expect(throws: FileError(.open, path, .zeroByteInPath)) { try FileDescriptor(opening: path, O_RDONLY) }
    }

    @Test func saysWhatWentWrong() {
        let error = FileError(.write, "/x/y", ENOSPC)
        #expect(error.description == "cannot write /x/y: No space left on device")
    }

    @Test func staysOutOfChildProcesses() throws {
        let descriptor = try FileDescriptor(opening: "/dev/null", O_RDONLY)
        #expect(fcntl(descriptor.rawValue, F_GETFD) == FD_CLOEXEC)
    }

    @Test func reportsAFailedWrite() throws {
        let full = try FileDescriptor(opening: "/dev/full", O_WRONLY)
        #expect(throws: FileError(.write, "/dev/full", ENOSPC)) { try full.write([1]) }
    }

    @Test func closesOnceAndRefusesWorkAfterwards() throws {
        let descriptor = try FileDescriptor(opening: "/dev/null", O_RDONLY)
        try descriptor.close()
        try descriptor.close()
        #expect(throws: FileError(.read, "/dev/null", EBADF)) { try descriptor.read(upTo: 1) }
    }

    @Test func leavesABorrowedDescriptorOpen() throws {
        let owner = try FileDescriptor(opening: "/dev/zero", O_RDONLY)
        let borrowed = FileDescriptor(taking: owner.rawValue, path: "/dev/zero", isOwned: false)
        try borrowed.close()
        #expect(try owner.read(upTo: 2) == [0, 0])
    }

    @Test func locksAgainstOtherOpenFilesUntilItIsClosed() throws {
        let path = try directory.write([], to: "lock")
        let first = try FileDescriptor(opening: path, O_RDWR)
        let second = try FileDescriptor(opening: path, O_RDWR)
        #expect(try first.tryLock())
        #expect(try !second.tryLock())
        try first.close()
        #expect(try second.tryLock())
    }

    /// A child process has a copy of the descriptor until it executes its program.
    @Test func releasesALockThoughAnotherDescriptorHasTheFileOpen() throws {
        let path = try directory.write([], to: "file")
        let (file, other) = (try FileDescriptor(opening: path, O_RDWR), try FileDescriptor(opening: path, O_RDWR))
        #expect(try file.tryLock() && !other.tryLock())
        let copy = dup(file.rawValue)
        defer { close(copy) }
        file.unlock()
        #expect(try other.tryLock())
    }
}
