import Glibc

/// Files and pipes as chunks, read on threads that may block, a few chunks ahead of the reader.
enum FileChunks {
    /// 256 KiB: large enough that the hops between threads do not show, small enough for a processor's cache.
    static let chunkSize = 256 * 1024

    /// So many chunks of a file wait for their reader: the threads may be busy with other files when it wants the next one.
    private static let chunksAhead = 4

    /// A file's first chunk; each one behind it is twice as large, up to the chunks' size: what is done with them starts the
    /// sooner.
    private static let firstChunkSize = 32 * 1024

    /// Opens a file or a named pipe.
    ///
    /// - Throws: ``FileError`` where it is not there, cannot be read or is a directory; so do the chunks.
    static func open(path: String, chunkSize: Int = chunkSize) async throws -> ByteChunks {
        let descriptor = try await BlockingPool.shared.run {
            // Without O_NONBLOCK, a named pipe that nobody writes to would hold the thread in open(2).
            let descriptor = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            guard try descriptor.status().kind != .directory else { throw FileError("read", path, EISDIR) }
            return descriptor
        }
        return chunks(of: descriptor, chunkSize: chunkSize)
    }

    /// Reads standard input, whatever it is.
    static func standardInput(chunkSize: Int = chunkSize) -> ByteChunks {
        chunks(of: .standardInput, chunkSize: chunkSize)
    }

    /// Reads an open file to its end; what a pipe or terminal has is delivered at once, without waiting for more.
    static func chunks(of descriptor: FileDescriptor, chunkSize: Int = chunkSize) -> ByteChunks {
        ByteChunks(capacity: chunksAhead) { channel in
            let isRegular = try await BlockingPool.shared.run { try descriptor.status().kind == .regular }
            if isRegular {
                descriptor.adviseSequentialReading()
                try await readFile(descriptor, chunkSize: chunkSize, into: channel)
            } else {
                try await readPipe(descriptor, chunkSize: chunkSize, into: channel)
            }
        }
    }

    private static func readFile(
        _ descriptor: FileDescriptor, chunkSize: Int, into channel: BoundedChannel<[UInt8]>
    ) async throws {
        var size = min(firstChunkSize, chunkSize)
        while true {
            let chunk = try await BlockingPool.shared.run { [size] in try descriptor.read(upTo: size) }
            guard !chunk.isEmpty, await channel.send(chunk) else { return }
            size = min(2 * size, chunkSize)
        }
    }

    private static func readPipe(
        _ descriptor: FileDescriptor, chunkSize: Int, into channel: BoundedChannel<[UInt8]>
    ) async throws {
        // A thread of its own: the other end may stay silent for hours.
        let pool = BlockingPool(threadCount: 1)
        let readiness = try Readiness(of: descriptor)
        try await withTaskCancellationHandler {
            while let chunk = try await pool.run({ try readAvailable(descriptor, chunkSize, after: readiness) }) {
                guard await channel.send(chunk) else { return }
            }
        } onCancel: {
            readiness.wake()
        }
    }

    /// What a pipe has; `nil` at its end, or where the wait was ended.
    private static func readAvailable(
        _ descriptor: FileDescriptor, _ chunkSize: Int, after readiness: Readiness
    ) throws(FileError) -> [UInt8]? {
        while try readiness.wait() {
            do throws(FileError) {
                let chunk = try descriptor.read(upTo: chunkSize)
                return chunk.isEmpty ? nil : chunk
            } catch {
                // Another reader of the same pipe was quicker.
                guard error.errorNumber == EAGAIN else { throw error }
            }
        }
        return nil
    }
}
