public import FoundationEssentials
public import SupplierGoFleet
public import SupplierGoKit

/// An object store in memory with S3's interface, which checks every signature and fails as scripted.
public final class ObjectStoreServer: Sendable {
    /// An object.
    public struct Object: Sendable, Hashable {
        /// Its bytes.
        public var bytes: [UInt8]

        /// The fields it was put with, as far as a store keeps them: about its content, and the user's own.
        public var fields: HeaderFields

        /// When it was put, in whole seconds.
        public var modifiedAt: Date

        /// Creates an object that was put just now.
        public init(_ bytes: [UInt8], fields: HeaderFields = HeaderFields(), modifiedAt: Date = .now) {
            self.bytes = bytes
            self.fields = fields
            self.modifiedAt = Date(timeIntervalSince1970: modifiedAt.timeIntervalSince1970.rounded(.down))
        }
    }

    /// What the store does instead of its work.
    public enum Fault: Sendable {
        /// Answers with an error as S3 words it.
        case error(Int, code: String)

        /// Does this.
        case answer(Answer)

        /// Does its work, but hangs up after this many bytes of its answer's body.
        case cutShort(after: Int)
    }

    /// The signature that requests must have.
    package static let signature = RequestSignature(
        accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", region: "test-1")

    /// The bucket's name.
    public let bucket = "fleet"

    private let state: StoreState
    private let server: LoopbackServer

    /// Starts a store with an empty bucket.
    public init() throws {
        let state = StoreState(bucket: bucket)
        self.state = state
        server = try LoopbackServer { state.answer($0) }
    }

    /// The URL of the server.
    public var endpoint: String { "http://127.0.0.1:\(server.port)" }

    /// The variables that lead a program to the store, and keep it from the user's own files.
    public var environment: [String: String] {
        [
            "AWS_ENDPOINT_URL_S3": endpoint, "AWS_REGION": Self.signature.region,
            "AWS_ACCESS_KEY_ID": Self.signature.accessKeyID,
            "AWS_SECRET_ACCESS_KEY": Self.signature.secretAccessKey,
            "AWS_SHARED_CREDENTIALS_FILE": "/dev/null", "AWS_CONFIG_FILE": "/dev/null",
        ]
    }

    /// The bucket, and a prefix in it, as `s3://BUCKET/PREFIX`.
    public func address(_ prefix: String = "") -> String { "s3://\(bucket)" + (prefix.isEmpty ? "" : "/\(prefix)") }

    /// The location of a prefix in the bucket.
    public func location(_ prefix: String = "") throws -> ObjectStoreLocation {
        try ObjectStoreLocation(address(prefix), endpoint: endpoint, signature: Self.signature)
    }

    /// All objects, by their whole names.
    public var objects: [String: Object] { state.objects.withLock { $0 } }

    /// Puts an object under its whole name, or removes it.
    public func setObject(_ object: Object?, named name: String) {
        state.objects.withLock { $0[name] = object }
    }

    /// Scripts what the store does instead of its work; it is asked with each request. `nil` ends the script.
    public func setFault(_ fault: (@Sendable (RecordedRequest) -> Fault?)?) {
        state.fault.withLock { $0 = fault }
    }

    /// Sets the store's clock ahead of this machine's, or behind it. Like S3 it refuses what is signed 15 minutes away.
    public func setClock(ahead: Duration) {
        state.clock.withLock { $0 = Double(ahead.components.seconds) }
    }

    /// The requests until now, in the order they arrived.
    public var requests: [RecordedRequest] { server.requests }

    /// Returns when `count` requests have arrived.
    public func requestCount(reaches count: Int) async throws { try await server.requestCount(reaches: count) }

    /// Ends it, and all its connections.
    public func stop() { server.stop() }
}

/// What the server's threads share.
private final class StoreState: Sendable {
    let bucket: String
    let objects = Lock<[String: ObjectStoreServer.Object]>([:])
    let fault = Lock<(@Sendable (RecordedRequest) -> ObjectStoreServer.Fault?)?>(nil)
    let clock = Lock(0.0)

    init(bucket: String) {
        self.bucket = bucket
    }

    private var now: Date { Date(timeIntervalSinceNow: clock.withLock { $0 }) }

    func answer(_ request: RecordedRequest) -> Answer {
        let fault = fault.withLock { $0 }
        switch fault?(request) {
        case .answer(let answer): return answer
        case .error(let status, let code): return error(status, code, request)
        case .cutShort(let count):
            guard case .send(let bytes) = work(request).steps.first,
                let headByteCount = RecordedRequest.headByteCount(in: bytes)
            else { return .steps(.close) }
            return .steps(.send(Array(bytes.prefix(headByteCount + count))), .close)
        case nil: return work(request)
        }
    }

    private func work(_ request: RecordedRequest) -> Answer {
        guard SignatureCheck(ObjectStoreServer.signature).isPassed(by: request) else {
            return error(403, "SignatureDoesNotMatch", request)
        }
        guard let date = Self.date(request["x-amz-date"] ?? ""), abs(date.timeIntervalSince(now)) <= 900 else {
            return error(403, "RequestTimeTooSkewed", request)
        }
        let parts = (request.target.split(separator: "?").first ?? "").split(separator: "/", maxSplits: 1)
        guard parts.first == bucket[...] else { return error(404, "NoSuchBucket", request) }
        guard parts.count == 2 else { return error(501, "NotImplemented", request) }
        return answer(request, named: SignatureCheck.decoded(parts[1]))
    }

    private func answer(_ request: RecordedRequest, named name: String) -> Answer {
        switch request.method {
        case "PUT":
            let kept = request.fields.fields.filter { field in
                let name = field.name.lowercased()
                return ["content-type", "cache-control", "expires"].contains(name) || name.hasPrefix("x-amz-meta-")
            }
            let object = ObjectStoreServer.Object(request.body, fields: HeaderFields(kept), modifiedAt: now)
            objects.withLock { $0[name] = object }
            return respond(200, fields: [("ETag", Self.tag(of: object))])
        case "DELETE":
            objects.withLock { $0[name] = nil }
            return respond(204)
        default:
            guard let object = objects.withLock({ $0[name] }) else { return error(404, "NoSuchKey", request) }
            var fields = object.fields.fields.map { ($0.name, $0.value) }
            fields += [("ETag", Self.tag(of: object)), ("Last-Modified", Self.text(of: object.modifiedAt))]
            return respond(200, object.bytes, fields: fields, isHead: request.method == "HEAD")
        }
    }

    private func error(_ status: Int, _ code: String, _ request: RecordedRequest) -> Answer {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Error><Code>\(code)</Code><Message>This store says \(code).</Message><RequestId>1</RequestId></Error>
            """
        let fields = [("Content-Type", "application/xml")]
        return respond(status, Array(text.utf8), fields: fields, isHead: request.method == "HEAD")
    }

    private func respond(
        _ status: Int, _ body: [UInt8] = [], fields: [(String, String)] = [], isHead: Bool = false
    ) -> Answer {
        var text = "HTTP/1.1 \(status) Status\r\nDate: \(Self.text(of: now))\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        if status != 204 { text += "Content-Length: \(body.count)\r\n" }
        return .raw(Array((text + "\r\n").utf8) + (isHead ? [] : body))
    }

    private static func tag(of object: ObjectStoreServer.Object) -> String {
        "\"\(SignatureCheck.hexadecimal(SHA256.digest(of: object.bytes)).prefix(32))\""
    }

    private static func text(of date: Date) -> String {
        HTTPDate.fixedText(Int(date.timeIntervalSince1970)) ?? ""
    }

    /// A date of the form `20150830T123600Z`.
    private static func date(_ text: String) -> Date? {
        guard text.utf8.count == 16 else { return nil }
        var digits = Array(text)
        for index in [13, 11] { digits.insert(":", at: index) }
        for index in [6, 4] { digits.insert("-", at: index) }
        return Timestamp(String(digits)).map { Date(timeIntervalSince1970: Double($0.secondsSinceEpoch)) }
    }
}
