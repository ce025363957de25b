// libcurl's functions, of a library that is loaded when it is first needed instead of linked. The variadic ones have a typed
// function for each use: Swift cannot call them.

#ifndef SUPPLIERGO_CCURL_H
#define SUPPLIERGO_CCURL_H

#include <curl/curl.h>

// Loads libcurl and its functions, before the first call of any other function here.
//
// Returns NULL, or why it cannot be used, which is valid until the thread's next call.
const char *ccurl_load(void);

CURLcode ccurl_global_init(long flags);
const char *ccurl_easy_strerror(CURLcode code);
const curl_version_info_data *ccurl_version_info(CURLversion age);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *handle);
CURLcode ccurl_easy_pause(CURL *handle, int actions);
CURLcode ccurl_easy_send(CURL *handle, const void *bytes, size_t size, size_t *count);
CURLcode ccurl_easy_recv(CURL *handle, void *bytes, size_t size, size_t *count);

typedef size_t (*ccurl_bytes_callback)(char *bytes, size_t size, size_t count, void *context);

CURLcode ccurl_easy_set_long(CURL *handle, CURLoption option, long value);
CURLcode ccurl_easy_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode ccurl_easy_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode ccurl_easy_set_list(CURL *handle, CURLoption option, struct curl_slist *value);
CURLcode ccurl_easy_set_callback(CURL *handle, CURLoption option, ccurl_bytes_callback value);
CURLcode ccurl_easy_set_socket_callback(CURL *handle, curl_opensocket_callback value);
CURLcode ccurl_easy_set_close_callback(CURL *handle, curl_closesocket_callback value);
CURLcode ccurl_easy_set_request_callback(CURL *handle, curl_prereq_callback value);
CURLcode ccurl_easy_set_tls_callback(CURL *handle, curl_ssl_ctx_callback value);

CURLcode ccurl_easy_get_long(CURL *handle, CURLINFO info, long *value);
CURLcode ccurl_easy_get_offset(CURL *handle, CURLINFO info, curl_off_t *value);
CURLcode ccurl_easy_get_pointer(CURL *handle, CURLINFO info, void **value);
CURLcode ccurl_easy_get_socket(CURL *handle, CURLINFO info, curl_socket_t *value);
CURLcode ccurl_easy_get_string(CURL *handle, CURLINFO info, char **value);

// The TLS library's object for the connection, NULL where there is none or the library is not OpenSSL.
void *ccurl_easy_get_openssl(CURL *handle);

CURLM *ccurl_multi_init(void);
CURLMcode ccurl_multi_cleanup(CURLM *handle);
CURLMcode ccurl_multi_add_handle(CURLM *handle, CURL *easy);
CURLMcode ccurl_multi_remove_handle(CURLM *handle, CURL *easy);
CURLMcode ccurl_multi_socket_action(CURLM *handle, curl_socket_t socket, int events, int *running);
CURLMsg *ccurl_multi_info_read(CURLM *handle, int *left);
CURLMcode ccurl_multi_set_long(CURLM *handle, CURLMoption option, long value);
void ccurl_multi_set_socket_callback(CURLM *handle, curl_socket_callback value, void *context);
void ccurl_multi_set_timer_callback(CURLM *handle, curl_multi_timer_callback value, void *context);

// A message's result, out of a union that Swift would import as raw memory.
static inline CURLcode ccurl_message_result(const CURLMsg *message) {
    return message->data.result;
}

CURLSH *ccurl_share_init(void);
CURLSHcode ccurl_share_cleanup(CURLSH *handle);
CURLSHcode ccurl_share_data(CURLSH *handle, curl_lock_data value);

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text);
void ccurl_slist_free_all(struct curl_slist *list);

CURLU *ccurl_url(void);
void ccurl_url_cleanup(CURLU *url);
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags);
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags);
void ccurl_free(void *memory);

#endif
