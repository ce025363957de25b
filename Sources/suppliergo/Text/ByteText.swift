import FoundationEssentials
import SupplierGoKit

extension [UInt8] {
    /// Appends text in UTF-8.
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Replaces what a terminal would obey or not show in the UTF-8 that begins at `start`.
    ///
    /// - SeeAlso: ``Swift/String/replacingHidden(by:)``
    mutating func replaceHidden(from start: Int, by replacement: (Unicode.Scalar) -> String) {
        guard self[start...].contains(where: { !(0x20..<0x7f).contains($0) }) else { return }
        let text = String(decoding: self[start...], as: UTF8.self)
        removeSubrange(start...)
        append(text.replacingHidden(by: replacement))
    }

    /// Appends bytes in base 64 with padding (RFC 4648, section 4).
    mutating func append(base64 bytes: [UInt8]) {
        append(contentsOf: Data(bytes).base64EncodedData())
    }
}

extension OutputSpan<UInt8> {
    /// Appends text in UTF-8; there must be room for it.
    mutating func append(_ text: String) {
        append(copying: text.utf8.span)
    }

    /// Appends UTF-8 with its special bytes escaped; there must be room for it.
    ///
    /// - Parameters:
    ///   - isSpecial: true if a byte may need an escape.
    ///   - escape: writes what stands for the special byte at an index, and returns the index after what it stands for.
    @inline(__always)
    mutating func append(
        _ text: Span<UInt8>, escaping isSpecial: (UInt8) -> Bool,
        by escape: (Int, inout OutputSpan<UInt8>) -> Int
    ) {
        var (start, index) = (0, 0)
        while index < text.count {
            guard isSpecial(text[index]) else {
                index += 1
                continue
            }
            append(copying: text.extracting(start..<index))
            index = escape(index, &self)
            start = index
        }
        append(copying: text.extracting(start..<index))
    }
}

extension Unicode.Scalar {
    /// True if the scalar is a control character: C0, DEL or C1.
    var isControl: Bool { value < 0x20 || (0x7f..<0xa0).contains(value) }
}

extension Span<UInt8> {
    /// A number that is the same for these bytes in every run, unlike `hashValue`: FNV-1a.
    var stableHash: UInt64 {
        indices.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64(self[$1])) &* 0x100_0000_01b3 }
    }
}

extension Sequence {
    /// The first of those elements that share a key, in their order.
    func uniqued<Identity: Hashable>(on key: (Element) -> Identity) -> [Element] {
        var known: Set<Identity> = []
        return filter { known.insert(key($0)).inserted }
    }

    /// The elements in groups that share a key, in the order of each group's first element.
    func grouped<ID: Hashable>(by key: (Element) throws -> ID) rethrows -> [(key: ID, elements: [Element])] {
        var indices: [ID: Int] = [:]
        var groups: [(key: ID, elements: [Element])] = []
        for element in self {
            let key = try key(element)
            if let index = indices[key] {
                groups[index].elements.append(element)
            } else {
                indices[key] = groups.count
                groups.append((key, [element]))
            }
        }
        return groups
    }
}
