import SupplierGoKit

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
