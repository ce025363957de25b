#include "CCurl.h"

#include <dlfcn.h>

#define FUNCTIONS(EACH)                                                                                                \
    EACH(curl_global_init)                                                                                             \
    EACH(curl_easy_strerror)                                                                                           \
    EACH(curl_version_info)                                                                                            \
    EACH(curl_easy_init)                                                                                               \
    EACH(curl_easy_cleanup)                                                                                            \
    EACH(curl_easy_pause)                                                                                              \
    EACH(curl_easy_send)                                                                                               \
    EACH(curl_easy_recv)                                                                                               \
    EACH(curl_easy_setopt)                                                                                             \
    EACH(curl_easy_getinfo)                                                                                            \
    EACH(curl_multi_init)                                                                                              \
    EACH(curl_multi_cleanup)                                                                                           \
    EACH(curl_multi_add_handle)                                                                                        \
    EACH(curl_multi_remove_handle)                                                                                     \
    EACH(curl_multi_socket_action)                                                                                     \
    EACH(curl_multi_info_read)                                                                                         \
    EACH(curl_multi_setopt)                                                                                            \
    EACH(curl_share_init)                                                                                              \
    EACH(curl_share_cleanup)                                                                                           \
    EACH(curl_share_setopt)                                                                                            \
    EACH(curl_slist_append)                                                                                            \
    EACH(curl_slist_free_all)                                                                                          \
    EACH(curl_url)                                                                                                     \
    EACH(curl_url_cleanup)                                                                                             \
    EACH(curl_url_get)                                                                                                 \
    EACH(curl_url_set)                                                                                                 \
    EACH(curl_free)

// By their own names, with the types that libcurl's headers give them.
#define FIELD(name) __typeof__(name) *name;
static struct {
    FUNCTIONS(FIELD)
} library;

const char *ccurl_load(void) {
    void *handle = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL) return dlerror();
#define LOOK_UP(name)                                                                                                  \
    library.name = (__typeof__(library.name))dlsym(handle, #name);                                                     \
    if (library.name == NULL) return dlerror();
    FUNCTIONS(LOOK_UP)
    return NULL;
}

CURLcode ccurl_global_init(long flags) {
    return library.curl_global_init(flags);
}

const char *ccurl_easy_strerror(CURLcode code) {
    return library.curl_easy_strerror(code);
}

const curl_version_info_data *ccurl_version_info(CURLversion age) {
    return library.curl_version_info(age);
}

CURL *ccurl_easy_init(void) {
    return library.curl_easy_init();
}

void ccurl_easy_cleanup(CURL *handle) {
    library.curl_easy_cleanup(handle);
}

CURLcode ccurl_easy_pause(CURL *handle, int actions) {
    return library.curl_easy_pause(handle, actions);
}

CURLcode ccurl_easy_send(CURL *handle, const void *bytes, size_t size, size_t *count) {
    return library.curl_easy_send(handle, bytes, size, count);
}

CURLcode ccurl_easy_recv(CURL *handle, void *bytes, size_t size, size_t *count) {
    return library.curl_easy_recv(handle, bytes, size, count);
}

CURLcode ccurl_easy_set_long(CURL *handle, CURLoption option, long value) {
    return library.curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_easy_set_string(CURL *handle, CURLoption option, const char *value) {
    return library.curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_easy_set_pointer(CURL *handle, CURLoption option, void *value) {
    return library.curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_easy_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return library.curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_easy_set_callback(CURL *handle, CURLoption option, ccurl_bytes_callback value) {
    return library.curl_easy_setopt(handle, option, value);
}

CURLcode ccurl_easy_set_socket_callback(CURL *handle, curl_opensocket_callback value) {
    return library.curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

CURLcode ccurl_easy_set_close_callback(CURL *handle, curl_closesocket_callback value) {
    return library.curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, value);
}

CURLcode ccurl_easy_set_request_callback(CURL *handle, curl_prereq_callback value) {
    return library.curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
}

CURLcode ccurl_easy_set_tls_callback(CURL *handle, curl_ssl_ctx_callback value) {
    return library.curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, value);
}

CURLcode ccurl_easy_get_long(CURL *handle, CURLINFO info, long *value) {
    return library.curl_easy_getinfo(handle, info, value);
}

CURLcode ccurl_easy_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return library.curl_easy_getinfo(handle, info, value);
}

CURLcode ccurl_easy_get_pointer(CURL *handle, CURLINFO info, void **value) {
    return library.curl_easy_getinfo(handle, info, value);
}

CURLcode ccurl_easy_get_socket(CURL *handle, CURLINFO info, curl_socket_t *value) {
    return library.curl_easy_getinfo(handle, info, value);
}

CURLcode ccurl_easy_get_string(CURL *handle, CURLINFO info, char **value) {
    return library.curl_easy_getinfo(handle, info, value);
}

void *ccurl_easy_get_openssl(CURL *handle) {
    struct curl_tlssessioninfo *session = NULL;
    if (library.curl_easy_getinfo(handle, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || session == NULL) return NULL;
    return session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : NULL;
}

CURLM *ccurl_multi_init(void) {
    return library.curl_multi_init();
}

CURLMcode ccurl_multi_cleanup(CURLM *handle) {
    return library.curl_multi_cleanup(handle);
}

CURLMcode ccurl_multi_add_handle(CURLM *handle, CURL *easy) {
    return library.curl_multi_add_handle(handle, easy);
}

CURLMcode ccurl_multi_remove_handle(CURLM *handle, CURL *easy) {
    return library.curl_multi_remove_handle(handle, easy);
}

CURLMcode ccurl_multi_socket_action(CURLM *handle, curl_socket_t socket, int events, int *running) {
    return library.curl_multi_socket_action(handle, socket, events, running);
}

CURLMsg *ccurl_multi_info_read(CURLM *handle, int *left) {
    return library.curl_multi_info_read(handle, left);
}

CURLMcode ccurl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return library.curl_multi_setopt(handle, option, value);
}

void ccurl_multi_set_socket_callback(CURLM *handle, curl_socket_callback value, void *context) {
    library.curl_multi_setopt(handle, CURLMOPT_SOCKETFUNCTION, value);
    library.curl_multi_setopt(handle, CURLMOPT_SOCKETDATA, context);
}

void ccurl_multi_set_timer_callback(CURLM *handle, curl_multi_timer_callback value, void *context) {
    library.curl_multi_setopt(handle, CURLMOPT_TIMERFUNCTION, value);
    library.curl_multi_setopt(handle, CURLMOPT_TIMERDATA, context);
}

CURLSH *ccurl_share_init(void) {
    return library.curl_share_init();
}

CURLSHcode ccurl_share_cleanup(CURLSH *handle) {
    return library.curl_share_cleanup(handle);
}

CURLSHcode ccurl_share_data(CURLSH *handle, curl_lock_data value) {
    return library.curl_share_setopt(handle, CURLSHOPT_SHARE, value);
}

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
    return library.curl_slist_append(list, text);
}

void ccurl_slist_free_all(struct curl_slist *list) {
    library.curl_slist_free_all(list);
}

CURLU *ccurl_url(void) {
    return library.curl_url();
}

void ccurl_url_cleanup(CURLU *url) {
    library.curl_url_cleanup(url);
}

CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
    return library.curl_url_get(url, part, text, flags);
}

CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
    return library.curl_url_set(url, part, text, flags);
}

void ccurl_free(void *memory) {
    library.curl_free(memory);
}
