public import SupplierGoKit

/// An error of an object store.
public struct ObjectStoreError: Error, Sendable, Hashable {
    /// The reason.
    public indirect enum Reason: Sendable, Hashable {
        /// There was no answer, or not the whole of it.
        case transfer(DataLoadError)

        /// The store refuses access: unknown or wrong credentials, or no permission. `code` and `message` are the
        /// store's own, empty if it gave none.
        case refused(code: String, message: String)

        /// The store's clock and this machine's are too far apart for a signature to be valid.
        ///
        /// `difference` is how far this machine's clock is ahead, negative if it is behind; `nil` if that is unknown.
        case clockSkewed(difference: Duration?)

        /// There is no bucket of this name.
        case noBucket

        /// The bucket is in another region, if the store says so in `region`.
        case wrongRegion(region: String?)

        /// There is no room for an object.
        case full(code: String, message: String)

        /// The answer is not one of an object store; `reason` is a clause.
        case malformedResponse(reason: String)

        /// Any other answer that is not a success.
        case status(HTTPStatus, code: String, message: String)
    }

    /// The reason.
    public let reason: Reason

    /// The store, as `s3://BUCKET/PREFIX`.
    public let store: String

    /// Creates an error.
    public init(_ reason: Reason, store: String) {
        self.reason = reason
        self.store = store
    }

    /// Other requests to the store would fail too: it refuses access, or there is no such bucket.
    public var isLasting: Bool {
        switch reason {
        case .refused, .clockSkewed, .noBucket, .wrongRegion: true
        case .transfer, .full, .malformedResponse, .status: false
        }
    }

    /// An object has more bytes than were to be taken, which says nothing of the store.
    var isOfSize: Bool {
        if case .transfer(let error) = reason, case .bodyTooLarge = error.reason { true } else { false }
    }

    /// It is about one object only, which is archived.
    var isOfObject: Bool { if case .status(_, "InvalidObjectState", _) = reason { true } else { false } }
}

extension ObjectStoreError.Reason {
    /// The meaning of an answer that is not a success; `nil` if it says that there is no such object.
    ///
    /// - Parameters:
    ///   - response: the answer.
    ///   - region: the region that the request was signed for.
    ///   - now: this machine's time.
    init?(_ response: DataResponse, signedFor region: String, at now: Date) {
        let (status, fields) = (response.head.status, response.head.fields)
        let body = String(decoding: response.body, as: UTF8.self)
        let code = Self.text(of: "Code", in: body) ?? ""
        let message = Self.text(of: "Message", in: body) ?? ""
        let skew = fields.date(of: "Date", at: now).map { now.timeIntervalSince($0) }
        // The answer to HEAD has no body that says why; what is signed a quarter of an hour away is refused.
        let isSkewed = code.isEmpty && abs(skew ?? 0) >= 900
        let bucketRegion = fields["x-amz-bucket-region"]
        switch (status.code, code) {
        case (404, "NoSuchBucket"): self = .noBucket
        case (404, _): return nil
        case (_, "RequestTimeTooSkewed"),
            (403, _) where isSkewed:
            self = .clockSkewed(difference: skew.map { .seconds(Int($0.rounded())) })
        case _ where (bucketRegion ?? region) != region, (301, _), (_, "AuthorizationHeaderMalformed"),
            (_, "PermanentRedirect"):
            self = .wrongRegion(region: Self.text(of: "Region", in: body) ?? bucketRegion)
        case (507, _), (_, "QuotaExceeded"), (_, "XMinioStorageFull"): self = .full(code: code, message: message)
        case (401, _), (403, ""), (_, "ExpiredToken"), (_, "InvalidToken"),
            (403, _) where Self.refusals.contains(code):
            self = .refused(code: code, message: message)
        default: self = .status(status, code: code, message: message)
        }
    }

    /// The text of an element in the XML that describes an error, or `nil`. Its elements have no attributes.
    private static func text(of name: String, in body: String) -> String? {
        guard body.contains("<Error>"), let start = body.firstRange(of: "<\(name)>") else { return nil }
        let references = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
        return references.reduce(String(body[start.upperBound...].prefix { $0 != "<" })) {
            $0.replacing($1.0, with: $1.1)
        }
    }

    /// The codes of a 403 that are not about one object.
    private static let refusals: Set = [
        "AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "AllAccessDisabled", "AccountProblem",
    ]
}

extension ObjectStoreError: Redacted, LocalizedError {
    /// One sentence without a full stop, and without secrets.
    public var description: String { "the store \(store) " + reason.description }
}

extension ObjectStoreError.Reason: CustomStringConvertible {
    /// A clause that begins with a verb, whose subject is the store.
    public var description: String {
        switch self {
        case .transfer(let error): "cannot be used: \(error)"
        case .refused(let code, let message):
            "refuses access\(Self.words(code, message)); check the credentials and what they permit"
        case .clockSkewed(let difference?):
            "refuses access since this machine's clock is \(Self.text(of: difference)); set the clock"
        case .clockSkewed(nil):
            "refuses access since this machine's clock and the store's are too far apart; set the clock"
        case .noBucket: "has no such bucket"
        case .wrongRegion(let region?): "is in the region \(region); set AWS_REGION, or the profile's region"
        case .wrongRegion(nil): "is in another region; set AWS_REGION, or the profile's region"
        case .full(let code, let message): "is full\(Self.words(code, message))"
        case .malformedResponse(let reason): "gave a response that is not an object store's: \(reason)"
        case .status(HTTPStatus(307), let code, let message):
            "redirects to another server\(Self.words(code, message)), as it may for a new bucket; try again later"
        case .status(let status, let code, let message): "returned status \(status)\(Self.words(code, message))"
        }
    }

    /// The store's own words in parentheses, as far as it has any.
    private static func words(_ code: String, _ message: String) -> String {
        let sentence = message.hasSuffix(".") ? message.dropLast() : message[...]
        let words = [code[...], sentence.prefix(200)].filter { !$0.isEmpty }.joined(separator: ": ")
        return words.isEmpty ? "" : " (\(words))"
    }

    private static func text(of difference: Duration) -> String {
        let seconds = difference.components.seconds
        let amount =
            seconds.magnitude < 120 ? "\(seconds.magnitude) seconds" : "\((seconds.magnitude + 30) / 60) minutes"
        return amount + (seconds < 0 ? " behind the store's" : " ahead of the store's")
    }
}
