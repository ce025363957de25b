/// What a response's `Cache-Control` says to a private cache (RFC 9111, section 5.2.2; RFC 5861; RFC 8246).
///
/// Directives for shared caches (`s-maxage`, `private`, `proxy-revalidate`, `must-understand`) and unknown ones say
/// nothing here. Names are compared without case; values may be tokens or quoted strings (section 5.2).
struct CacheControl: Sendable, Hashable {
    /// A directive's number of seconds.
    enum Seconds: Sendable, Hashable {
        /// So many, at most ten years.
        case count(Int)

        /// Something else than a number: "caches are encouraged to consider" this stale (section 4.2.1).
        case invalid
    }

    /// The longest time that is believed: ten years, in seconds.
    static let longest = 10 * 365 * 86_400

    /// `max-age`; of several ones the first (section 4.2.1).
    private(set) var maxAge: Seconds?

    /// `stale-while-revalidate` (RFC 5861, section 3) in seconds; what is no number says nothing.
    private(set) var staleWhileRevalidate: Int?

    /// `stale-if-error` (RFC 5861, section 4) in seconds; what is no number says nothing.
    private(set) var staleIfError: Int?

    /// `no-store`: nothing of it is written.
    private(set) var forbidsStoring = false

    /// `no-cache`, also where it names fields only: never used without asking.
    private(set) var forbidsUnasked = false

    /// `must-revalidate`: once stale, never used without asking.
    private(set) var forbidsStale = false

    /// `public`: may be kept whatever its status.
    private(set) var isPublic = false

    /// `immutable` (RFC 8246): does not change while it is fresh.
    private(set) var isImmutable = false

    /// Reads all lines of a response's `Cache-Control`.
    init(_ fields: HTTPFields) {
        for directive in fields.members(of: "Cache-Control") {
            let equals = directive.utf8.firstIndex(of: UInt8(ascii: "="))
            let name = directive[..<(equals ?? directive.endIndex)].trimmingBlanks
            let value = equals.map { directive[directive.utf8.index(after: $0)...].trimmingBlanks }
            take(name.lowercased(), value)
        }
    }

    private mutating func take(_ name: String, _ value: Substring?) {
        switch name {
        case "max-age":
            if maxAge == nil { maxAge = Self.seconds(value).map(Seconds.count) ?? .invalid }
        case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? Self.seconds(value)
        case "stale-if-error": staleIfError = staleIfError ?? Self.seconds(value)
        case "no-store": forbidsStoring = true
        case "no-cache": forbidsUnasked = true
        case "must-revalidate": forbidsStale = true
        case "public": isPublic = true
        case "immutable": isImmutable = true
        default: break
        }
    }

    private static func seconds(_ value: Substring?) -> Int? {
        guard var value else { return nil }
        if value.utf8.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") { value = value.dropFirst().dropLast() }
        return seconds(value)
    }

    /// Delta-seconds (RFC 9111, section 1.2.2): digits; more than can be counted is a very long time.
    static func seconds(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(text) ?? longest, longest)
    }
}
