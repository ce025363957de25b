import FoundationEssentials

extension StoredResponse {
    /// The fields that ask whether the response is still right (RFC 9111, section 4.3.1), in the server's own words; none
    /// where it gave no validator.
    public var conditions: HTTPFields {
        var conditions = entityTagCondition
        if date(of: "Last-Modified") != nil, let text = fields["Last-Modified"],
            let field = HTTPFields.Field(name: "If-Modified-Since", value: text)
        {
            conditions.append(field)
        }
        return conditions
    }

    /// The condition that also serves a response which does not fit the request (RFC 9111, section 4.3.1): only an entity
    /// tag says which one the server means.
    var entityTagCondition: HTTPFields {
        guard let tag = fields["ETag"], Self.isEntityTag(tag),
            let field = HTTPFields.Field(name: "If-None-Match", value: tag)
        else { return HTTPFields() }
        return HTTPFields([field])
    }

    /// The response as it is after an answer with status 304: what that says takes the place of what was said before (RFC
    /// 9111, sections 3.2 and 4.3.4).
    ///
    /// `Age` and `Date` are those of one message, and never outlive it. A type that comes with a 304 is not that of bytes
    /// which did not come.
    ///
    /// - Returns: `nil` where the answer means another response: it came from elsewhere, or has another entity tag.
    func updated(
        by answer: HTTPFields, from url: String, requestFields: HTTPFields, requestedAt: Date, receivedAt: Date
    ) -> StoredResponse? {
        guard url == self.url else { return nil }
        if let tag = answer["ETag"] {
            guard let own = fields["ETag"], Self.opaqueTag(tag) == Self.opaqueTag(own) else { return nil }
        }
        let news = answer.filter { !HTTPFields.isSameName($0, "Content-Type".utf8.span) }
        var merged = fields.filter { name in
            let isOfMessage = ["Age", "Date"].contains { HTTPFields.isSameName(name, $0.utf8.span) }
            return !isOfMessage && !news.contains(name)
        }
        merged.append(contentsOf: news)
        return StoredResponse(
            url: url, status: status, fields: merged, requestFields: requestFields,
            requestedAt: requestedAt, receivedAt: receivedAt)
    }

    /// An entity tag (RFC 9110, section 8.8.3): what is none would match by accident, or end the server's list.
    private static func isEntityTag(_ text: String) -> Bool {
        let tag = opaqueTag(text).utf8
        return tag.count >= 2 && tag.first == UInt8(ascii: "\"") && tag.last == UInt8(ascii: "\"")
            && !tag.dropFirst().dropLast().contains(UInt8(ascii: "\""))
    }

    /// The tag without the mark of a weak one: the comparison for a 304 (section 8.8.3.2).
    private static func opaqueTag(_ text: String) -> Substring {
        text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
    }
}

extension StoredResponse {
    /// Whether nothing of it may be written (RFC 9111, section 5.2.2.5).
    var forbidsStoring: Bool { cacheControl.forbidsStoring }

    /// Whether no request at all is like the one that it answers (section 4.1).
    var variesByAnything: Bool {
        fields.contains("Vary") && fields.members(of: "Vary").contains("*")
    }

    /// Whether it answers a request with these fields too: those that its `Vary` names are the same (section 4.1).
    ///
    /// Fields that a loader adds to every request by itself, `Accept-Encoding` for one, are the same by being absent here.
    func answers(_ request: @autoclosure () -> HTTPFields) -> Bool {
        guard fields.contains("Vary") else { return true }
        return !variesByAnything && requestFields == Self.varied(request(), by: fields)
    }

    /// The request's fields that a response's `Vary` names, as they are kept and compared (section 4.1): names in lower
    /// case and sorted, lines of one name as one, and of that a digest, since it may be a secret.
    static func varied(_ request: HTTPFields, by fields: HTTPFields) -> HTTPFields {
        guard fields.contains("Vary") else { return HTTPFields() }
        let names = Set(fields.members(of: "Vary").map { $0.lowercased() }).sorted()
        return HTTPFields(
            names.compactMap { name in
                let members = request.members(of: name)
                guard !members.isEmpty else { return nil }
                return HTTPFields.Field(name: name, value: CacheName.digits(of: members.joined(separator: ",")))
            })
    }

    /// The date that one of the response's fields says; `nil` where it is absent or none.
    func date(of name: String) -> Date? { fields.date(of: name, at: receivedAt) }
}
