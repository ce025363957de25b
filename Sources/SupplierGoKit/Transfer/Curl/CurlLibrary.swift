internal import CCurl

/// libcurl itself, loaded and set up once a process (`curl_global_init`); who has one may call its functions.
///
/// It is not linked, since it brings three dozen libraries: what needs no network does without them.
struct CurlLibrary: Sendable {
    /// Why it cannot be used.
    struct Unusable: Error {
        let reason: String
    }

    private static let result = load()

    private static func load() -> Result<CurlLibrary, Unusable> {
        if let reason = unsafe ccurl_load() {
            return .failure(Unusable(reason: unsafe String(cString: reason)))
        }
        let code = ccurl_global_init(Int(CURL_GLOBAL_DEFAULT))
        return code == CURLE_OK ? .success(CurlLibrary()) : .failure(Unusable(reason: text(for: code)))
    }

    private init() {}

    /// The library, for which the first call takes some milliseconds.
    ///
    static func loaded() throws(Unusable) -> CurlLibrary {
        try result.get()
    }

    /// libcurl's own text for a code.
    static func text(for code: CURLcode) -> String {
        unsafe String(cString: ccurl_easy_strerror(code))
    }

    /// A reference made absolute as libcurl does for redirects (`curl_url_set`); `nil` where it cannot be.
    static func resolve(_ reference: String, against base: String) -> String? {
        guard let url = unsafe ccurl_url() else { return nil }
        defer { unsafe ccurl_url_cleanup(url) }
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME)
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe ccurl_url_set(url, CURLUPART_URL, base, flags) == CURLUE_OK,
            unsafe ccurl_url_set(url, CURLUPART_URL, reference, flags | UInt32(CURLU_URLENCODE)) == CURLUE_OK,
            unsafe ccurl_url_get(url, CURLUPART_URL, &text, 0) == CURLUE_OK, let text = unsafe text
        else { return nil }
        defer { unsafe ccurl_free(text) }
        return unsafe String(cString: text)
    }
}
