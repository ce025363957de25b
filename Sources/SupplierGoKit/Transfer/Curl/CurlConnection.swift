internal import CCurl
import FoundationEssentials

/// A connection that libcurl makes, resolving and trying addresses as it does, and leaves to the engine
/// (`CURLOPT_CONNECT_ONLY`): requests go over it without libcurl's state machine for each.
@safe final class CurlConnection {
    let origin: Origin

    /// What it is used for in HTTP/1.1; `nil` where it waits for a request.
    var exchange: CurlExchange?

    /// What it is used for in HTTP/2, or may be once it is open.
    var streams: CurlStreams?

    /// Since when it waits for a request.
    var idleSince = Moment.now

    /// Whether it may lead to public addresses only.
    let isGuarded: Bool

    /// Whether an address was refused, for not being public.
    private(set) var refusedAddress = false

    /// The address at the other end; `nil` before it is open.
    private(set) var remoteAddress: String?

    /// Whether HTTP/2 was agreed on.
    private(set) var hasChosenHTTP2 = false

    private let handle: CurlHandle
    private var descriptor = curl_socket_t(CURL_SOCKET_BAD)

    /// Bytes that say nothing without those behind them.
    private var unread: [UInt8] = []

    /// Bytes that the system has not taken yet.
    private var unsent: [UInt8] = []

    init(to origin: Origin, by handle: CurlHandle, isGuarded: Bool) {
        self.origin = origin
        self.handle = handle
        self.isGuarded = isGuarded
    }

    /// Whether it is made, and not closed.
    var isOpen: Bool { descriptor != CURL_SOCKET_BAD }

    func text(for code: CURLcode) -> String { handle.text(for: code) }

    /// Begins to connect; the engine hears of its end.
    func connect(by url: String) {
        handle.prepare(self, url: url)
        unsafe ccurl_multi_add_handle(handle.multi.pointer, handle.pointer)
    }

    /// Makes the socket for an address that libcurl tries, unless it is one that may not be.
    func makeSocket(_ address: curl_sockaddr) -> curl_socket_t {
        let isAllowed = unsafe withUnsafePointer(to: address.addr) { address in
            unsafe HostPolicy.admits(IPAddress(address), isGuarded: isGuarded)
        }
        guard isAllowed else {
            refusedAddress = true
            return CURL_SOCKET_BAD
        }
        return handle.multi.open(address)
    }

    /// Notes what was agreed on, while libcurl still has the connection.
    func noteProtocol() {
        hasChosenHTTP2 = handle.hasChosenHTTP2
    }

    /// Takes over the socket that libcurl has connected (`CURLINFO_ACTIVESOCKET`).
    ///
    /// - Returns: whether there is one.
    func open() -> Bool {
        guard let socket = handle.activeSocket else { return false }
        descriptor = socket
        remoteAddress = handle.remoteAddress
        handle.multi.attach(self, to: socket)
        return true
    }

    /// Closes it, whatever it is used for: removing a handle that only connected does (`curl_multi_remove_handle`).
    func close() {
        exchange = nil
        streams = nil
        descriptor = curl_socket_t(CURL_SOCKET_BAD)
        unsafe ccurl_multi_remove_handle(handle.multi.pointer, handle.pointer)
    }

    /// Whether all was sent that was to be.
    var hasSentAll: Bool { unsent.isEmpty }

    /// Sends bytes; what the system does not take at once is sent when it does.
    func send(_ bytes: [UInt8]) -> CURLcode {
        var count = 0
        let code = unsafe bytes.withUnsafeBytes {
            unsafe ccurl_easy_send(handle.pointer, $0.baseAddress, $0.count, &count)
        }
        guard code == CURLE_OK || code == CURLE_AGAIN else { return code }
        unsent = count == bytes.count ? [] : Array(bytes[count...])
        handle.multi.expect(unsent.isEmpty ? .reading : [.reading, .writing], of: descriptor)
        return CURLE_OK
    }

    /// Sends what is left to be sent, reads once, and says how what it is used for gets on.
    func goOn(with exchange: CurlExchange) -> AnswerProgress {
        let code = sendRest()
        if code != CURLE_OK { return exchange.fail(with: code) }
        switch read(behind: 0) {
        case .nothing: return .waiting
        case .failed(let code): return exchange.fail(with: code)
        case .end: return exchange.end()
        case .bytes(let count): return unsafe take(UnsafeRawBufferPointer(rebasing: arrived[..<count]), for: exchange)
        }
    }

    /// Sends what is left to be sent.
    func sendRest() -> CURLcode { unsent.isEmpty ? CURLE_OK : send(unsent) }

    /// What there is to read.
    enum Arrival {
        case nothing, end
        case failed(CURLcode)

        /// So many bytes in ``arrived``, with those that were unread.
        case bytes(Int)
    }

    /// Where bytes are read to, over those that came before, of whatever connection.
    var arrived: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(handle.multi.buffer) }

    /// Reads once behind what is unread, which must leave room for more.
    func readOn() -> Arrival {
        unsafe handle.multi.buffer.copyBytes(from: unread)
        let arrival = read(behind: unread.count)
        if case .bytes = arrival { unread.removeAll(keepingCapacity: true) }
        return arrival
    }

    /// Leaves bytes for the next ``readOn()``.
    func leave(_ bytes: UnsafeRawBufferPointer.SubSequence) {
        unsafe unread.append(contentsOf: bytes)
    }

    private func read(behind start: Int) -> Arrival {
        let buffer = unsafe handle.multi.buffer
        var count = 0
        let code = unsafe ccurl_easy_recv(
            handle.pointer, buffer.baseAddress.map { unsafe $0 + start }, buffer.count - start, &count)
        if code == CURLE_AGAIN { return .nothing }
        guard code == CURLE_OK else { return .failed(code) }
        return count == 0 ? .end : .bytes(start + count)
    }

    private func take(_ bytes: UnsafeRawBufferPointer, for exchange: CurlExchange) -> AnswerProgress {
        var index = 0
        guard !unread.isEmpty else {
            let progress = unsafe exchange.take(bytes, from: &index)
            unsafe unread.append(contentsOf: bytes[index...])
            return progress
        }
        unsafe unread.append(contentsOf: bytes)
        let progress = unsafe unread.withUnsafeBytes { unsafe exchange.take($0, from: &index) }
        unread.removeFirst(index)
        return progress
    }
}
