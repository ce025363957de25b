/// The client's side of one connection in HTTP/2 (RFC 9113), from bytes as they come to bytes that are to be sent: it does no
/// I/O, and knows nothing of transfers but the numbers of their streams.
///
/// Only `GET` requests are sent, which have no body: there is nothing for the server's windows to hold back.
struct HTTP2Session: Sendable {
    /// What comes next.
    enum Step: Sendable, Equatable {
        /// A head, interim ones (1xx) included, whose ``status`` and ``head`` can be read until the next step.
        case head(UInt32)

        /// Bytes of a stream's body.
        case body(UInt32, Range<Int>)

        /// A stream's answer is whole.
        case end(UInt32)

        /// The server ended a stream, with an error code.
        case reset(UInt32, code: UInt32)

        /// A stream's answer is none, and the stream is ended; the clause says why.
        case malformed(UInt32, String)

        /// The server takes no more requests, and has not looked at those above a number.
        case goAway(UInt32)

        /// What there is does not say: it is to be given again with more behind it.
        case more

        /// The connection is of no more use; the clause says why.
        case failed(String)
    }

    enum State: Sendable {
        /// A frame begins.
        case frame

        /// So many bytes of a body are left in the frame, then so many of padding.
        case body(HTTP2Frame, left: Int, padding: Int)

        /// A stream's last frame was read.
        case end(UInt32)

        case failed(String)
    }

    /// A header block that goes on in the next frame.
    struct OpenBlock: Sendable {
        let stream: UInt32

        /// Whether nothing comes behind it.
        let isLast: Bool
        var bytes: [UInt8]
    }

    /// An answer that is under way.
    struct Stream: Sendable {
        /// Whether the next head is the answer's, and not its trailers.
        var awaitsHead = true

        /// How much more the server may send.
        var window = HTTP2Session.streamWindow
    }

    /// How many bytes the server may send ahead on a stream, and on the connection; taken at once, they bound nobody's memory.
    static let streamWindow = 16 << 20, connectionWindow = 1 << 30

    /// How many streams are opened before the server has said how many it takes: the fewest that it should (section 6.5.2).
    static let firstStreamLimit = 100

    /// How many frames that want an answer are taken before what is to be sent was fetched.
    static let replyLimit = 1_000

    /// What is to be sent; ``takeOutput()`` fetches it.
    var output: [UInt8] = []

    /// How many frames were answered since then.
    var replyCount = 0

    /// The status of the last head.
    var status = 0

    /// The fields of the last head.
    var head: HPACKHead

    /// Whether no more streams can be opened.
    var isDraining = false

    /// The streams that are under way.
    var streams: [UInt32: Stream] = [:]

    /// How many streams the server takes at once.
    var streamLimit = firstStreamLimit

    var state = State.frame
    var encoder: HPACKEncoder
    var decoder = HPACKDecoder()
    var nextStream: UInt32 = 1

    /// A request's header block on its way into frames.
    var requestBlock: [UInt8] = []
    var openBlock: OpenBlock?

    /// Whether the server's settings came, which they must first.
    var hasSettings = false

    /// How much more the server may send on all streams.
    var window = connectionWindow

    /// Begins a connection, with the client's preface (section 3.4).
    ///
    /// - Parameters:
    ///   - authority: the host and the port that all requests are for.
    ///   - headByteLimit: the most bytes of a head.
    init(authority: [UInt8], userAgent: String, headByteLimit: Int) {
        encoder = HPACKEncoder(authority: authority.span, userAgent: userAgent)
        head = HPACKHead(byteLimit: headByteLimit)
        output += "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8
        appendSettings([
            (.enablePush, 0), (.initialWindowSize, UInt32(Self.streamWindow)),
            (.maxHeaderListSize, UInt32(headByteLimit)),
        ])
        // Before, a connection's window is 65,535 bytes, whatever the settings say (section 6.9.2).
        appendWindowUpdate(stream: 0, Self.connectionWindow - 65_535)
    }
}
