import TestSupport

/// Frames of HTTP/2 as a server sends them, and as it receives them (RFC 9113, section 4.1).
enum HTTP2Frames {
    enum Kind: UInt8 {
        case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
    }

    struct Flags: OptionSet {
        let rawValue: UInt8

        static let endsStream = Flags(rawValue: 1), endsBlock = Flags(rawValue: 4)
    }

    static func frame(_ kind: Kind, flags: Flags = [], stream: UInt32 = 0, _ payload: [UInt8] = []) -> [UInt8] {
        bytes(UInt32(payload.count)).dropFirst() + [kind.rawValue, flags.rawValue] + bytes(stream) + payload
    }

    static func settings(_ settings: [(UInt8, UInt32)] = []) -> [UInt8] {
        frame(.settings, settings.flatMap { number, value in [0, number] + bytes(value) })
    }

    /// A head; `fields` follow the status, none of them longer than 126 bytes.
    static func head(
        _ stream: UInt32, status: String = "200", _ fields: [(String, String)] = [], flags: Flags = .endsBlock
    ) -> [UInt8] {
        frame(.headers, flags: flags, stream: stream, block([(":status", status)] + fields))
    }

    static func body(_ stream: UInt32, _ text: String, isLast: Bool = false) -> [UInt8] {
        frame(.data, flags: isLast ? .endsStream : [], stream: stream, Array(text.utf8))
    }

    static func reset(_ stream: UInt32, _ code: UInt32) -> [UInt8] { frame(.reset, stream: stream, bytes(code)) }

    static func goAway(last: UInt32, code: UInt32 = 0) -> [UInt8] { frame(.goAway, bytes(last) + bytes(code)) }

    /// A header block of literals that no table takes.
    static func block(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { name, value in
            [0] + [name, value].flatMap { [UInt8($0.utf8.count)] + $0.utf8 }
        }
    }

    /// The kinds of a client's frames, after the part of its preface that is not a request of HTTP/1.1.
    static func received(_ bytes: [UInt8]) -> [Kind?] {
        var kinds: [Kind?] = []
        var rest = bytes.dropFirst(6)
        while rest.count >= 9 {
            let length = rest.prefix(3).reduce(0) { $0 << 8 | Int($1) }
            guard rest.count >= 9 + length else { break }
            kinds.append(Kind(rawValue: rest[rest.startIndex + 3]))
            rest = rest.dropFirst(9 + length)
        }
        return kinds
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
}

/// Servers that speak in frames.
extension HTTP2Frames {
    /// A server that does these steps on its first connections, after the client's preface, and is silent on the next.
    static func server(_ connections: [Answer.Step]...) async throws -> (LoopbackServer, TLSFront) {
        let server = try LoopbackServer { request in
            let number = request.connection - 1
            guard request.method == "PRI", number < connections.count else { return .silence }
            return Answer(steps: connections[number] + [.silence])
        }
        return (server, try await TLSFront(before: server, speaking: ["h2"]))
    }

    static func receiveRequests(_ count: Int) -> Answer.Step {
        .receive { received($0).count { $0 == .headers } >= count }
    }

    static func answer(_ stream: UInt32, _ text: String) -> [UInt8] {
        head(stream, [("content-length", "\(text.utf8.count)")]) + body(stream, text, isLast: true)
    }
}
