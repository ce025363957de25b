import Glibc

/// A path for system calls whose end is replaced for each file, so that looking at many files makes no strings.
struct PathBuffer {
    /// The path, then a zero.
    private var bytes: [UInt8]

    /// The path's number of bytes.
    private var byteCount: Int

    private let prefixByteCount: Int

    /// Creates a path that consists of `prefix`, with capacity for `capacity` more bytes.
    init(_ prefix: String, room capacity: Int) {
        prefixByteCount = prefix.utf8.count
        byteCount = prefixByteCount
        bytes = Array(prefix.utf8) + [UInt8](repeating: 0, count: capacity + 1)
    }

    /// Replaces what follows the prefix.
    ///
    /// - Parameter write: writes from an index on, and returns the index after the last byte.
    mutating func replaceEnd(_ write: (_ bytes: inout MutableSpan<UInt8>, _ start: Int) -> Int) {
        let start = prefixByteCount
        var target = bytes.mutableSpan
        let end = write(&target, start)
        target[end] = 0
        byteCount = end
    }

    /// The path as text.
    var text: String { String(decoding: bytes[..<byteCount], as: UTF8.self) }

    /// Calls a function with the path from an offset on, as a C string.
    func withCString<Result>(from start: Int = 0, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        precondition(start <= byteCount, "the offset is within the path")
        return unsafe bytes.span.withUnsafeBufferPointer { buffer in
            unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[start...]).withMemoryRebound(
                to: CChar.self
            ) { text in
                guard let pointer = text.baseAddress else { preconditionFailure("the buffer holds a zero at least") }
                return unsafe body(pointer)
            }
        }
    }
}
