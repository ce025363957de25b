/// The response that stored bytes came with (RFC 9111, section 3), as far as it takes to tell whether they are fresh,
/// and to ask the server whether they are still right.
///
/// Times are numbers, validators are kept as they came. Of other fields only those are kept that count a catalog's
/// pages or suppliers.
public struct StoredResponse: Sendable, Hashable {
    /// The value of `Expires`.
    enum Expiry: Sendable, Hashable {
        /// A time, in seconds since 1970.
        case at(Int)

        /// Nothing that can be read, which means the past (section 5.3).
        case invalid
    }

    /// The URL of the response, or a digest of it, if an object store was told no more.
    public internal(set) var url: String

    /// The response's status.
    public let status: HTTPStatus

    /// When the request was sent, in whole milliseconds before ``receivedAt``.
    public internal(set) var requestedAt: Date

    /// When the head of the response was received, to the microsecond.
    public internal(set) var receivedAt: Date

    /// `ETag` as it came.
    public internal(set) var entityTag: String?

    /// `Last-Modified` as it came; `nil` if it cannot be read as a date.
    public var lastModified: String? { modifiedText ?? modifiedAt.flatMap(HTTPDate.fixedText) }

    /// `Last-Modified` in seconds since 1970.
    var modifiedAt: Int?

    /// `Last-Modified` if it is not in the form that HTTP dates are written in today.
    var modifiedText: String?

    /// `Cache-Control`; `nil` if absent.
    package var cacheControl: CacheControl?

    /// `Expires`; `nil` if absent.
    var expires: Expiry?

    /// `Date` in seconds since 1970; `nil` if absent or unreadable.
    var date: Int?

    /// `Age` in seconds; `nil` if absent or unreadable.
    var age: Int?

    /// The names in `Vary`, in lower case and sorted.
    var vary: [String]

    /// A digest of the request's fields that `Vary` names; empty without `Vary`. A field may hold a token.
    var variant: String

    /// The request had fields of the user's own, such as a token.
    package var hasUserFields: Bool

    /// It came from a public address, or else from a private one; `nil` if the address is unknown. Kept for a
    /// snapshot's pages and for details, which `CatalogProvenance` judges.
    var isFromPublicAddress: Bool?

    /// The lifetime of the redirects on the way to it; `nil` if there were none.
    var redirects: StoredResponse.Redirects?

    /// The fields that count a catalog's pages or suppliers.
    var countFields = HeaderFields()

    /// Lets the server be asked without conditions.
    mutating func dropValidators() { (entityTag, modifiedAt, modifiedText) = (nil, nil, nil) }

    /// Reads a response.
    ///
    /// - Parameters:
    ///   - url: the URL that answered: that of the request, or of the last redirect.
    ///   - status: the response's status.
    ///   - fields: the response's fields.
    ///   - redirects: the redirects that led to it, in order. Default none.
    ///   - requestFields: the request's fields: those that `Vary` names matter (section 4.1). Default none.
    ///   - requestedAt: when the request was sent.
    ///   - receivedAt: when the response's head arrived.
    public init(
        url: String, status: HTTPStatus, fields: HeaderFields,
        redirects: [(status: HTTPStatus, fields: HeaderFields)] = [], requestFields: HeaderFields = HeaderFields(),
        requestedAt: Date, receivedAt: Date
    ) {
        func seconds(_ name: String) -> Int? {
            fields.date(of: name, at: receivedAt).map { Int($0.timeIntervalSince1970) }
        }
        self.url = url
        self.status = status
        self.receivedAt = receivedAt.roundedToMicroseconds
        let delay = Self.milliseconds(from: requestedAt, to: receivedAt)
        self.requestedAt = Date(microseconds: receivedAt.microseconds &- 1000 &* delay)
        cacheControl = fields.contains("Cache-Control") ? CacheControl(fields) : nil
        expires = fields.contains("Expires") ? seconds("Expires").map { .at($0) } ?? .invalid : nil
        date = seconds("Date")
        age = fields.members(of: "Age").first.flatMap { CacheControl.seconds($0.utf8.span) }
        entityTag = fields["ETag"]
        modifiedAt = seconds("Last-Modified")
        let text = modifiedAt == nil ? nil : fields["Last-Modified"]
        modifiedText = text == modifiedAt.flatMap(HTTPDate.fixedText) ? nil : text
        vary = fields.contains("Vary") ? Set(fields.members(of: "Vary").map { $0.lowercased() }).sorted() : []
        variant = Self.variant(of: requestFields, by: vary)
        hasUserFields = !requestFields.isEmpty
        self.redirects =
            redirects.isEmpty
            ? nil
            : StoredResponse.Redirects(of: redirects, to: url, requestFields: requestFields, receivedAt: receivedAt)
    }

    static func milliseconds(from start: Date, to end: Date) -> Int64 {
        (end.microseconds - start.microseconds).dividedRoundingDown(by: 1000)
    }

    /// `Expires` as it is written today, or as the past if it could not be read; `nil` if absent.
    package var expiresText: String? {
        switch expires {
        case .at(let seconds): HTTPDate.fixedText(seconds)
        case .invalid: "0"
        case nil: nil
        }
    }
}

extension StoredResponse: Redacted {
    /// The status and the URL without secrets.
    public var description: String { "\(status) \(url.asShownURL)" }
}

extension StoredResponse {
    /// None of it may be stored (RFC 9111, section 5.2.2.5).
    package var forbidsStoring: Bool { cacheControl?.forbidsStoring ?? false || redirects?.forbidsStoring ?? false }

    /// None of it may be stored for others.
    package var forbidsSharing: Bool { forbidsStoring || isPersonal }

    /// It is for this user only: its server says so (section 5.2.2.7), or it was sent to fields of the user's own
    /// and its server does not permit to share it (section 3.5).
    ///
    /// A response that varies by such a field is not shared either: ``variant`` would tell others a digest of a token.
    package var isPersonal: Bool {
        if cacheControl?.isPrivate ?? false || redirects?.isPersonal ?? false { return true }
        guard hasUserFields else { return false }
        return !(cacheControl?.permitsSharing ?? false) || variant != Self.variant(of: HeaderFields(), by: vary)
    }

    /// It says the same as another response, with times that are at most a minute apart.
    func isClose(to other: StoredResponse) -> Bool {
        func isClose(_ time: Int?, _ otherTime: Int?) -> Bool {
            guard let time, let otherTime else { return time == otherTime }
            return time.distance(to: otherTime).magnitude <= 60
        }
        guard abs(receivedAt.timeIntervalSince(other.receivedAt)) <= 60, isClose(date, other.date),
            isClose(age, other.age)
        else { return false }
        var same = self
        (same.receivedAt, same.requestedAt) = (other.receivedAt, other.requestedAt)
        (same.date, same.age) = (other.date, other.age)
        if case (.at(let time), .at(let otherTime)) = (expires, other.expires), isClose(time, otherTime) {
            same.expires = other.expires
        }
        return same == other
    }

    /// The same response with a digest in place of its URL, which may have a password or a signature in it;
    /// ``updated(by:)`` needs no more.
    ///
    /// - Parameter known: a URL that may stay, since the reader knows it.
    package func hidingURL(unless known: String) -> StoredResponse {
        var response = self
        if url != known, !url.hasPrefix(Self.digestPrefix) { response.url = Self.digestPrefix + SHA256.digits(of: url) }
        return response
    }

    private static let digestPrefix = "sha256:"

    /// The fields that ask whether the response is still right (section 4.3.1), in the server's own words. Empty if it
    /// gave no validator.
    public var conditions: HeaderFields {
        var conditions = entityTagCondition
        if let text = lastModified, let field = HeaderFields.Field(name: "If-Modified-Since", value: text) {
            conditions.append(field)
        }
        return conditions
    }

    /// The condition that works even if the response does not fit the request (section 4.3.1): only an entity tag tells
    /// which response the server means.
    var entityTagCondition: HeaderFields {
        guard let entityTag, Self.isEntityTag(entityTag),
            let field = HeaderFields.Field(name: "If-None-Match", value: entityTag)
        else { return HeaderFields() }
        return HeaderFields([field])
    }

    /// No request is like the one that it answers (section 4.1).
    var variesByAnything: Bool { vary.contains("*") }

    /// It also answers a request with these fields: those that `Vary` names are the same (section 4.1).
    ///
    /// Fields that a loader adds to every request, such as `Accept-Encoding`, are absent here and so always the same.
    func answers(_ request: @autoclosure () -> HeaderFields) -> Bool {
        vary.isEmpty || !variesByAnything && variant == Self.variant(of: request(), by: vary)
    }

    /// The response after an answer with status 304: what that says replaces what was said before (sections 3.2 and
    /// 4.3.4).
    ///
    /// `Age` and `Date` belong to one message and never outlive it.
    ///
    /// - Returns: `nil` if the answer means another response: it came from another URL, or has another entity tag.
    package func updated(by answer: StoredResponse) -> StoredResponse? {
        guard answer.url == url || answer.hidingURL(unless: "").url == url else { return nil }
        if let tag = answer.entityTag {
            guard let entityTag, Self.opaqueTag(tag) == Self.opaqueTag(entityTag) else { return nil }
        }
        var updated = self
        (updated.requestedAt, updated.receivedAt) = (answer.requestedAt, answer.receivedAt)
        (updated.date, updated.age, updated.redirects) = (answer.date, answer.age, answer.redirects)
        updated.hasUserFields = answer.hasUserFields
        // The body is from one address, the answer from another: one that is public is enough.
        let addresses = [isFromPublicAddress, answer.isFromPublicAddress]
        updated.isFromPublicAddress = addresses.contains(true) ? true : addresses.contains(nil) ? nil : false
        updated.entityTag = answer.entityTag ?? entityTag
        updated.cacheControl = answer.cacheControl ?? cacheControl
        if !answer.countFields.isEmpty { updated.countFields = answer.countFields }
        updated.expires = answer.expires ?? expires
        if answer.modifiedAt != nil {
            (updated.modifiedAt, updated.modifiedText) = (answer.modifiedAt, answer.modifiedText)
        }
        if !answer.vary.isEmpty { (updated.vary, updated.variant) = (answer.vary, answer.variant) }
        return updated
    }

    private static func variant(of request: HeaderFields, by names: [String]) -> String {
        guard !names.isEmpty else { return "" }
        let lines = names.compactMap { name in
            let members = request.members(of: name)
            return members.isEmpty ? nil : name + ":" + members.joined(separator: ",")
        }
        return SHA256.digits(of: lines.joined(separator: "\n"))
    }

    /// The text is an entity tag (RFC 9110, section 8.8.3). Anything else could match by accident, or end the list.
    private static func isEntityTag(_ text: String) -> Bool {
        let (tag, start, quote) = (text.utf8.span, text.hasPrefix("W/") ? 2 : 0, UInt8(ascii: "\""))
        return tag.count > start && tag[start] == quote && tag.firstIndex(of: quote, from: start + 1) == tag.count - 1
    }

    /// The tag without the mark of a weak one, which a 304 is compared by (RFC 9110, section 8.8.3.2).
    private static func opaqueTag(_ text: String) -> Substring {
        text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
    }
}
