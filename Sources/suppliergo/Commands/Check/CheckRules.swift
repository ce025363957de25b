import SupplierGoKit

/// The rules for the fields of one supplier. Each has its own function. ``RuleEvaluator`` says which values no two
/// suppliers may share.
enum CheckRules {
    /// Tests if there is no e-mail address, or one that is not valid.
    static func isBadEmail(_ email: Span<UInt8>) -> Bool {
        guard email.isPrintableASCII else {
            return Supplier.Field.email.error(in: String(decoding: email), replacing: nil) != nil
        }
        return email.isEmpty || EmailAddress.error(in: email) != nil
    }

    /// Tests if a phone number has fewer than 6 digits.
    static func isBadPhone(_ phone: Span<UInt8>) -> Bool {
        guard !phone.isASCII else { return phone.indices.count { phone[$0].decimalValue != nil } < 6 }
        var digits: [UInt8] = []
        appendDigits(of: phone, to: &digits)
        return digits.count < 6
    }

    /// Tests if a full name is empty, or one word that is not the company's name.
    static func isBadName(_ fullname: Span<UInt8>, company: Span<UInt8>) -> Bool {
        switch fullname.wordCount {
        case 0: true
        case 1: !fullname.isEqual(to: company)
        default: false
        }
    }

    /// Tests if a date is known and later than now.
    static func isFuture(_ date: Span<UInt8>, at now: Timestamp) -> Bool {
        Timestamp(utf8: date).map { $0 > now } ?? false
    }

    /// Appends the digits of a phone number as ASCII, whatever script they are of.
    static func appendDigits(of phone: Span<UInt8>, to output: inout [UInt8]) {
        guard !phone.isASCII else {
            for index in phone.indices where phone[index].decimalValue != nil { output.append(phone[index]) }
            return
        }
        for scalar in String(decoding: phone).unicodeScalars where scalar.properties.numericType == .decimal {
            if let value = scalar.properties.numericValue { output += String(Int(value)).utf8 }
        }
    }

    /// Appends a text in lower case.
    static func appendLowercased(_ text: Span<UInt8>, to output: inout [UInt8]) {
        if !text.isASCII {
            output += String(decoding: text).lowercased().utf8
        } else {
            for index in text.indices {
                output.append(text[index] &- UInt8(ascii: "A") < 26 ? text[index] | 0x20 : text[index])
            }
        }
    }
}

/// Applies the rules for single suppliers, and hashes the values that no two of them may share, on the tasks that
/// decode them.
///
/// It renders the texts of the fields, and keeps the rows, which ``SupplierCheck`` reads: each batch has its own
/// evaluator.
struct RuleEvaluator: SupplierRendering {
    private let query: SupplierQuery
    private let hasFailed: @Sendable (Supplier) -> Bool

    /// The time of the check.
    private let now: Timestamp

    /// The avatars that their servers have said are gone, by their addresses.
    private let goneAvatars: Set<String>

    private let resolver: EndpointResolver
    private var keptRows = Lock<[Row]>([])

    /// Creates an evaluator.
    ///
    /// - Parameters:
    ///   - catalog: the location that avatars are relative to.
    ///   - query: the suppliers whose findings are wanted; they are compared with all others.
    ///   - hasFailed: true if the last request for a supplier's avatar failed.
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
                CheckRules.isBadEmail(email), CheckRules.isBadPhone(text.extracting(fields.phone)),
                CheckRules.isBadName(fullname, company: text.extracting(fields.company)),
                fields.avatar.map { isGone(text.extracting($0)) } ?? false,
                CheckRules.isFuture(text.extracting(fields.createdAt), at: now),
            ],
            hashes: [
                Self.hash(of: text.extracting(fields.id)),
                hash(fields.email) { CheckRules.appendLowercased(email, to: &$0) },
                hash(fields.phone) { CheckRules.appendDigits(of: text.extracting(fields.phone), to: &$0) },
                hash(fields.fullname) {
                    TextFolding.append(fullname, to: &$0)
                    // No folded text has a zero unless the catalog wrote one.
                    $0.append(0)
                    TextFolding.append(text.extracting(fields.company), to: &$0)
                },
            ], fields: copy(fields, in: text, to: &output))
        keptRows.withLock { $0.append(row) }
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

extension RuleEvaluator {
    /// A supplier that the rules have been applied to.
    struct Row: Sendable {
        /// The hash of a value that is empty, and may be shared.
        static let noHash: UInt64 = 0

        /// True if its findings are wanted.
        let isWanted: Bool

        /// True for each broken rule of ``Finding/Rule/ofOne``.
        let broken: InlineArray<5, Bool>

        /// The hash of its value for each of ``Finding/Rule/ofSeveral``.
        let hashes: InlineArray<4, UInt64>

        /// The ranges of its fields, without the company, in the rendered bytes.
        let fields: FieldRanges
    }

    /// The same evaluator, for another batch.
    var withoutRows: RuleEvaluator {
        var renderer = self
        renderer.keptRows = Lock([])
        return renderer
    }

    /// The suppliers that it has rendered, in the catalog's order.
    var rows: [Row] { keptRows.withLock { $0 } }

    /// Appends the text of fields, and returns where it is.
    private func copy(_ fields: FieldRanges, in text: Span<UInt8>, to output: inout [UInt8]) -> FieldRanges {
        func copy(_ range: Range<Int>) -> Range<Int> {
            let start = output.count
            output.append(addingCapacity: range.count) { $0.append(copying: text.extracting(range)) }
            return start..<output.count
        }
        return FieldRanges(
            id: copy(fields.id), createdAt: copy(fields.createdAt), fullname: copy(fields.fullname), company: 0..<0,
            email: copy(fields.email), phone: copy(fields.phone), avatar: fields.avatar.map { copy($0) })
    }
}

/// Makes the findings of suppliers that a ``RuleEvaluator`` has rendered, and remembers the values that no two may
/// share.
///
/// For each supplier it holds the id, the name and four hashes of 64 bits, which are seeded for each process: a million
/// suppliers have two equal hashes of different values with a probability below 1 in 10^6.
struct SupplierCheck: Sendable {
    /// The first suppliers with a value, for each of ``Finding/Rule/ofSeveral``.
    private var firsts = Finding.Rule.ofSeveral.map { _ in FirstPositions() }
    private var subjects: [Finding.Subject] = []

    /// Creates a check that has seen no supplier.
    init() {}

    /// Checks the next suppliers of the catalog.
    ///
    /// - Returns: the findings, and the number of suppliers whose findings are wanted.
    mutating func check(_ rendered: RenderedSuppliers) -> (findings: [Finding], wantedCount: Int) {
        let (text, renderer) = (rendered.bytes.span, rendered.renderer as? RuleEvaluator)
        let (ofOne, ofSeveral) = (Finding.Rule.ofOne, Finding.Rule.ofSeveral)
        var (findings, wantedCount) = ([Finding](), 0)
        for row in renderer?.rows ?? [] {
            guard let subject = Finding.Subject(row.fields, in: text) else { continue }
            let position = Int32(truncatingIfNeeded: subjects.count)
            subjects.append(subject)
            func add(_ rule: Finding.Rule, first: Finding.Subject?) {
                guard row.isWanted else { return }
                let value = row.fields[rule.field].map { String(decoding: text.extracting($0)) } ?? ""
                findings.append(Finding(subject: subject, rule: rule, value: value, first: first))
            }
            for index in row.broken.indices where row.broken[index] { add(ofOne[index], first: nil) }
            for index in row.hashes.indices where row.hashes[index] != RuleEvaluator.Row.noHash {
                let first = firsts[index].insert(position, with: row.hashes[index])
                if first != position { add(ofSeveral[index], first: subjects[Int(first)]) }
            }
            if row.isWanted { wantedCount += 1 }
        }
        return (findings, wantedCount)
    }
}

extension SupplierCheck {
    /// The position of the first supplier with each hash. A `Dictionary` would hash the hashes again.
    private struct FirstPositions: Sendable {
        /// The hashes and their suppliers, each at the first slot from its hash on that was free; at least a quarter is
        /// free.
        private var hashes = [UInt64](repeating: RuleEvaluator.Row.noHash, count: 1024)
        private var positions = [Int32](repeating: 0, count: 1024)
        private var count = 0

        /// Stores a supplier as the first with a hash, unless another one is stored, and returns the first.
        mutating func insert(_ position: Int32, with hash: UInt64) -> Int32 {
            if 4 * count >= 3 * hashes.count { grow() }
            let slot = slot(of: hash)
            if hashes[slot] == hash { return positions[slot] }
            (hashes[slot], positions[slot]) = (hash, position)
            count += 1
            return position
        }

        private func slot(of hash: UInt64) -> Int {
            var slot = Int(truncatingIfNeeded: hash) & (hashes.count - 1)
            while hashes[slot] != hash, hashes[slot] != RuleEvaluator.Row.noHash {
                slot = (slot + 1) & (hashes.count - 1)
            }
            return slot
        }

        private mutating func grow() {
            let former = zip(hashes, positions)
            hashes = Array(repeating: RuleEvaluator.Row.noHash, count: 2 * hashes.count)
            positions = Array(repeating: 0, count: hashes.count)
            for (hash, position) in former where hash != RuleEvaluator.Row.noHash {
                let slot = slot(of: hash)
                (hashes[slot], positions[slot]) = (hash, position)
            }
        }
    }
}
