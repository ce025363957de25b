#if Curl
internal import CCurl

/// The HTTP/1.1 connections that libcurl keeps for further requests, and the origins that do not deserve it.
///
/// A server that sends bytes which no request asked for gives the next request a wrong response, and nothing in HTTP/1.1
/// tells. Its origin is distrusted from then on: each of its requests gets a connection of its own (``CurlHandle``), and
/// what came over a reused one is requested again (``CurlEngine``, ``SuspectAvatars``).
///
/// libcurl names a connection's socket after a request (`CURLINFO_ACTIVESOCKET`), but only its ends before one
/// (`CURLOPT_PREREQFUNCTION`). Connections over HTTP/2 are never noted: their server may send frames at any time.
final class KeptConnections {
    /// The numeric addresses and the ports of a connection, as libcurl names them.
    struct Ends: Hashable {
        let localAddress: String
        let localPort: Int
        let remoteAddress: String
        let remotePort: Int

        /// Hashes the ports: few connections have both in common.
        func hash(into hasher: inout Hasher) {
            hasher.combine(localPort)
            hasher.combine(remotePort)
        }
    }

    private enum Connection {
        /// The transfer has sent the last request over it.
        case used(by: ObjectIdentifier)

        /// libcurl has not closed its socket yet.
        case idle(curl_socket_t, to: Origin)
    }

    private var connections: [Ends: Connection] = [:]

    private(set) var distrusted: Set<Origin> = []

    let watch: ReadingWatch

    init(idleTimeout: Duration = .seconds(30)) {
        watch = ReadingWatch(limit: idleTimeout)
    }

    /// Notes that a transfer sends a request over a connection, and forgets what was noted of it.
    ///
    /// - Returns: whether nothing is to be read over it, neither bytes that no request asked for nor its end.
    func use(_ ends: Ends, by transfer: ObjectIdentifier) -> Bool {
        guard case .idle(let socket, let origin) = connections.updateValue(.used(by: transfer), forKey: ends) else {
            return true
        }
        return isSilent(socket, to: origin)
    }

    /// Keeps the idle connection of a response that is complete.
    func keep(_ socket: curl_socket_t, _ ends: Ends, to origin: Origin) {
        if !distrusted.contains(origin) { connections[ends] = .idle(socket, to: origin) }
    }

    /// Ends a transfer's use of a connection.
    ///
    /// - Returns: `false` if another one uses it already.
    func forget(_ ends: Ends, of transfer: ObjectIdentifier) -> Bool {
        guard case .used(let user) = connections[ends], user == transfer else { return false }
        connections[ends] = nil
        return true
    }

    private func isSilent(_ socket: curl_socket_t, to origin: Origin) -> Bool {
        let unread = socket.unread(isEncrypted: origin.scheme == "https")
        if unread == .response { distrust(origin) }
        return unread == .nothing
    }

    private func idle(over socket: curl_socket_t) -> (ends: Ends, origin: Origin)? {
        for case (let ends, .idle(socket, let origin)) in connections { return (ends, origin) }
        return nil
    }

    /// Closes a connection's socket for libcurl.
    func close(_ socket: curl_socket_t) {
        if let ends = idle(over: socket)?.ends { connections[ends] = nil }
        watch.close(socket)
    }

    /// Gives each request to an origin a connection of its own from now on.
    func distrust(_ origin: Origin) {
        distrusted.insert(origin)
    }

    /// Looks for bytes that no request asked for on all idle connections.
    ///
    /// It comes before each start of a transfer: libcurl 8 reads such bytes and closes their connection, and tells nobody.
    func inspect() {
        var entries: [pollfd] = []
        for case .idle(let socket, _) in connections.values {
            entries.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0))
        }
        guard !entries.isEmpty, unsafe poll(&entries, nfds_t(entries.count), 0) > 0 else { return }
        for entry in entries where entry.revents != 0 {
            if let origin = idle(over: entry.fd)?.origin { _ = isSilent(entry.fd, to: origin) }
        }
    }
}
extension KeptConnections {
    fileprivate enum Unread {
        case nothing

        /// The connection's end, or a farewell before it.
        case end

        /// Bytes that the next request would take for its response.
        case response
    }
}

extension curl_socket_t {
    /// Looks at the bytes that have arrived, which stay (`MSG_PEEK`).
    fileprivate func unread(isEncrypted: Bool) -> KeptConnections.Unread {
        guard Sockets.isReadable(self) else { return .nothing }
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: 12) { bytes in
            unsafe bytes.withUnsafeMutableBufferPointer { buffer, count in
                let flags = Int32(MSG_PEEK | MSG_DONTWAIT)
                count = unsafe Swift.max(recv(self, buffer.baseAddress, buffer.count, flags), 0)
            }
        }
        guard !bytes.isEmpty else { return .end }
        if isEncrypted { return Self.isFarewell(record: bytes) || Sockets.isAtEnd(self) ? .end : .response }
        return Self.isTimeout(bytes) ? .end : .response
    }

    /// A status that a server may send before it closes an idle connection (RFC 9110, section 15.5.9).
    private static func isTimeout(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "HTTP/1.".utf8) && bytes.dropFirst(8).starts(with: " 408".utf8)
    }

    /// A record of TLS that is too short for a response (RFC 8446, section 5.1): a closing alert, or other upkeep.
    private static func isFarewell(record: [UInt8]) -> Bool {
        let applicationData: UInt8 = 23
        return record.count >= 5 && (record[0] != applicationData || record[3] == 0 && record[4] < 64)
    }
}
#endif
