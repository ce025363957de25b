/// Checks suppliers one after the other, and remembers the values that no two of them may share.
///
/// For each supplier it holds the id, the name and four hashes of 64 bits, which are seeded for each process: a million suppliers have
/// two equal hashes of different values with a probability below 1 in 10^6.
package struct SupplierCheck: Sendable {
    /// The time of the check.
    private let now: Timestamp

    /// The avatars that their servers have said are gone, by their addresses.
    private let goneAvatars: Set<String>

    private let resolver: EndpointResolver

    /// The position of the first supplier with a value, by the value's hash.
    private var firsts: [Finding.Rule: [Int: Int32]] = [:]
    private var subjects: [Finding.Subject] = []

    /// The number of suppliers that were checked.
    package var count: Int { subjects.count }

    /// Creates a check that has seen no supplier.
    ///
    /// - Parameters:
    ///   - catalog: the location that avatars are relative to.
    ///   - goneAvatars: the avatars that are gone, by the text of their URLs without fragments.
    package init(of catalog: CatalogLocation, goneAvatars: Set<String>, at now: Timestamp) {
        resolver = EndpointResolver(against: catalog)
        self.goneAvatars = goneAvatars
        self.now = now
    }

    /// Checks the next supplier of the catalog.
    ///
    /// - Returns: the rules that it breaks, in the order of ``Finding/Rule``.
    package mutating func findings(in supplier: Supplier) -> [Finding] {
        var findings: [Finding] = []
        func add(_ rule: Finding.Rule, _ value: @autoclosure () -> String, if isBroken: Bool) {
            if isBroken { findings.append(Finding(rule, of: supplier, value())) }
        }
        add(.email, supplier.email, if: DataRules.isBadEmail(supplier.email))
        add(.phone, supplier.phone, if: DataRules.isBadPhone(supplier.phone))
        add(.fullname, supplier.fullname, if: DataRules.isBadName(supplier.fullname, company: supplier.company))
        for (rule, value, hash) in Self.sharedValues(of: supplier) {
            guard let first = noteFirst(hash, rule) else { continue }
            findings.append(Finding(rule, of: supplier, value, first: first))
        }
        if let avatar = supplier.avatar {
            add(.goneAvatar, avatar.endpoint, if: isGone(avatar))
        }
        if let createdAt = supplier.createdAt {
            add(.futureDate, "\(createdAt)", if: DataRules.isFuture(createdAt, at: now))
        }
        subjects.append(Finding.Subject(id: supplier.id, fullname: supplier.fullname))
        return findings
    }

    /// The values that only one supplier should have, with hashes of the form in which they are compared; empty ones are left
    /// out.
    static func sharedValues(of supplier: Supplier) -> [(rule: Finding.Rule, value: String, hash: Int)] {
        var values = [(Finding.Rule.sharedID, supplier.id.rawValue, Array(supplier.id.rawValue.utf8).hashValue)]
        if !supplier.email.isEmpty {
            values.append((.sharedEmail, supplier.email, supplier.email.lowercased().hashValue))
        }
        let digits = DataRules.digits(of: supplier.phone)
        if !digits.isEmpty { values.append((.sharedPhone, supplier.phone, digits.hashValue)) }
        if !supplier.fullname.isEmpty {
            var name = TextFolding.folded(supplier.fullname)
            // No folded text has a zero unless the catalog wrote one.
            name.append(0)
            TextFolding.append(supplier.company, to: &name)
            values.append((.sharedName, supplier.fullname, String(decoding: name, as: UTF8.self).hashValue))
        }
        return values
    }

    /// The first supplier with a value, or `nil` after this one was noted as the first.
    private mutating func noteFirst(_ hash: Int, _ rule: Finding.Rule) -> Finding.Subject? {
        let position = Int32(truncatingIfNeeded: subjects.count)
        func note(_ first: inout Int32) -> Int32 {
            if first < 0 { first = position }
            return first
        }
        let first = note(&firsts[rule, default: [:]][hash, default: -1])
        return first == position ? nil : subjects[Int(first)]
    }

    private func isGone(_ avatar: Avatar) -> Bool {
        guard !goneAvatars.isEmpty else { return false }
        do {
            return goneAvatars.contains(try resolver.address(of: avatar))
        } catch {
            // An endpoint that is not a URL has no server.
            return false
        }
    }
}
