// Typed forms of libcurl's variadic functions, which Swift cannot call, and of values that it imports as raw memory.

#ifndef SUPPLIERGO_CCURL_SHIM_H
#define SUPPLIERGO_CCURL_SHIM_H

#include <curl/curl.h>

typedef size_t (*ccurl_bytes_callback)(char *bytes, size_t size, size_t count, void *context);

#define CCURL_EASY_SETTER(name, type)                                                                                  \
    static inline CURLcode name(CURL *handle, CURLoption option, type value) {                                         \
        return curl_easy_setopt(handle, option, value);                                                                \
    }
CCURL_EASY_SETTER(ccurl_set_long, long)
CCURL_EASY_SETTER(ccurl_set_string, const char *)
CCURL_EASY_SETTER(ccurl_set_pointer, void *)
CCURL_EASY_SETTER(ccurl_set_list, struct curl_slist *)
CCURL_EASY_SETTER(ccurl_set_bytes_callback, ccurl_bytes_callback)
CCURL_EASY_SETTER(ccurl_set_socket_callback, curl_opensocket_callback)
CCURL_EASY_SETTER(ccurl_set_close_callback, curl_closesocket_callback)
CCURL_EASY_SETTER(ccurl_set_request_callback, curl_prereq_callback)
CCURL_EASY_SETTER(ccurl_set_progress_callback, curl_xferinfo_callback)

#define CCURL_EASY_GETTER(name, type)                                                                                  \
    static inline CURLcode name(CURL *handle, CURLINFO info, type *value) {                                            \
        return curl_easy_getinfo(handle, info, value);                                                                 \
    }
CCURL_EASY_GETTER(ccurl_get_long, long)
CCURL_EASY_GETTER(ccurl_get_offset, curl_off_t)
CCURL_EASY_GETTER(ccurl_get_socket, curl_socket_t)
CCURL_EASY_GETTER(ccurl_get_string, char *)
CCURL_EASY_GETTER(ccurl_get_pointer, void *)

static inline CURLMcode ccurl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}

static inline CURLSHcode ccurl_share_data(CURLSH *handle, curl_lock_data value) {
    return curl_share_setopt(handle, CURLSHOPT_SHARE, value);
}

static inline CURLcode ccurl_message_result(const CURLMsg *message) {
    return message->data.result;
}

#endif
