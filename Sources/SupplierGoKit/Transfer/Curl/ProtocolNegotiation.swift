internal import CCurl
import Glibc

/// What a connection of the engine's own speaks over TLS, agreed on with its handshake (ALPN, RFC 7301).
///
/// libcurl offers protocols by itself only where it speaks them by itself. Where it leaves the connection to the engine, the offer is
/// made by the TLS library that libcurl stands on, through the door that libcurl has for that
/// (`CURLOPT_SSL_CTX_FUNCTION`, `CURLINFO_TLS_SSL_PTR`): two functions of OpenSSL, looked up from libcurl on.
enum ProtocolNegotiation {
    private typealias SetProtocols = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> Int32
    private typealias GetProtocol =
        @convention(c) (
            UnsafeRawPointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt32>?
        ) -> Void

    /// `SSL_CTX_set_alpn_protos`.
    private static let setProtocols = unsafe function("SSL_CTX_set_alpn_protos", as: SetProtocols.self)

    /// `SSL_get0_alpn_selected`.
    private static let getProtocol = unsafe function("SSL_get0_alpn_selected", as: GetProtocol.self)

    /// Whether libcurl stands on a library that has these; where it does not, all that goes over TLS is libcurl's.
    static let isAvailable = unsafe isOpenSSL && setProtocols != nil && getProtocol != nil

    private static var isOpenSSL: Bool {
        // Not `curl_version()`: to name the version of a library for LDAP it loads that library's plug-ins.
        guard let version = unsafe ccurl_version_info(CURLVERSION_FIRST), let name = unsafe version.pointee.ssl_version
        else { return false }
        return unsafe String(cString: name).hasPrefix("OpenSSL/")
    }

    /// A function that libcurl was linked with, whatever else of that name is in the process.
    private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        guard let library = unsafe dlopen("libcurl.so.4", RTLD_LAZY | RTLD_NOLOAD) else { return nil }
        return unsafe dlsym(library, name).map { unsafe unsafeBitCast($0, to: type) }
    }

    /// The names of what is offered, each behind its length.
    private static let single: [UInt8] = [8] + Array("http/1.1".utf8)
    private static let both: [UInt8] = [2] + Array("h2".utf8) + single

    /// Offers HTTP/2, where it may be chosen, and HTTP/1.1, for the connections of a context (`SSL_CTX`).
    ///
    /// - Returns: whether the library has taken it.
    fileprivate static func offer(for context: UnsafeMutableRawPointer?, mayChooseHTTP2: Bool) -> Bool {
        guard let setProtocols = unsafe setProtocols else { return false }
        // It says 0 where it went well.
        return unsafe (mayChooseHTTP2 ? both : single).withUnsafeBufferPointer {
            unsafe setProtocols(context, $0.baseAddress, UInt32($0.count)) == 0
        }
    }

    /// Whether the server of a connection (`SSL`) has chosen HTTP/2.
    static func hasChosenHTTP2(_ connection: UnsafeMutableRawPointer?) -> Bool {
        guard let getProtocol = unsafe getProtocol, let connection = unsafe connection else { return false }
        var (name, count) = unsafe (UnsafePointer<UInt8>?.none, UInt32(0))
        unsafe getProtocol(connection, &name, &count)
        return unsafe UnsafeBufferPointer(start: name, count: Int(count)).elementsEqual("h2".utf8)
    }
}

/// `CURLOPT_SSL_CTX_FUNCTION`: makes the offer for a new connection of the engine's own.
let offerProtocols: curl_ssl_ctx_callback = { _, context, connection in
    guard let connection = unsafe connection else { return CURLE_SSL_CONNECT_ERROR }
    let mayMultiplex = unsafe Unmanaged<CurlConnection>.fromOpaque(connection).takeUnretainedValue().streams != nil
    return unsafe ProtocolNegotiation.offer(for: context, mayChooseHTTP2: mayMultiplex)
        ? CURLE_OK : CURLE_SSL_CONNECT_ERROR
}

/// `CURLOPT_PREREQFUNCTION` for a connection of the engine's own: notes what was agreed on, which libcurl tells only now.
let noteProtocol: curl_prereq_callback = { context, _, _, _, _ in
    guard let context = unsafe context else { return Int32(CURL_PREREQFUNC_ABORT) }
    unsafe Unmanaged<CurlConnection>.fromOpaque(context).takeUnretainedValue().noteProtocol()
    return Int32(CURL_PREREQFUNC_OK)
}
