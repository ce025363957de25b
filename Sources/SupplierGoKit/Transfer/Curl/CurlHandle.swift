internal import CCurl
import FoundationEssentials

/// An easy handle (`curl_easy_init`) with what it points to; used for one transfer, or one connection, on one thread.
///
/// None is used twice: libcurl 7.88 keeps a pointer to the last field of the answer before, which it has freed, and writes
/// through it where the next answer begins with a folded line. Making one takes 2 µs.
@safe final class CurlHandle: TransferCarrier {
    let pointer: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var fieldList: UnsafeMutablePointer<curl_slist>?

    private var addressList: UnsafeMutablePointer<curl_slist>?
    private let share: CurlShare

    /// What it is worked on by, and makes its sockets with.
    let multi: CurlMulti
    private let hasProxies: Bool

    /// Makes a handle with the options that all transfers share.
    init?(_ configuration: DataLoader.Configuration, multi: CurlMulti, share: CurlShare, hasProxies: Bool) {
        guard let pointer = unsafe ccurl_easy_init() else { return nil }
        unsafe self.pointer = unsafe pointer
        self.multi = multi
        self.share = share
        self.hasProxies = hasProxies
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))
        unsafe ccurl_easy_set_callback(pointer, CURLOPT_WRITEFUNCTION, receiveBody)
        unsafe ccurl_easy_set_callback(pointer, CURLOPT_HEADERFUNCTION, receiveHeader)
        unsafe ccurl_easy_set_socket_callback(pointer, openSocket)
        unsafe ccurl_easy_set_close_callback(pointer, closeSocket)
        // A connection is its own, and outlives both transfer and handle.
        unsafe set(CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(multi).toOpaque())
        unsafe ccurl_easy_set_request_callback(pointer, beforeRequest)
        unsafe set(CURLOPT_SHARE, share.pointer)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_NOPROGRESS, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_ACCEPT_ENCODING, "")
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        set(CURLOPT_USERAGENT, DataLoader.userAgent)
        // Otherwise removing a handle whose name is still being resolved would wait for the resolver's thread.
        set(CURLOPT_QUICK_EXIT, 1)
        // The engine's own deadline rules, connecting included: libcurl's stays out of its way.
        set(CURLOPT_CONNECTTIMEOUT, 86_400)
        if let file = configuration.certificateAuthorityFile { set(CURLOPT_CAINFO, file) }
        // Which requests go through a proxy is decided before: libcurl itself asks no variable.
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NOPROXY, "")
        for (host, address) in configuration.hostAddresses {
            unsafe addressList = unsafe ccurl_slist_append(addressList, "\(host):\(address)")
        }
        unsafe ccurl_easy_set_list(pointer, CURLOPT_RESOLVE, addressList)
        if !configuration.verifiesCertificates {
            set(CURLOPT_SSL_VERIFYPEER, 0)
            set(CURLOPT_SSL_VERIFYHOST, 0)
        }
    }

    deinit {
        unsafe ccurl_easy_cleanup(pointer)
        unsafe ccurl_slist_free_all(fieldList)
        unsafe ccurl_slist_free_all(addressList)
        unsafe errorText.deallocate()
    }

    /// Sets what is the transfer's own.
    func prepare(_ transfer: CurlTransfer) {
        let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        unsafe set(CURLOPT_PRIVATE, context)
        unsafe set(CURLOPT_WRITEDATA, context)
        unsafe set(CURLOPT_HEADERDATA, context)
        unsafe set(CURLOPT_OPENSOCKETDATA, context)
        unsafe set(CURLOPT_PREREQDATA, context)
        if hasProxies { set(CURLOPT_PROXY, transfer.proxy ?? "") }
        set(CURLOPT_URL, transfer.urlText)
        set(CURLOPT_BUFFERSIZE, transfer.isStreaming ? 128 << 10 : 32 << 10)
        // A first connection may turn out to multiplex, which over plain HTTP none does.
        if transfer.origin.scheme == "https" { set(CURLOPT_PIPEWAIT, 1) }
        setFields(transfer.fieldsToSend)
    }

    /// Sets what is a connection's own.
    func prepare(_ connection: CurlConnection, url: String) {
        let context = unsafe Unmanaged.passUnretained(connection).toOpaque()
        unsafe set(CURLOPT_PRIVATE, context)
        unsafe set(CURLOPT_OPENSOCKETDATA, context)
        unsafe ccurl_easy_set_socket_callback(pointer, openConnectionSocket)
        unsafe set(CURLOPT_PREREQDATA, context)
        unsafe ccurl_easy_set_request_callback(pointer, noteProtocol)
        unsafe set(CURLOPT_SSL_CTX_DATA, context)
        unsafe ccurl_easy_set_tls_callback(pointer, offerProtocols)
        // Where libcurl agrees on HTTP/2 it speaks it as well.
        set(CURLOPT_SSL_ENABLE_ALPN, 0)
        set(CURLOPT_CONNECT_ONLY, 1)
        // So much `curl_easy_recv` takes at once, whatever room there is.
        set(CURLOPT_BUFFERSIZE, CurlMulti.bufferByteCount)
        set(CURLOPT_URL, url)
    }

    /// Whether the connection that is being made will speak HTTP/2.
    var hasChosenHTTP2: Bool { unsafe ProtocolNegotiation.hasChosenHTTP2(ccurl_easy_get_openssl(pointer)) }

    private func setFields(_ fields: [HTTPFields.Field]) {
        guard !fields.isEmpty else { return }
        for field in fields {
            // A field without value ends in a semicolon (CURLOPT_HTTPHEADER); after a colon it would be left out.
            let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
            unsafe fieldList = unsafe ccurl_slist_append(fieldList, line)
        }
        unsafe ccurl_easy_set_list(pointer, CURLOPT_HTTPHEADER, fieldList)
    }

    private func set(_ option: CURLoption, _ value: Int) {
        unsafe ccurl_easy_set_long(pointer, option, value)
    }

    private func set(_ option: CURLoption, _ value: String) {
        unsafe ccurl_easy_set_string(pointer, option, value)
    }

    private func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) {
        unsafe ccurl_easy_set_pointer(pointer, option, value)
    }

    /// What libcurl said of the last failure, or its text for the code.
    func text(for code: CURLcode) -> String {
        let text = unsafe String(cString: errorText)
        return text.isEmpty ? CurlLibrary.text(for: code) : text
    }

    var decodes: Bool { true }

    /// The length that the last response declared, `nil` where it declared none.
    var declaredLength: Int? {
        var length: curl_off_t = -1
        unsafe ccurl_easy_get_offset(pointer, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length)
        return length >= 0 ? Int(length) : nil
    }

    /// The protocol of the last response; `nil` where there was none.
    var protocolName: String? {
        var version = 0
        unsafe ccurl_easy_get_long(pointer, CURLINFO_HTTP_VERSION, &version)
        return switch version {
        case CURL_HTTP_VERSION_1_0: "HTTP/1.0"
        case CURL_HTTP_VERSION_1_1: "HTTP/1.1"
        case CURL_HTTP_VERSION_2_0: Self.multiplexingProtocol
        default: nil
        }
    }

    /// The name of the protocol that carries many transfers over one connection.
    static let multiplexingProtocol = "HTTP/2"

    /// Bytes of the last body as they came, before decoding.
    var receivedByteCount: Int {
        var count: curl_off_t = 0
        unsafe ccurl_easy_get_offset(pointer, CURLINFO_SIZE_DOWNLOAD_T, &count)
        return Int(count)
    }

    /// Whether the last transfer needed no new connection.
    var hasReusedConnection: Bool {
        var count = 0
        unsafe ccurl_easy_get_long(pointer, CURLINFO_NUM_CONNECTS, &count)
        return count == 0
    }

    /// The address at the other end of the last connection, a proxy's for example.
    var remoteAddress: String? {
        var text: UnsafeMutablePointer<CChar>?
        unsafe ccurl_easy_get_string(pointer, CURLINFO_PRIMARY_IP, &text)
        return unsafe text.flatMap { unsafe $0.pointee == 0 ? nil : String(cString: $0) }
    }

    /// The socket of the connection that was made (`CURLINFO_ACTIVESOCKET`); `nil` where there is none.
    var activeSocket: curl_socket_t? {
        var socket = curl_socket_t(CURL_SOCKET_BAD)
        unsafe ccurl_easy_get_socket(pointer, CURLINFO_ACTIVESOCKET, &socket)
        return socket == CURL_SOCKET_BAD ? nil : socket
    }

    /// The status of a proxy's answer to the last `CONNECT`; `nil` where there was none.
    var proxyStatus: HTTPStatus? {
        var code = 0
        unsafe ccurl_easy_get_long(pointer, CURLINFO_HTTP_CONNECTCODE, &code)
        return code == 0 ? nil : HTTPStatus(code)
    }

    /// Lets a paused transfer go on; its callback may run before this returns.
    func resume() {
        unsafe ccurl_easy_pause(pointer, CURLPAUSE_CONT)
    }

    func giveBack(to engine: isolated CurlEngine) {
        unsafe ccurl_multi_remove_handle(multi.pointer, pointer)
    }
}
