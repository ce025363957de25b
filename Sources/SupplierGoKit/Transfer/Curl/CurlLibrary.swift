internal import CCurl

/// libcurl itself: set up once a process, before the first handle (`curl_global_init`).
enum CurlLibrary {
    private static let result = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    /// Sets libcurl up; later calls do nothing.
    static func setUp() {
        precondition(result == CURLE_OK, "libcurl could not be set up")
    }

    /// libcurl's own text for a code.
    static func text(for code: CURLcode) -> String {
        unsafe String(cString: curl_easy_strerror(code))
    }

    /// A reference made absolute as libcurl does for redirects (`curl_url_set`); `nil` where it cannot be.
    static func resolve(_ reference: String, against base: String) -> String? {
        guard let url = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(url) }
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME)
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_set(url, CURLUPART_URL, base, flags) == CURLUE_OK,
            unsafe curl_url_set(url, CURLUPART_URL, reference, flags | UInt32(CURLU_URLENCODE)) == CURLUE_OK,
            unsafe curl_url_get(url, CURLUPART_URL, &text, 0) == CURLUE_OK, let text = unsafe text
        else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
