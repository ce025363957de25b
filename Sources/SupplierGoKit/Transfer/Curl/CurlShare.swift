internal import CCurl

/// What easy handles have in common besides the multi handle's connections and names: TLS sessions, so that a new
/// connection to a known server takes a shorter handshake (`CURL_LOCK_DATA_SSL_SESSION`).
///
/// All of them are used on one thread, so that no lock is needed; each holds the share, which so outlives them.
@safe final class CurlShare {
    let pointer: UnsafeMutableRawPointer

    init?() {
        guard let pointer = unsafe ccurl_share_init() else { return nil }
        unsafe self.pointer = unsafe pointer
        unsafe ccurl_share_data(pointer, CURL_LOCK_DATA_SSL_SESSION)
    }

    deinit {
        unsafe ccurl_share_cleanup(pointer)
    }
}
