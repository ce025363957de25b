/// A response's `Cache-Control` (RFC 9111, section 5.2.2; RFC 5861; RFC 8246).
///
/// Lifetimes are those of a private cache: `s-maxage`, `proxy-revalidate`, `must-understand` and unknown directives do
/// not change them. `private` and the directives for shared caches matter to a store that many machines read. Names are
/// compared without case; values may be tokens or quoted strings (section 5.2).
package struct CacheControl: Sendable, Hashable {
    /// A directive's number of seconds.
    package enum Seconds: Sendable, Hashable {
        /// This many seconds, at most ten years.
        case count(Int)

        /// Something else than a number: "caches are encouraged to consider" this stale (section 4.2.1).
        case invalid
    }

    /// The longest time that is believed: ten years, in seconds.
    static let longest = 10 * 365 * 86_400

    /// `max-age`; of several ones the first (section 4.2.1).
    package var maxAge: Seconds?

    /// `stale-while-revalidate` (RFC 5861, section 3) in seconds; `nil` unless it is a number.
    package var staleWhileRevalidate: Int?

    /// `stale-if-error` (RFC 5861, section 4) in seconds; `nil` unless it is a number.
    package var staleIfError: Int?

    /// `no-store`: nothing of it is written.
    var forbidsStoring = false

    /// `no-cache`, also if it names fields only: never used without revalidation.
    package var requiresRevalidation = false

    /// `must-revalidate`: once stale, never used without revalidation.
    package var mustRevalidate = false

    /// `public`: may be kept whatever its status.
    package var isPublic = false

    /// `private`, also if it names fields only: not to be stored for others.
    var isPrivate = false

    /// `s-maxage`, whatever it says: it is for shared caches.
    var hasSharedAge = false

    /// Shared caches may store even responses to a user's own fields (section 3.5).
    var permitsSharing: Bool { isPublic || mustRevalidate || hasSharedAge }

    /// Creates a value that says nothing.
    init() {}

    /// Reads all lines of a response's `Cache-Control`.
    init(_ fields: HeaderFields) {
        fields.forEachMember(of: "Cache-Control") { directive in
            let equals = directive.firstIndex(of: UInt8(ascii: "="), from: 0) ?? directive.count
            let value = directive.withoutBlanksAround(min(equals + 1, directive.count)..<directive.count) ?? 0..<0
            let name = directive.withoutBlanksAround(0..<equals) ?? 0..<0
            setDirective(
                String(copyingASCII: directive.extracting(name))?.lowercased(),
                Self.seconds(directive.extracting(Self.unquoted(directive, value))))
        }
    }

    private mutating func setDirective(_ name: String?, _ seconds: Int?) {
        switch name {
        case "max-age": maxAge = maxAge ?? seconds.map(Seconds.count) ?? .invalid
        case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? seconds
        case "stale-if-error": staleIfError = staleIfError ?? seconds
        case "no-store": forbidsStoring = true
        case "no-cache": requiresRevalidation = true
        case "must-revalidate": mustRevalidate = true
        case "public": isPublic = true
        case "private": isPrivate = true
        case "s-maxage": hasSharedAge = true
        default: break
        }
    }

    private static func unquoted(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        guard range.count >= 2, bytes[range.lowerBound] == UInt8(ascii: "\""),
            bytes[range.upperBound - 1] == UInt8(ascii: "\"")
        else { return range }
        return range.lowerBound + 1..<range.upperBound - 1
    }

    /// Delta-seconds (RFC 9111, section 1.2.2): digits; more than can be counted is a very long time.
    static func seconds(_ digits: Span<UInt8>) -> Int? { digits.decimalNumber.map { min($0, longest) } }
}
