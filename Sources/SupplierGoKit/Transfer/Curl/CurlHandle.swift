#if Curl
internal import CCurl

/// An easy handle for one try, with the memory that it points to.
@safe final class CurlHandle {
    private let pointer: UnsafeMutableRawPointer
    private let multi: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var fieldList, lastField: UnsafeMutablePointer<curl_slist>?
    private var addressList: UnsafeMutablePointer<curl_slist>?
    private let parsedURL = unsafe curl_url()

    /// Makes a handle for a transfer's try, which it must outlive, or `nil` if there is no memory.
    init?(of template: CurlTemplate, multi: UnsafeMutableRawPointer, for transfer: Transfer) {
        guard let pointer = unsafe template.makeHandle() else { return nil }
        unsafe self.pointer = unsafe pointer
        unsafe self.multi = unsafe multi
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.pointee = 0
        unsafe ccurl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
        let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        for option in [
            CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_PREREQDATA,
            CURLOPT_XFERINFODATA,
        ] {
            unsafe ccurl_set_pointer(pointer, option, context)
        }
        let url = transfer.url.absoluteString
        // libcurl would write a URL anew that it has read by itself. Of one that it is given, 7.88 loses a zone.
        let isParsed = url.utf8.span.firstIndex(of: UInt8(ascii: "["), from: 0) == nil
        unsafe url.withCString { url in
            unsafe ccurl_set_string(pointer, CURLOPT_URL, url)
            guard isParsed, unsafe curl_url_set(parsedURL, CURLUPART_URL, url, 0) == CURLUE_OK else { return }
            unsafe ccurl_set_pointer(pointer, CURLOPT_CURLU, UnsafeMutableRawPointer(parsedURL))
        }
        if let proxy = transfer.host.proxy { unsafe ccurl_set_string(pointer, CURLOPT_PROXY, proxy) }
        if case .some(let address?) = transfer.proxiedAddress {
            unsafe addressList = unsafe curl_slist_append(nil, "::\(address):")
            unsafe ccurl_set_list(pointer, CURLOPT_CONNECT_TO, addressList)
        }
        // The first connection may turn out to multiplex, which over plain HTTP none does.
        let mayMultiplex = transfer.host.origin.isEncrypted
        if mayMultiplex { unsafe ccurl_set_long(pointer, CURLOPT_PIPEWAIT, 1) }
        // libcurl until 8.0 may forget a stream of HTTP/2 that has more than twice this waiting: avatars seldom have.
        // Their bodies over HTTP/1.1 do with the default of 16 KiB, which costs the allocator less.
        if mayMultiplex || transfer.isStreaming { unsafe ccurl_set_long(pointer, CURLOPT_BUFFERSIZE, 100 << 10) }
        if transfer.needsNewConnection { unsafe ccurl_set_long(pointer, CURLOPT_FRESH_CONNECT, 1) }
        // A proxy that makes a tunnel gets no lines of the request.
        if !transfer.isDecoded || transfer.host.proxy != nil {
            unsafe ccurl_set_string(pointer, CURLOPT_USERAGENT, transfer.context.configuration.userAgent)
        }
        if !transfer.isDecoded { unsafe ccurl_set_string(pointer, CURLOPT_ACCEPT_ENCODING, nil) }
        setMethod(of: transfer)
        if let signature = transfer.request.signature { sign(with: signature) }
        setFields(of: transfer, besides: template)
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe lastField?.pointee.next = nil
        unsafe curl_slist_free_all(fieldList)
        unsafe curl_slist_free_all(addressList)
        unsafe curl_url_cleanup(parsedURL)
        unsafe errorText.deallocate()
    }

    private func setMethod(of transfer: Transfer) {
        let method = transfer.request.method
        switch method {
        case .get: break
        case .head: unsafe ccurl_set_long(pointer, CURLOPT_NOBODY, 1)
        case .delete: unsafe ccurl_set_string(pointer, CURLOPT_CUSTOMREQUEST, method.rawValue)
        case .put:
            // libcurl sends the fields of a POST from its own copy, as often as it needs to, whatever the method is
            // called. Without any it would read standard input.
            let body = transfer.request.body
            unsafe ccurl_set_string(pointer, CURLOPT_CUSTOMREQUEST, method.rawValue)
            unsafe ccurl_set_long(pointer, CURLOPT_POSTFIELDSIZE, body.count)
            watchProgress()
            guard !body.isEmpty else {
                unsafe ccurl_set_string(pointer, CURLOPT_COPYPOSTFIELDS, "")
                return
            }
            unsafe body.withUnsafeBytes { body in
                let bytes = unsafe UnsafeMutableRawPointer(mutating: body.baseAddress)
                unsafe ccurl_set_pointer(pointer, CURLOPT_COPYPOSTFIELDS, bytes)
            }
        }
    }

    private func sign(with signature: RequestSignature) {
        unsafe ccurl_set_string(pointer, CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):s3")
        unsafe ccurl_set_string(pointer, CURLOPT_USERNAME, signature.accessKeyID)
        unsafe ccurl_set_string(pointer, CURLOPT_PASSWORD, signature.secretAccessKey)
    }

    /// Sets the request's own fields besides the template's, which the handle has already. A request without coding,
    /// such as one that is signed, has none of those. Usually the template's lines follow the own ones as they are.
    private func setFields(of transfer: Transfer, besides template: CurlTemplate) {
        let (own, usual) = (transfer.fieldsToSend, template.fields)
        guard !own.isEmpty || !transfer.isDecoded else { return }
        let others = usual.filter { field in transfer.isDecoded && !own.contains { $0.isNamed(field.name) } }
        unsafe fieldList = unsafe CurlTemplate.list(of: others.count == usual.count ? own : own + others)
        if others.count == usual.count {
            unsafe lastField = unsafe fieldList
            while let next = unsafe lastField?.pointee.next { unsafe lastField = unsafe next }
            unsafe lastField?.pointee.next = unsafe template.fieldList
        }
        unsafe ccurl_set_list(pointer, CURLOPT_HTTPHEADER, fieldList)
    }

    /// Hands the transfer to libcurl, which from here on calls the functions in `CurlCallbacks.swift`, until it is done
    /// (`CurlEngine.finishDone`).
    func begin() {
        unsafe curl_multi_add_handle(multi, pointer)
    }

    /// Takes the transfer back from libcurl, over or not.
    func end() {
        unsafe curl_multi_remove_handle(multi, pointer)
    }

    /// Lets a paused transfer go on; its callback may run before this returns.
    func resume() {
        unsafe curl_easy_pause(pointer, CURLPAUSE_CONT)
    }

    /// Lets libcurl call ``Transfer/mayGoOn(afterReceiving:sending:)`` whenever it has worked
    /// (`CURLOPT_XFERINFOFUNCTION`). For most transfers that tells nothing new: the bytes of a plain body are counted
    /// as they come.
    func watchProgress() {
        unsafe ccurl_set_long(pointer, CURLOPT_NOPROGRESS, 0)
    }

    /// Closes the connection once no transfer uses it.
    func leaveConnection() {
        unsafe ccurl_set_long(pointer, CURLOPT_FORBID_REUSE, 1)
    }

    /// The transfer of a handle that libcurl names.
    static func transfer(of pointer: UnsafeMutableRawPointer?) -> Transfer? {
        var context: UnsafeMutableRawPointer?
        unsafe ccurl_get_pointer(pointer, CURLINFO_PRIVATE, &context)
        return unsafe context.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// libcurl's text for the failure, or for its code.
    func text(for code: CURLcode) -> String {
        let text = unsafe String(cString: errorText)
        return text.isEmpty ? CurlTemplate.text(for: code) : text
    }

    /// The length that the response declared, or `nil` if it declared none.
    var declaredLength: Int? {
        let length = offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        return length >= 0 ? length : nil
    }

    var protocolName: String? {
        switch number(CURLINFO_HTTP_VERSION) {
        case CURL_HTTP_VERSION_1_0: "HTTP/1.0"
        case CURL_HTTP_VERSION_1_1: "HTTP/1.1"
        case CURL_HTTP_VERSION_2_0: "HTTP/2"
        default: nil
        }
    }

    /// The connection carries several transfers at once.
    var isMultiplexed: Bool { number(CURLINFO_HTTP_VERSION) == CURL_HTTP_VERSION_2_0 }

    /// Bytes of the body as they came, before decoding.
    var receivedByteCount: Int { max(offset(CURLINFO_SIZE_DOWNLOAD_T), 0) }

    /// The host, or its proxy, has accepted a connection of the transfer's own.
    var hasConnected: Bool { offset(CURLINFO_CONNECT_TIME_T) > 0 }

    var hasReusedConnection: Bool { number(CURLINFO_NUM_CONNECTS) == 0 }

    /// The socket of the connection that the transfer had, or `nil` if that is closed.
    var socket: curl_socket_t? {
        var socket = CURL_SOCKET_BAD
        unsafe ccurl_get_socket(pointer, CURLINFO_ACTIVESOCKET, &socket)
        return socket == CURL_SOCKET_BAD ? nil : socket
    }

    /// The `errno` of a failed connection, 0 if it did not fail.
    var systemError: Int { number(CURLINFO_OS_ERRNO) }

    /// The status of a proxy's response to `CONNECT`, or `nil` if there was none.
    var proxyStatus: HTTPStatus? {
        let code = number(CURLINFO_HTTP_CONNECTCODE)
        return code == 0 ? nil : HTTPStatus(code)
    }

    private func number(_ info: CURLINFO) -> Int {
        var value = 0
        unsafe ccurl_get_long(pointer, info, &value)
        return value
    }

    private func offset(_ info: CURLINFO) -> Int {
        var value: curl_off_t = -1
        unsafe ccurl_get_offset(pointer, info, &value)
        return Int(value)
    }
}
#endif
