extension HTTPFields {
    /// For how many seconds from now on a response may be used without asking its server again; 0 for not at all.
    ///
    /// Only what the server said explicitly counts: `max-age` of `Cache-Control`, less the response's `Age`, and neither
    /// `no-cache` nor `no-store` (RFC 9111, sections 4.2.1, 5.1 and 5.2.2). Of a directive that is given twice the first
    /// one counts (section 4.2.1); at most ten years are believed.
    var lifetime: Int {
        let values = fields.filter { $0.name.lowercased() == "cache-control" }.map { $0.value.lowercased() }
        let directives = values.joined(separator: ",").split(separator: ",").map { directive in
            Substring(directive.filter { $0 != " " && $0 != "\t" && $0 != "\"" })
        }
        guard !directives.contains(where: { ["no-cache", "no-store"].contains($0.prefix { $0 != "=" }) }),
            let maximum = directives.first(where: { $0.hasPrefix("max-age=") }),
            let seconds = Self.seconds(maximum.dropFirst("max-age=".count))
        else { return 0 }
        let age = self["Age"].map { Self.seconds($0[...]) ?? Self.longest } ?? 0
        return max(0, seconds - age)
    }

    private static let longest = 10 * 365 * 86_400

    /// Delta-seconds (RFC 9111, section 1.2.2): digits; more than can be counted is a very long time.
    private static func seconds(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(text) ?? longest, longest)
    }
}
