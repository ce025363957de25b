extension StoredResponse {
    /// The parts that are present.
    private struct Parts {
        /// A part, whose number is that of its bit. Those from the URL on are rare: they are in further bytes.
        enum Part: UInt64 {
            case entityTag, date, modified, cacheControl, expires, age, userFields
            case url, status, vary, invalidExpires, modifiedText, redirects, countFields, privateAddress, publicAddress
        }

        let bits: UInt64

        func contains(_ part: Part) -> Bool { bits >> part.rawValue & 1 == 1 }
    }

    /// The response in bytes, usually 30 to 60, for a cache of one's own; ``init(bytes:)`` reads them, also in a later
    /// run.
    public var bytes: [UInt8] {
        var writer = ByteWriter(version: Self.version)
        append(to: &writer, url: "", since: 0)
        return writer.sealed()
    }

    /// Reads ``bytes``; `nil` if they are damaged, or were written by another version of the kit: then the server has
    /// to be asked without conditions.
    public init?(bytes: [UInt8]) {
        do throws(ByteReader.Damage) {
            var reader = try ByteReader(bytes, version: Self.version)
            try self.init(from: &reader, url: "", since: 0)
        } catch {
            return nil
        }
    }

    /// The version of ``bytes``.
    private static let version: UInt8 = 1

    private static let usualStatus = HTTPStatus(200)

    /// Appends the response to a record.
    ///
    /// - Parameters:
    ///   - url: the URL that the reader will know, usually that of the response.
    ///   - start: a time in microseconds since 1970 that the reader will know, near ``receivedAt``.
    func append(to writer: inout ByteWriter, url: String, since start: Int64) {
        let received = receivedAt.microseconds
        // Equal text may have other bytes.
        let parts = parts(isUsualURL: self.url.utf8.span.isEqual(to: url.utf8.span))
        func distance(_ seconds: Int) -> Int64 { Int64(seconds) - received / 1_000_000 }
        writer.append(count: parts.bits)
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
            writer.append(byte: (redirects.mustRevalidate ? 1 : 0) | (redirects.isPersonal ? 2 : 0))
        }
        if parts.contains(.countFields) {
            writer.append(count: UInt64(countFields.fields.count))
            for field in countFields.fields {
                writer.append(field.name)
                writer.append(field.value)
            }
        }
    }

    private func parts(isUsualURL: Bool) -> Parts {
        // In the order of the parts' numbers.
        let present: InlineArray<16, Bool> = [
            entityTag != nil, date != nil, modifiedAt != nil, cacheControl != nil,
            expires != nil && expires != .invalid, age != nil, hasUserFields, !isUsualURL, status != Self.usualStatus,
            !vary.isEmpty, expires == .invalid, modifiedText != nil, redirects != nil, !countFields.isEmpty,
            isFromPublicAddress == false, isFromPublicAddress == true,
        ]
        return Parts(bits: present.indices.reduce(0) { $0 | (present[$1] ? 1 << UInt64($1) : 0) })
    }

    /// Reads what ``append(to:url:since:)`` has written.
    init(from reader: inout ByteReader, url: String, since start: Int64) throws(ByteReader.Damage) {
        let parts = Parts(bits: try reader.count())
        let received = start &+ (try reader.number())
        guard Date.microsecondRange.contains(received) else { throw ByteReader.Damage() }
        receivedAt = Date(microseconds: received)
        requestedAt = try reader.date(millisecondsBefore: received)
        date = parts.contains(.date) ? try reader.seconds(since: received) : nil
        modifiedAt = parts.contains(.modified) ? try reader.seconds(since: received) : nil
        cacheControl = parts.contains(.cacheControl) ? try CacheControl(from: &reader) : nil
        if parts.contains(.expires) {
            expires = .at(try reader.seconds(since: received))
        } else {
            expires = parts.contains(.invalidExpires) ? .invalid : nil
        }
        age = parts.contains(.age) ? try reader.count(upTo: CacheControl.longest) : nil
        entityTag = parts.contains(.entityTag) ? try reader.text() : nil
        self.url = parts.contains(.url) ? try reader.text() : url
        status = parts.contains(.status) ? try reader.rareStatus() : Self.usualStatus
        modifiedText = parts.contains(.modifiedText) ? try reader.text() : nil
        vary = parts.contains(.vary) ? try reader.text().split(separator: ",").map(String.init) : []
        variant = parts.contains(.vary) ? try reader.text() : ""
        guard parts.contains(.vary) != vary.isEmpty else { throw ByteReader.Damage() }
        redirects = parts.contains(.redirects) ? try StoredResponse.Redirects(from: &reader) : nil
        hasUserFields = parts.contains(.userFields)
        isFromPublicAddress = parts.contains(.publicAddress) ? true : parts.contains(.privateAddress) ? false : nil
        for _ in 0..<(parts.contains(.countFields) ? try reader.count(upTo: 16) : 0) {
            guard let field = HeaderFields.Field(name: try reader.text(), value: try reader.text()) else {
                throw ByteReader.Damage()
            }
            countFields.append(field)
        }
    }
}

extension StoredResponse.Redirects {
    fileprivate init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        lifetime = try reader.count(upTo: CacheControl.longest)
        let flags = try reader.byte()
        (mustRevalidate, isPersonal) = (flags & 1 != 0, flags & 2 != 0)
    }
}

extension CacheControl {
    fileprivate func append(to writer: inout ByteWriter) {
        let flags = [forbidsStoring, requiresRevalidation, mustRevalidate, isPublic, isPrivate, hasSharedAge]
        writer.append(byte: flags.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
        switch maxAge {
        case nil: writer.append(count: 0)
        case .invalid: writer.append(count: 1)
        case .count(let seconds): writer.append(count: UInt64(seconds) + 2)
        }
        for seconds in [staleWhileRevalidate, staleIfError] { writer.append(count: UInt64((seconds ?? -1) + 1)) }
    }

    fileprivate init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        self.init()
        let flags = try reader.byte()
        (forbidsStoring, requiresRevalidation) = (flags & 1 != 0, flags & 2 != 0)
        (mustRevalidate, isPublic, isPrivate) = (flags & 4 != 0, flags & 8 != 0, flags & 16 != 0)
        hasSharedAge = flags & 32 != 0
        let maxAge = try reader.count(upTo: CacheControl.longest + 2)
        self.maxAge = maxAge > 1 ? .count(maxAge - 2) : maxAge == 1 ? .invalid : nil
        staleWhileRevalidate = try reader.secondsOrNone()
        staleIfError = try reader.secondsOrNone()
    }
}

extension ByteReader {
    /// Reads a number of seconds of a directive, or `nil`.
    fileprivate mutating func secondsOrNone() throws(Damage) -> Int? {
        let count = try count(upTo: CacheControl.longest + 1)
        return count == 0 ? nil : count - 1
    }

    /// Reads a time in seconds since 1970, written as its distance from a time in microseconds.
    fileprivate mutating func seconds(since microseconds: Int64) throws(Damage) -> Int {
        let (seconds, overflows) = (microseconds / 1_000_000).addingReportingOverflow(try number())
        guard !overflows, Date.secondRange.contains(seconds) else { throw Damage() }
        return Int(seconds)
    }

    /// Reads a date, written as the milliseconds from it to a time in microseconds.
    fileprivate mutating func date(millisecondsBefore microseconds: Int64) throws(Damage) -> Date {
        let (delay, overflows) = try number().multipliedReportingOverflow(by: 1000)
        let (start, underflows) = microseconds.subtractingReportingOverflow(delay)
        guard !overflows, !underflows, Date.microsecondRange.contains(start) else { throw Damage() }
        return Date(microseconds: start)
    }

    /// Reads a status of three digits, written as a number of either sign.
    fileprivate mutating func rareStatus() throws(Damage) -> HTTPStatus {
        let code = try number()
        guard (0...999).contains(code) else { throw Damage() }
        return HTTPStatus(Int(code))
    }
}
