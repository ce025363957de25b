extension [UInt8] {
    /// Adds text in UTF-8.
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Replaces, in the UTF-8 from `start` on, what a terminal would obey or not show.
    ///
    /// - SeeAlso: ``Swift/String/replacingHidden(by:)``
    mutating func replaceHidden(from start: Int, by replacement: (Unicode.Scalar) -> String) {
        guard self[start...].contains(where: { !(0x20..<0x7f).contains($0) }) else { return }
        let text = String(decoding: self[start...], as: UTF8.self)
        removeSubrange(start...)
        append(text.replacingHidden(by: replacement))
    }
}
