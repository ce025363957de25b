/// The bytes of a body that their caller has not taken yet: in memory, or once they are more than 1 MiB in a file
/// without a name.
struct BodyBuffer {
    /// Bytes for a caller.
    enum Content: Sendable {
        case memory([UInt8])
        case file(FileDescriptor, Range<Int>)

        /// The bytes. A file is read on a file thread, so no more are read at once than there are such threads.
        ///
        /// - Throws: ``FileError``.
        nonisolated(nonsending) func bytes() async throws -> [UInt8] {
            switch self {
            case .memory(let bytes): return bytes
            case .file(let file, let range):
                return try await BlockingThreads.files.run { try file.read(range.count, at: range.lowerBound) }
            }
        }
    }

    private static let memoryLimit = 1 << 20

    private var bytes: [UInt8] = []
    private var file: FileDescriptor?
    private var unread = 0..<0

    var isEmpty: Bool { bytes.isEmpty && unread.isEmpty }
    var byteCount: Int { bytes.count + unread.count }

    /// Makes room for a body of a declared length.
    mutating func reserveCapacity(_ byteCount: Int) { bytes.reserveCapacity(min(byteCount, Self.memoryLimit)) }

    /// Adds bytes at the end.
    ///
    /// - Parameter spareDirectory: the directory for its file if the system's one for temporary files cannot be
    ///   written.
    mutating func append(_ new: UnsafeRawBufferPointer, orIn spareDirectory: String? = nil) throws(FileError) {
        if file == nil, bytes.count + new.count > Self.memoryLimit { try moveToFile(orIn: spareDirectory) }
        guard let file else { return unsafe bytes.append(contentsOf: new) }
        unsafe try file.write(new.bytes)
        unread = unread.lowerBound..<unread.upperBound + new.count
    }

    /// Leaves the bytes in memory if there can be no file.
    private mutating func moveToFile(orIn spareDirectory: String?) throws(FileError) {
        guard let new = TemporaryFiles.makeUnnamed(orIn: spareDirectory) else { return }
        unsafe try new.write(bytes.span.bytes)
        (file, unread, bytes) = (new, 0..<bytes.count, [])
    }

    /// Removes the first bytes, at most a number of them if they are in a file.
    mutating func removeFirst(upTo limit: Int = .max) -> Content {
        guard let file else {
            defer { bytes = [] }
            return .memory(bytes)
        }
        let range = unread.prefix(limit)
        unread = range.upperBound..<unread.upperBound
        // Whoever reads the last bytes keeps the file.
        if unread.isEmpty { self.file = nil }
        return .file(file, range)
    }
}
