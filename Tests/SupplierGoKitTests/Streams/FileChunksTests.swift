import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1))) struct FileChunksTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [0, 1, 999, 1000, 1001, 100_000]) func readsAFileInChunks(_ count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let path = try directory.write(bytes, to: "file")
        var chunks: [[UInt8]] = []
        for try await chunk in try await FileChunks.open(path: path, chunkSize: 1000) { chunks.append(chunk) }
        #expect(chunks.flatMap(\.self) == bytes)
        #expect(chunks.allSatisfy { (1...1000).contains($0.count) })
    }

    @Test func throwsAtOnceWhereThereIsNoFile() async {
        let path = directory.path(of: "absent")
        await #expect(throws: FileError(.open, path, ENOENT)) { try await FileChunks.open(path: path) }
    }

    @Test func throwsAtOnceForADirectory() async {
        let path = directory.path
        await #expect(throws: FileError(.read, path, EISDIR)) { try await FileChunks.open(path: path) }
    }

    @Test func readsAFileOfUnknownSize() async throws {
        var bytes: [UInt8] = []
        for try await chunk in try await FileChunks.open(path: "/proc/self/status") { bytes += chunk }
        #expect(String(decoding: bytes, as: UTF8.self).contains("VmPeak"))
    }

    @Test func deliversWhatAPipeHasWithoutWaitingForMore() async throws {
        let pipe = try Pipe()
        var chunks = FileChunks.chunks(of: pipe.reader, chunkSize: 1000).makeAsyncIterator()
        for bytes: [UInt8] in [[1, 2, 3], [4], Array(repeating: 5, count: 1000)] {
            try pipe.writer.write(bytes)
            #expect(try await chunks.next() == bytes)
        }
        try pipe.writer.close()
        #expect(try await chunks.next() == nil)
        #expect(try await chunks.next() == nil)
    }

    @Test func beginsAPipeWithASmallChunk() async throws {
        let pipe = try Pipe()
        try pipe.writer.write([UInt8](repeating: 1, count: 40_000))
        try pipe.writer.close()
        var counts: [Int] = []
        for try await chunk in FileChunks.chunks(of: pipe.reader) { counts.append(chunk.count) }
        #expect(counts == [32_768, 7232])
    }

    @Test func endsTheWaitForASilentPipeWhenTheReaderIsCancelled() async throws {
        let pipe = try Pipe()
        let chunks = FileChunks.chunks(of: pipe.reader)
        let reader = Task {
            var iterator = chunks.makeAsyncIterator()
            return try await iterator.next()
        }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
    }

    @Test func letsGoOfAPipeThatNobodyReadsAnyMore() async throws {
        let pipe = try Pipe()
        func readOne(_ descriptor: consuming FileDescriptor) async throws {
            var iterator = FileChunks.chunks(of: descriptor).makeAsyncIterator()
            #expect(try await iterator.next() == [1])
        }
        try pipe.writer.write([1])
        try await readOne(pipe.takeReader())
        // The writer learns of it when the thread that waited has let go of its end.
        try await BlockingThreads(threadCount: 1).run {
            var wait = pollfd(fd: pipe.writer.rawValue, events: 0, revents: 0)
            try SystemCall.perform(.wait, "pipe") { unsafe poll(&wait, 1, -1) }
            #expect(Int32(wait.revents) & (POLLERR | POLLHUP) != 0)
        }
    }

    @Test func waitsForTheWriterOfANamedPipe() async throws {
        let path = directory.path(of: "pipe")
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let chunks = try await FileChunks.open(path: path)
        let writer = try FileDescriptor(opening: path, O_WRONLY)
        try writer.write([1, 2])
        try writer.close()
        var bytes: [UInt8] = []
        for try await chunk in chunks { bytes += chunk }
        #expect(bytes == [1, 2])
    }

    @Test func leavesANamedPipeWithoutAWriterWhenTheReaderIsCancelled() async throws {
        let path = directory.path(of: "pipe")
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let chunks = try await FileChunks.open(path: path)
        let reader = Task { for try await _ in chunks {} }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
    }
}

/// A pipe of the system's.
private final class Pipe: Sendable {
    let reader: FileDescriptor
    let writer: FileDescriptor

    init() throws {
        var ends: [Int32] = [-1, -1]
        try SystemCall.perform(.create, "pipe") { unsafe pipe(&ends) }
        reader = FileDescriptor(taking: ends[0], path: "pipe", isOwned: false)
        writer = FileDescriptor(taking: ends[1], path: "pipe")
    }

    /// The reading end as a descriptor that closes it.
    func takeReader() -> FileDescriptor {
        FileDescriptor(taking: reader.rawValue, path: "pipe")
    }
}
