import Glibc

/// A locale of the C library, for its collation; it never changes, so that any thread may ask it.
///
/// `@unchecked Sendable`: the handle is set once, and glibc reads a locale without changing it (`newlocale(3)`).
@safe
final class SystemLocale: @unchecked Sendable {
    /// The name it was opened by.
    let name: String

    private let handle: locale_t

    /// Opens a locale; `nil` where it is not installed, or its text is not UTF-8.
    init?(_ name: String) {
        // LC_CTYPE as well: it says how the bytes make characters.
        guard !name.isEmpty, !name.utf8.contains(0),
            let handle = unsafe newlocale(Self.mask(LC_COLLATE) | Self.mask(LC_CTYPE), name, nil)
        else { return nil }
        self.name = name
        unsafe self.handle = handle
        guard unsafe nl_langinfo_l(nl_item(CODESET), handle).map({ unsafe String(cString: $0) }) == "UTF-8" else {
            return nil
        }
    }

    deinit {
        unsafe freelocale(handle)
    }

    /// Adds the bytes that a text is compared by (`strxfrm_l(3)`): those of the lesser text are less. Only what stands
    /// before a NUL counts.
    func appendSortKey(of text: String, to output: inout [UInt8]) {
        var room = 6 * text.utf8.count + 32
        while true {
            let start = output.count
            var needed = 0
            output.append(addingCapacity: room) { span in
                unsafe span.withUnsafeMutableBufferPointer { buffer, count in
                    unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
                        unsafe needed = strxfrm_l(buffer.baseAddress, text, room, handle)
                    }
                    count = min(needed, room)
                }
            }
            guard needed >= room else { return }
            // What did not fit is of no use: its bytes are not defined.
            output.removeSubrange(start...)
            room = needed + 1
        }
    }

    /// The bit of a category, as `locale.h` has it in macros that Swift does not import.
    private static func mask(_ category: Int32) -> Int32 { 1 << category }
}
