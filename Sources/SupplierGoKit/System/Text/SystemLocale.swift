/// A category of a locale of the C library, such as its collation.
///
/// `@unchecked Sendable`: the handle is set once, and glibc reads a locale without changing it (`newlocale(3)`).
@safe
package final class SystemLocale: @unchecked Sendable {
    private let handle: locale_t

    /// Opens a locale; `nil` if it is not installed, or its encoding is not UTF-8.
    package init?(_ name: String, category: Int32 = LC_COLLATE) {
        // LC_CTYPE as well: it says how bytes form characters.
        guard !name.isEmpty, !name.containsNUL,
            let handle = unsafe newlocale(Self.mask(category) | Self.mask(LC_CTYPE), name, nil)
        else { return nil }
        unsafe self.handle = handle
        guard text(of: CODESET) == "UTF-8" else { return nil }
    }

    deinit {
        unsafe freelocale(handle)
    }

    /// The text of an item of `langinfo.h`.
    package func text(of item: Int) -> String {
        unsafe nl_langinfo_l(nl_item(item), handle).map { unsafe String(cString: $0) } ?? ""
    }

    /// Appends the bytes by which a text is compared with others (`strxfrm_l(3)`). Only the text up to a NUL counts.
    func appendSortKey(of text: String, to output: inout [UInt8]) {
        var capacity = 6 * text.utf8.count + 32
        while true {
            let start = output.count
            var needed = 0
            output.append(addingCapacity: capacity) { span in
                unsafe span.withUnsafeMutableBufferPointer { buffer, count in
                    unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
                        unsafe needed = strxfrm_l(buffer.baseAddress, text, capacity, handle)
                    }
                    count = min(needed, capacity)
                }
            }
            guard needed >= capacity else { return }
            // A key that did not fit has undefined bytes.
            output.removeSubrange(start...)
            capacity = needed + 1
        }
    }

    /// Calls a function while the locale is its thread's (`uselocale(3)`).
    package func whileCurrent<Value>(_ body: () -> Value) -> Value {
        let previous = unsafe uselocale(handle)
        defer { unsafe uselocale(previous) }
        return body()
    }

    /// The bit of a category, which `locale.h` has in macros that Swift does not import.
    private static func mask(_ category: Int32) -> Int32 { 1 << category }
}
