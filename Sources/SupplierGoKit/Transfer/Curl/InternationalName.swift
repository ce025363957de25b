#if Curl
internal import CCurl
#endif

/// Host names in other scripts than Latin.
enum InternationalName {
    #if Curl
    /// libcurl 7.88 reads names in the encoding of the thread's locale, which is ASCII in a program that has set none.
    private static let locale = SystemLocale("C.UTF-8")

    /// A name in Punycode (IDNA, RFC 5891, by the mapping of UTS #46), as libcurl converts it (`CURLU_PUNYCODE`); `nil`
    /// if it is not one, and without libcurl or with one that was built without IDN.
    static func ascii(_ name: String) -> String? {
        guard let converted = locale?.whileCurrent({ punycode(of: name) }), !converted.isEmpty else { return nil }
        // The mapping makes ASCII of wide characters, also of those that end a host.
        let isName = converted.utf8.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: "~") }
        return isName ? converted : nil
    }

    private static func punycode(of name: String) -> String? {
        guard let url = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(url) }
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_set(url, CURLUPART_HOST, name, 0) == CURLUE_OK,
            unsafe curl_url_get(url, CURLUPART_HOST, &text, UInt32(CURLU_PUNYCODE)) == CURLUE_OK,
            let text = unsafe text
        else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
    #else
    /// In a build without libcurl no name is converted.
    static func ascii(_ name: String) -> String? { nil }
    #endif
}
