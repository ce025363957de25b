import SupplierGoKit

/// Applies the rules for single suppliers, and hashes the values that no two of them may share, on the tasks that decode them.
///
/// ``SupplierCheck`` reads the rows that it renders.
struct CheckRenderer: SupplierRendering {
    private let query: SupplierQuery
    private let hasFailed: @Sendable (Supplier) -> Bool

    /// The time of the check.
    private let now: Timestamp

    /// The avatars that their servers have said are gone, by their addresses.
    private let goneAvatars: Set<String>

    private let resolver: EndpointResolver

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - catalog: the location that avatars are relative to.
    ///   - query: the suppliers whose findings are wanted; they are compared with all others.
    ///   - hasFailed: whether the last request for a supplier's avatar failed.
    ///   - goneAvatars: the avatars that are gone, by the text of their URLs without fragments.
    init(
        of catalog: CatalogLocation, query: SupplierQuery = SupplierQuery(words: []),
        hasFailed: @escaping @Sendable (Supplier) -> Bool = { _ in false }, goneAvatars: Set<String>, at now: Timestamp
    ) {
        resolver = EndpointResolver(against: catalog)
        (self.query, self.hasFailed, self.goneAvatars, self.now) = (query, hasFailed, goneAvatars, now)
    }

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        let (fullname, email) = (text.extracting(fields.fullname), text.extracting(fields.email))
        // Compared forms are written to the output's end, which spares an array for each.
        let start = output.count
        func hash(_ range: Range<Int>, _ append: (inout [UInt8]) -> Void) -> UInt64 {
            guard !range.isEmpty else { return Row.noHash }
            append(&output)
            defer { output.removeLast(output.count - start) }
            return output.count > start ? Self.hash(of: output.span.extracting(start...)) : Row.noHash
        }
        let row = Row(
            isWanted: query.isEmpty || query.matches(fields, in: text, hasFailed: hasFailed),
            broken: [
                DataRules.isBadEmail(email), DataRules.isBadPhone(text.extracting(fields.phone)),
                DataRules.isBadName(fullname, company: text.extracting(fields.company)),
                fields.avatar.map { isGone(text.extracting($0)) } ?? false,
                DataRules.isFuture(text.extracting(fields.createdAt), at: now),
            ],
            hashes: [
                Self.hash(of: text.extracting(fields.id)),
                hash(fields.email) { DataRules.appendLowercased(email, to: &$0) },
                hash(fields.phone) { DataRules.appendDigits(of: text.extracting(fields.phone), to: &$0) },
                hash(fields.fullname) {
                    TextFolding.append(fullname, to: &$0)
                    // No folded text has a zero unless the catalog wrote one.
                    $0.append(0)
                    TextFolding.append(text.extracting(fields.company), to: &$0)
                },
            ], fields: fields)
        row.write(text, to: &output)
        return true
    }

    /// A hash that each process seeds anew, and that is not ``Row/noHash``.
    private static func hash(of text: Span<UInt8>) -> UInt64 {
        var (hasher, index) = (Hasher(), 0)
        while index + 8 <= text.count {
            hasher.combine(text.word(at: index))
            index += 8
        }
        for index in index..<text.count { hasher.combine(text[index]) }
        return max(Row.noHash + 1, UInt64(bitPattern: Int64(hasher.finalize())))
    }

    private func isGone(_ endpoint: Span<UInt8>) -> Bool {
        guard !goneAvatars.isEmpty, let avatar = Avatar(endpoint: String(decoding: endpoint)) else { return false }
        do {
            return goneAvatars.contains(try resolver.address(of: avatar))
        } catch {
            // An endpoint that is not a URL has no server.
            return false
        }
    }
}

extension CheckRenderer {
    /// A supplier as a ``CheckRenderer`` writes it: words of eight bytes for all but the text of the fields.
    struct Row {
        /// The hash of a value that is empty, and may be shared.
        static let noHash: UInt64 = 0

        /// Its findings are wanted.
        let isWanted: Bool

        /// It breaks the rule, for each of ``Finding/Rule/ofOne``.
        let broken: InlineArray<5, Bool>

        /// The hash of its value for each of ``Finding/Rule/ofSeveral``.
        let hashes: InlineArray<4, UInt64>

        /// The fields, without the company, in a text.
        let fields: FieldRanges

        /// Appends the row.
        func write(_ text: Span<UInt8>, to output: inout [UInt8]) {
            let ranges: InlineArray<6, Range<Int>> = [
                fields.id, fields.createdAt, fields.fullname, fields.email, fields.phone, fields.avatar ?? 0..<0,
            ]
            var flags: UInt64 = isWanted ? 1 : 0
            for index in broken.indices where broken[index] { flags |= 2 << UInt64(index) }
            output.append(addingCapacity: Self.headByteCount + fields.byteCount) { output in
                output.append(word: flags)
                for index in hashes.indices { output.append(word: hashes[index]) }
                for index in ranges.indices { output.append(word: UInt64(ranges[index].count)) }
                for index in ranges.indices { output.append(copying: text.extracting(ranges[index])) }
            }
        }

        private static let headByteCount = 8 * (1 + 4 + 6)
    }
}

extension CheckRenderer.Row {
    /// Reads the row at an index, and moves on to the one after it.
    init(at start: inout Int, in text: Span<UInt8>) {
        let row = text.extracting(start...)
        let flags = row.word(at: 0)
        var (index, end) = (40, start + Self.headByteCount)
        func next() -> Range<Int> {
            let first = end
            end += Int(row.word(at: index))
            index += 8
            return first..<end
        }
        let (id, createdAt, fullname, email, phone, avatar) = (next(), next(), next(), next(), next(), next())
        start = end
        let fields = FieldRanges(
            id: id, createdAt: createdAt, fullname: fullname, company: 0..<0, email: email, phone: phone,
            avatar: avatar.isEmpty ? nil : avatar)
        self.init(
            isWanted: flags & 1 != 0, broken: InlineArray { flags & 2 << UInt64($0) != 0 },
            hashes: InlineArray { row.word(at: 8 + 8 * $0) }, fields: fields)
    }
}
