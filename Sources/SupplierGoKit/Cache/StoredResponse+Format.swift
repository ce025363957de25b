import FoundationEssentials

extension StoredResponse {
    /// The parts that are present.
    private struct Parts: OptionSet {
        let rawValue: UInt64

        static let entityTag = Parts(rawValue: 1 << 0)
        static let date = Parts(rawValue: 1 << 1)
        static let modified = Parts(rawValue: 1 << 2)
        static let cacheControl = Parts(rawValue: 1 << 3)
        static let expires = Parts(rawValue: 1 << 4)
        static let age = Parts(rawValue: 1 << 5)
        // Rare ones, in a second byte.
        static let url = Parts(rawValue: 1 << 7)
        static let status = Parts(rawValue: 1 << 8)
        static let vary = Parts(rawValue: 1 << 9)
        static let invalidExpires = Parts(rawValue: 1 << 10)
        static let modifiedText = Parts(rawValue: 1 << 11)
        static let redirects = Parts(rawValue: 1 << 12)
    }

    private static let usualStatus = HTTPStatus(200)

    /// Appends the response to a record.
    ///
    /// - Parameters:
    ///   - url: the URL that the reader will know, usually that of the response.
    ///   - start: a time in microseconds since 1970 that the reader will know, near ``receivedAt``.
    func append(to writer: inout ByteWriter, url: String, since start: Int64) {
        let received = receivedAt.microseconds
        // Equal text may have other bytes.
        let parts = parts(isUsualURL: self.url.utf8.elementsEqual(url.utf8))
        func distance(_ seconds: Int) -> Int64 { Int64(seconds) - received / 1_000_000 }
        writer.append(count: parts.rawValue)
        writer.append(received &- start)
        writer.append(Self.milliseconds(from: requestedAt, to: receivedAt))
        if let date { writer.append(distance(date)) }
        if let modifiedAt { writer.append(distance(modifiedAt)) }
        if let cacheControl { cacheControl.append(to: &writer) }
        if case .at(let expires) = expires { writer.append(distance(expires)) }
        if let age { writer.append(count: UInt64(age)) }
        if let entityTag { writer.append(entityTag) }
        if parts.contains(.url) { writer.append(self.url) }
        if parts.contains(.status) { writer.append(Int64(status.code)) }
        if let modifiedText { writer.append(modifiedText) }
        if parts.contains(.vary) {
            writer.append(vary.joined(separator: ","))
            writer.append(variant)
        }
        if let redirects {
            writer.append(count: UInt64(redirects.lifetime))
            writer.append(byte: redirects.forbidsStale ? 1 : 0)
        }
    }

    private func parts(isUsualURL: Bool) -> Parts {
        let present: [(Parts, Bool)] = [
            (.entityTag, entityTag != nil), (.date, date != nil), (.modified, modifiedAt != nil),
            (.cacheControl, cacheControl != nil), (.age, age != nil), (.url, !isUsualURL),
            (.status, status != Self.usualStatus), (.vary, !vary.isEmpty), (.invalidExpires, expires == .invalid),
            (.expires, expires != nil && expires != .invalid), (.modifiedText, modifiedText != nil),
            (.redirects, redirects != nil),
        ]
        return present.reduce(into: []) { parts, part in if part.1 { parts.insert(part.0) } }
    }

    /// Reads what ``append(to:url:since:)`` has written.
    init(from reader: inout ByteReader, url: String, since start: Int64) throws(ByteReader.Damage) {
        let parts = Parts(rawValue: try reader.count())
        let received = start &+ (try reader.number())
        let delay = try reader.number()
        func time(_ distance: Int64) -> Int { Int(received / 1_000_000 &+ distance) }
        receivedAt = Date(microseconds: received)
        requestedAt = Self.date(milliseconds: delay, before: receivedAt)
        date = parts.contains(.date) ? time(try reader.number()) : nil
        modifiedAt = parts.contains(.modified) ? time(try reader.number()) : nil
        cacheControl = parts.contains(.cacheControl) ? try CacheControl(from: &reader) : nil
        if parts.contains(.expires) {
            expires = .at(time(try reader.number()))
        } else {
            expires = parts.contains(.invalidExpires) ? .invalid : nil
        }
        age = parts.contains(.age) ? Int(truncatingIfNeeded: try reader.count()) : nil
        entityTag = parts.contains(.entityTag) ? try reader.text() : nil
        self.url = parts.contains(.url) ? try reader.text() : url
        status = parts.contains(.status) ? HTTPStatus(Int(try reader.number())) : Self.usualStatus
        modifiedText = parts.contains(.modifiedText) ? try reader.text() : nil
        vary = parts.contains(.vary) ? try reader.text().split(separator: ",").map(String.init) : []
        variant = parts.contains(.vary) ? try reader.text() : ""
        redirects = parts.contains(.redirects) ? try RedirectTerms(from: &reader) : nil
    }
}

extension RedirectTerms {
    fileprivate init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        lifetime = Int(min(try reader.count(), UInt64(CacheControl.longest)))
        forbidsStale = try reader.byte() == 1
    }
}

extension CacheControl {
    private struct Directives: OptionSet {
        let rawValue: UInt8

        static let maxAge = Directives(rawValue: 1)
        static let invalidMaxAge = Directives(rawValue: 2)
        static let staleWhileRevalidate = Directives(rawValue: 4)
        static let staleIfError = Directives(rawValue: 8)
        static let noStore = Directives(rawValue: 16)
        static let noCache = Directives(rawValue: 32)
        static let mustRevalidate = Directives(rawValue: 64)
        static let `public` = Directives(rawValue: 128)
    }

    fileprivate func append(to writer: inout ByteWriter) {
        var directives: Directives = []
        if forbidsStoring { directives.insert(.noStore) }
        if forbidsUnasked { directives.insert(.noCache) }
        if forbidsStale { directives.insert(.mustRevalidate) }
        if isPublic { directives.insert(.public) }
        if staleWhileRevalidate != nil { directives.insert(.staleWhileRevalidate) }
        if staleIfError != nil { directives.insert(.staleIfError) }
        if let maxAge { directives.insert(maxAge == .invalid ? .invalidMaxAge : .maxAge) }
        writer.append(byte: directives.rawValue)
        if case .count(let seconds) = maxAge { writer.append(count: UInt64(seconds)) }
        if let staleWhileRevalidate { writer.append(count: UInt64(staleWhileRevalidate)) }
        if let staleIfError { writer.append(count: UInt64(staleIfError)) }
    }

    fileprivate init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        func seconds(_ reader: inout ByteReader) throws(ByteReader.Damage) -> Int {
            Int(min(try reader.count(), UInt64(Self.longest)))
        }
        self.init()
        let directives = Directives(rawValue: try reader.byte())
        forbidsStoring = directives.contains(.noStore)
        forbidsUnasked = directives.contains(.noCache)
        forbidsStale = directives.contains(.mustRevalidate)
        isPublic = directives.contains(.public)
        if directives.contains(.invalidMaxAge) { maxAge = .invalid }
        if directives.contains(.maxAge) { maxAge = .count(try seconds(&reader)) }
        if directives.contains(.staleWhileRevalidate) { staleWhileRevalidate = try seconds(&reader) }
        if directives.contains(.staleIfError) { staleIfError = try seconds(&reader) }
    }
}
