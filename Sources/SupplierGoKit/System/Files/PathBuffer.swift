import Glibc

/// A path as system calls take it, whose end is written anew for each file: no text is made for those that are only looked at.
struct PathBuffer {
    /// The path and the zero behind it.
    private var bytes: [UInt8]

    /// How many bytes the path has.
    private var byteCount: Int

    private let prefixByteCount: Int

    /// A path that ends in `prefix`, with room for so many bytes behind it.
    init(_ prefix: String, room: Int) {
        prefixByteCount = prefix.utf8.count
        byteCount = prefixByteCount
        bytes = Array(prefix.utf8) + [UInt8](repeating: 0, count: room + 1)
    }

    /// Replaces what stands behind the prefix.
    ///
    /// - Parameter write: writes from an index on, and says behind which it has ended.
    mutating func replaceEnd(_ write: (_ bytes: inout MutableSpan<UInt8>, _ start: Int) -> Int) {
        let start = prefixByteCount
        var target = bytes.mutableSpan
        let end = write(&target, start)
        target[end] = 0
        byteCount = end
    }

    /// The path as text.
    var text: String { String(decoding: bytes[..<byteCount], as: UTF8.self) }

    /// Calls a function with the path from a place on, which ends in a zero.
    func withCString<Result>(from start: Int = 0, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        precondition(start <= byteCount, "a path begins before its end")
        return unsafe bytes.span.withUnsafeBufferPointer { buffer in
            unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[start...]).withMemoryRebound(
                to: CChar.self
            ) { text in
                guard let pointer = text.baseAddress else { preconditionFailure("a buffer holds a zero at least") }
                return unsafe body(pointer)
            }
        }
    }
}

extension String {
    /// Text of so many bytes, which a function writes.
    init(utf8ByteCount byteCount: Int, _ write: (inout MutableSpan<UInt8>) -> Void) {
        self = unsafe String(unsafeUninitializedCapacity: byteCount) { buffer in
            unsafe buffer.initialize(repeating: 0)
            var span = unsafe buffer.mutableSpan
            write(&span)
            return byteCount
        }
    }
}

extension MutableSpan<UInt8> {
    /// Writes a text's bytes from an index on; returns the index behind them.
    @discardableResult
    mutating func write(_ text: String, at start: Int) -> Int {
        write(text.utf8.span, at: start)
    }

    /// Writes bytes from an index on; returns the index behind them.
    @discardableResult
    mutating func write(_ source: Span<UInt8>, at start: Int) -> Int {
        precondition(start >= 0 && start + source.count <= count, "there is room for the bytes")
        unsafe withUnsafeMutableBytes { target in
            unsafe source.withUnsafeBytes { source in
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyMemory(from: source)
            }
        }
        return start + source.count
    }
}
