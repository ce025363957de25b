import Glibc

/// A file without a name, for data that does not fit in memory; it disappears with its descriptor, however that ends.
final class ScratchFile: Sendable {
    /// `O_TMPFILE`, which Swift does not import.
    private static let unnamed: Int32 = 0o20_200_000

    private let descriptor: FileDescriptor

    /// Creates a file on the file system of a directory.
    ///
    /// - Throws: ``FileError``, also where the file system does not support unnamed files.
    init(near directory: String) throws(FileError) {
        descriptor = try FileDescriptor(
            opening: directory, Self.unnamed | O_RDWR, permissions: 0o600, operation: "create")
    }

    /// Appends bytes.
    func append(_ bytes: [UInt8]) throws(FileError) {
        try descriptor.write(bytes)
    }

    /// Appends a range of the file's words to the output; fewer at the end of the file.
    func read(_ range: Range<Int>, into words: inout OutputSpan<UInt64>) throws(FileError) {
        try descriptor.read(range, into: &words)
    }
}

extension FileError {
    /// There is no directory for a file without a name.
    static let noScratch = FileError("create", "a scratch file", .missing)
}
