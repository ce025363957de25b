/// Files and pipes as chunks, read on file threads, a few chunks ahead of the reader.
enum FileChunks {
    /// 256 KiB: large enough that switching threads does not show, small enough for a processor's cache.
    static let chunkSize = 256 * 1024

    /// The number of chunks of a file read ahead: the threads may be busy with other files when the reader wants the
    /// next.
    private static let chunksAhead = 4

    /// The size of the first chunk. Each following chunk is twice as large, up to the full size, so that work on
    /// the first one begins sooner.
    private static let firstChunkSize = 32 * 1024

    /// Opens a file or a named pipe. That of an avatar is refused before (`AvatarOutcome.Error.init(ofFile:)`).
    ///
    /// - Throws: ``FileError`` if it is absent, unreadable or a directory; so do the chunks.
    static func open(path: String, chunkSize: Int = chunkSize) async throws -> ByteChunks {
        let descriptor = try await BlockingThreads.files.run {
            // Without O_NONBLOCK, a named pipe that has no writer would block the thread in open(2).
            let descriptor = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            // A directory can be opened but not read: reading nothing from it fails with EISDIR.
            if try descriptor.status().kind == .directory { _ = try descriptor.read(upTo: 0) }
            return descriptor
        }
        return chunks(of: descriptor, chunkSize: chunkSize)
    }

    /// Reads standard input, whatever it is.
    static func standardInput(chunkSize: Int = chunkSize) -> ByteChunks {
        chunks(of: .standardInput, chunkSize: chunkSize)
    }

    /// Reads an open file to its end. Bytes of a pipe or terminal are delivered at once, without waiting for more.
    static func chunks(of descriptor: FileDescriptor, chunkSize: Int = chunkSize) -> ByteChunks {
        ByteChunks(capacity: chunksAhead) { channel in
            let isRegular = try await BlockingThreads.files.run { try descriptor.status().kind == .regular }
            if isRegular { descriptor.adviseSequentialReading() }
            let threads = isRegular ? BlockingThreads.files : .waiting
            let readiness = isRegular ? nil : try FileDescriptor.Readiness(of: descriptor)
            try await withTaskCancellationHandler {
                var size = min(firstChunkSize, chunkSize)
                while let chunk = try await threads.run({ [size] in
                    try readAvailable(descriptor, size, after: readiness)
                }) {
                    guard await channel.send(chunk) else { return }
                    size = min(2 * size, chunkSize)
                }
            } onCancel: {
                readiness?.endWaiting()
            }
        }
    }

    /// The next bytes of a file, or those that a pipe has; `nil` at the end, or if the wait was ended.
    private static func readAvailable(
        _ descriptor: FileDescriptor, _ chunkSize: Int, after readiness: FileDescriptor.Readiness?
    ) throws(FileError) -> [UInt8]? {
        while try readiness?.wait() ?? true {
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
