internal import CCurl
import FoundationEssentials

/// One request under way, through its redirects; used on the engine's thread only.
final class CurlTransfer {
    /// Who waits for the response.
    enum Delivery {
        /// For the whole of it.
        case whole(CheckedContinuation<DataResponse, any Error>)

        /// For the head, then for chunks.
        case stream(CheckedContinuation<ResponseHead, any Error>)

        /// The head was handed out.
        case chunks
    }

    /// Bytes that may wait for the reader before the sender is held back.
    static let streamBufferLimit = 1 << 20

    /// Bytes of a redirect's body that are read for the sake of the connection.
    static let redirectBodyLimit = 64 << 10

    let id: Int
    let request: DataRequest
    let isStreaming: Bool
    var url: URL
    var origin: Origin
    var redirectCount = 0
    var delivery: Delivery
    var handle: CurlHandle?

    /// When the last byte came, or the transfer started.
    var lastActivity = ContinuousClock.now

    var status = 0
    var fields: [HTTPFields.Field] = []
    var isHeadComplete = false

    /// Body bytes that were not yet handed out.
    var body: [UInt8] = []

    /// All body bytes so far.
    var byteCount = 0

    /// Whether the sender is held back.
    var isPaused = false

    /// Why the callbacks ended the transfer.
    var refusal: DataLoadError?

    /// Who waits for the next chunk.
    var chunkWaiter: CheckedContinuation<[UInt8]?, any Error>?

    /// How it ended, for a stream whose reader comes later.
    var end: Result<Void, any Error>?

    init(id: Int, request: DataRequest, origin: Origin, delivery: Delivery) {
        self.id = id
        self.request = request
        self.url = request.url
        self.origin = origin
        self.delivery = delivery
        if case .whole = delivery { isStreaming = false } else { isStreaming = true }
    }

    var isRedirect: Bool { RedirectPolicy.isRedirect(status) && fields.contains { $0.name.lowercased() == "location" } }

    var head: ResponseHead { ResponseHead(url: url, status: HTTPStatus(status), fields: HTTPFields(fields)) }

    /// The request's fields for the server that is asked now.
    var fieldsToSend: [HTTPFields.Field] {
        let isOwnOrigin = Origin(request.url) == origin
        return request.fields.fields + (isOwnOrigin ? request.originFields.fields : [])
    }

    /// Begins again at a redirect's target.
    func redirect(to target: URL, origin targetOrigin: Origin) {
        url = target
        origin = targetOrigin
        redirectCount += 1
        beginHead()
        refusal = nil
    }

    /// Forgets the head before this one: an interim response (1xx), or a redirect.
    func beginHead() {
        status = 0
        fields.removeAll(keepingCapacity: true)
        isHeadComplete = false
        byteCount = 0
    }

    /// Takes what is there for the reader.
    func takeBody() -> [UInt8] {
        defer { body = [] }
        return body
    }
}
