import FoundationEssentials
import Glibc
import Synchronization

/// The memory that the whole bodies of a loader's transfers share, from the first byte until their callers take them.
///
/// No transfer waits for memory, since transfers could wait for each other: the rest goes to files.
final class BodyMemory: Sendable {
    private let limit: Int
    private let used = Atomic(0)

    /// Bytes in use.
    var usedByteCount: Int { used.load(ordering: .relaxed) }

    /// - Parameter limit: in bytes. Default 64 MiB.
    init(limit: Int = 64 << 20) {
        self.limit = limit
    }

    /// Takes memory.
    ///
    /// - Parameter isNeeded: whether it is taken beyond the limit too.
    /// - Returns: whether it was taken.
    func take(_ byteCount: Int, isNeeded: Bool = false) -> Bool {
        guard used.add(byteCount, ordering: .relaxed).newValue > limit, !isNeeded else { return true }
        giveBack(byteCount)
        return false
    }

    func giveBack(_ byteCount: Int) {
        used.subtract(byteCount, ordering: .relaxed)
    }
}

/// A whole response whose caller has not taken it yet: its body's end may be in a file.
final class ReceivedResponse: Sendable {
    let head: ResponseHead
    let metrics: TransferMetrics
    private let start: [UInt8]
    private let rest: FileDescriptor?
    private let memory: BodyMemory
    private let takenByteCount: Int

    /// Whether all of the body is in memory.
    var isInMemory: Bool { rest == nil }

    /// - Parameter takenByteCount: what the body has taken of the memory, which is given back with this object.
    init(
        head: ResponseHead, metrics: TransferMetrics, start: [UInt8], rest: FileDescriptor?, memory: BodyMemory,
        takenByteCount: Int
    ) {
        self.head = head
        self.metrics = metrics
        self.start = start
        self.rest = rest
        self.memory = memory
        self.takenByteCount = takenByteCount
    }

    deinit {
        memory.giveBack(takenByteCount)
    }

    /// The response for its caller, on whose file thread the file is read: no more files at once than there are threads.
    ///
    /// - Throws: ``DataLoadError``.
    nonisolated(nonsending) func response() async throws -> DataResponse {
        guard let rest else { return DataResponse(head: head, body: start, metrics: metrics) }
        do {
            let body = try await BlockingThreads.files.run { [start] in
                let end = try rest.read(rest.status().byteCount, at: 0)
                return start.isEmpty ? end : start + end
            }
            return DataResponse(head: head, body: body, metrics: metrics)
        } catch let error as FileError {
            throw DataLoadError(
                .unreadableFile(path: rest.path, errorNumber: error.errorNumber ?? EIO), head.url,
                tryCount: metrics.retryCount + 1, metrics: metrics)
        }
    }
}

extension FileDescriptor {
    /// Creates a file without a name in the system's directory for temporary files (`TMPDIR`).
    static func temporary() throws(FileError) -> FileDescriptor {
        let name = "suppliergo-" + String(UInt64.random(in: 0 ... .max), radix: 36)
        let path = FileManager.default.temporaryDirectory.appending(path: name).path(percentEncoded: false)
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
        let descriptor = try FileDescriptor(opening: path, flags, permissions: 0o600, operation: .create)
        try FileSystem.removeFile(path)
        return descriptor
    }
}
