// libcurl, with a typed function for each variadic call: Swift cannot call those.

#ifndef SUPPLIERGO_CCURL_SHIM_H
#define SUPPLIERGO_CCURL_SHIM_H

#include <curl/curl.h>

typedef size_t (*ccurl_bytes_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_easy_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_easy_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_easy_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_easy_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_easy_set_callback(CURL *handle, CURLoption option, ccurl_bytes_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_easy_set_socket_callback(CURL *handle, curl_opensocket_callback value) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLcode ccurl_easy_set_close_callback(CURL *handle, curl_closesocket_callback value) {
    return curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, value);
}

static inline CURLcode ccurl_easy_set_request_callback(CURL *handle, curl_prereq_callback value) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode ccurl_easy_set_tls_callback(CURL *handle, curl_ssl_ctx_callback value) {
    return curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, value);
}

static inline CURLSHcode ccurl_share_data(CURLSH *handle, curl_lock_data value) {
    return curl_share_setopt(handle, CURLSHOPT_SHARE, value);
}

static inline CURLcode ccurl_easy_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_easy_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_easy_get_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, (char **)value);
}

static inline CURLcode ccurl_easy_get_socket(CURL *handle, CURLINFO info, curl_socket_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_easy_get_string(CURL *handle, CURLINFO info, char **value) {
    return curl_easy_getinfo(handle, info, value);
}

// The TLS library's object for the connection, NULL where there is none or the library is not OpenSSL.
static inline void *ccurl_easy_get_openssl(CURL *handle) {
    struct curl_tlssessioninfo *session = NULL;
    if (curl_easy_getinfo(handle, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || session == NULL) return NULL;
    return session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : NULL;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}

static inline void ccurl_multi_set_socket_callback(CURLM *handle, curl_socket_callback value, void *context) {
    curl_multi_setopt(handle, CURLMOPT_SOCKETFUNCTION, value);
    curl_multi_setopt(handle, CURLMOPT_SOCKETDATA, context);
}

static inline void ccurl_multi_set_timer_callback(CURLM *handle, curl_multi_timer_callback value, void *context) {
    curl_multi_setopt(handle, CURLMOPT_TIMERFUNCTION, value);
    curl_multi_setopt(handle, CURLMOPT_TIMERDATA, context);
}

// A message's result, out of a union that Swift would import as raw memory.
static inline CURLcode ccurl_message_result(const CURLMsg *message) {
    return message->data.result;
}

#endif
