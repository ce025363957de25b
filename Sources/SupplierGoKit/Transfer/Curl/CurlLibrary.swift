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
}
