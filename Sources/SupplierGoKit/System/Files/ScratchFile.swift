import Glibc

/// A file without a name, for data that does not fit in memory; it is gone with its descriptor, however that ends.
final class ScratchFile: Sendable {
    /// `O_TMPFILE`, which the Glibc module leaves out.
    private static let unnamed: Int32 = 0o20_200_000

    private let descriptor: FileDescriptor

    /// Makes a file on the file system of a directory.
    ///
    /// - Throws: ``FileError``, also where the file system knows no unnamed files.
    init(near directory: String) throws(FileError) {
        descriptor = try FileDescriptor(
            opening: directory, Self.unnamed | O_RDWR, permissions: 0o600, operation: "create")
    }

    /// Adds bytes at the end.
    func append(_ bytes: [UInt8]) throws(FileError) {
        try descriptor.write(bytes)
    }

    /// Adds the words at some places; fewer at the end.
    func read(_ places: Range<Int>, into words: inout OutputSpan<UInt64>) throws(FileError) {
        try descriptor.read(places, into: &words)
    }
}

extension FileError {
    /// There is no directory for a file without a name.
    static let noScratch = FileError("create", "a scratch file", ENOTSUP)
}
