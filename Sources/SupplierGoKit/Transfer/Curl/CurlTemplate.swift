#if Curl
internal import CCurl

/// libcurl set up for an engine: a handle with the options that all transfers share. Each transfer takes a copy.
///
/// Handles are not used twice: libcurl until 8.0 keeps a pointer to the last field of the answer before, which it has
/// freed, and writes through it when the next response begins with a folded line. A copy takes 2 µs.
@safe final class CurlTemplate {
    /// The reason that libcurl cannot be used.
    struct SetupError: Error {
        let reason: DataLoadError.Reason

        /// The process may have no more descriptors.
        fileprivate static let noDescriptors = SetupError(reason: .unreachable(reason: FileError.text(of: EMFILE)))
    }

    private static let setupCode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    private let pointer: UnsafeMutableRawPointer
    private let addressList: UnsafeMutablePointer<curl_slist>?

    /// `User-Agent` and `Accept-Encoding`: as options, libcurl 7.88 would format them byte by byte, and twice.
    let fields: [HeaderFields.Field]
    let fieldList: UnsafeMutablePointer<curl_slist>?

    /// TLS sessions, so that a new connection to a known server takes a shorter handshake. Connections and names are
    /// the multi handle's.
    private let share: UnsafeMutableRawPointer

    /// - Parameter connections: outlive the multi handle.
    init(_ configuration: DataLoader.Configuration, _ connections: IdleConnections) throws(SetupError) {
        guard Self.setupCode == CURLE_OK else { throw SetupError(reason: Self.reason(for: Self.setupCode)) }
        guard let pointer = unsafe curl_easy_init(), let share = unsafe curl_share_init() else {
            throw SetupError(reason: Self.reason(for: CURLE_OUT_OF_MEMORY))
        }
        unsafe self.pointer = unsafe pointer
        unsafe self.share = unsafe share
        unsafe ccurl_share_data(share, CURL_LOCK_DATA_SSL_SESSION)
        var list: UnsafeMutablePointer<curl_slist>?
        for (host, address) in configuration.hostAddresses {
            unsafe list = unsafe curl_slist_append(list, "\(host):\(address)")
        }
        unsafe addressList = unsafe list
        fields = [("User-Agent", configuration.userAgent), ("Accept-Encoding", Self.codings)].compactMap {
            $1.isEmpty ? nil : HeaderFields.Field(name: $0, value: $1)
        }
        unsafe fieldList = unsafe Self.list(of: fields)
        setOptions(configuration)
        unsafe ccurl_set_list(pointer, CURLOPT_HTTPHEADER, fieldList)
        unsafe ccurl_set_close_callback(pointer, CURLOPT_CLOSESOCKETFUNCTION, closeSocket)
        unsafe ccurl_set_pointer(pointer, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(connections).toOpaque())
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe curl_share_cleanup(share)
        unsafe curl_slist_free_all(addressList)
        unsafe curl_slist_free_all(fieldList)
    }

    /// The codings that libcurl decodes, in its order.
    private static var codings: String {
        let features = unsafe curl_version_info(CURLVERSION_FIRST).pointee.features
        let known = [(CURL_VERSION_LIBZ, "deflate, gzip"), (CURL_VERSION_BROTLI, "br"), (CURL_VERSION_ZSTD, "zstd")]
        return known.filter { features & $0.0 != 0 }.map(\.1).joined(separator: ", ")
    }

    /// Fields as a list for `CURLOPT_HTTPHEADER`, which its handle needs until it ends.
    static func list(of fields: [HeaderFields.Field]) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for field in fields {
            // A field without value ends in a semicolon; after a colon it would be left out.
            let line = field.name + (field.value.isEmpty ? ";" : ": ") + field.value
            unsafe list = unsafe line.withCString { unsafe curl_slist_append(list, $0) }
        }
        return unsafe list
    }

    private func setOptions(_ configuration: DataLoader.Configuration) {
        unsafe ccurl_set_bytes_callback(pointer, CURLOPT_WRITEFUNCTION, receiveBody)
        unsafe ccurl_set_bytes_callback(pointer, CURLOPT_HEADERFUNCTION, receiveHeader)
        unsafe ccurl_set_socket_callback(pointer, CURLOPT_OPENSOCKETFUNCTION, openSocket)
        unsafe ccurl_set_request_callback(pointer, CURLOPT_PREREQFUNCTION, beforeRequest)
        unsafe ccurl_set_progress_callback(pointer, CURLOPT_XFERINFOFUNCTION, noteProgress)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_ACCEPT_ENCODING, "")
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        // Otherwise removing a handle whose name is still being resolved would wait for the resolver's thread.
        set(CURLOPT_QUICK_EXIT, 1)
        // The engine has its own rule for idle time, connecting included.
        set(CURLOPT_CONNECTTIMEOUT, 86_400)
        if let file = configuration.certificateAuthorityFile { set(CURLOPT_CAINFO, file) }
        // Which requests go through a proxy is decided before: libcurl itself reads no variable.
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NOPROXY, "")
        if !configuration.verifiesCertificates {
            set(CURLOPT_SSL_VERIFYPEER, 0)
            set(CURLOPT_SSL_VERIFYHOST, 0)
        }
    }

    private func set(_ option: CURLoption, _ value: Int) { unsafe ccurl_set_long(pointer, option, value) }

    private func set(_ option: CURLoption, _ value: String) { unsafe ccurl_set_string(pointer, option, value) }

    /// Makes a handle with the shared options, or `nil` if there is no memory.
    func makeHandle() -> UnsafeMutableRawPointer? {
        guard let copy = unsafe curl_easy_duphandle(pointer) else { return nil }
        unsafe ccurl_set_pointer(copy, CURLOPT_SHARE, share)
        if unsafe addressList != nil { unsafe ccurl_set_list(copy, CURLOPT_RESOLVE, addressList) }
        return unsafe copy
    }

    /// Makes the multi handle that drives the copies.
    func makeMulti(_ configuration: DataLoader.Configuration) throws(SetupError) -> UnsafeMutableRawPointer {
        // libcurl 8 makes no multi handle if the process may have no more descriptors, 7.88 one that cannot be woken.
        guard let multi = unsafe curl_multi_init() else { throw .noDescriptors }
        guard unsafe curl_multi_wakeup(multi) == CURLM_OK else {
            unsafe curl_multi_cleanup(multi)
            throw .noDescriptors
        }
        unsafe ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        unsafe ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connectionLimit)
        // The server's own limit counts. libcurl's would be 100.
        unsafe ccurl_multi_set_long(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, configuration.concurrency)
        unsafe ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, configuration.concurrency)
        return unsafe multi
    }

    /// The reason for a failure that libcurl describes by a code alone.
    static func reason(for code: CURLcode) -> DataLoadError.Reason {
        .failed(code: Int(code.rawValue), reason: text(for: code))
    }

    /// libcurl's own text for a code.
    static func text(for code: CURLcode) -> String {
        unsafe String(cString: curl_easy_strerror(code))
    }
}
#endif
