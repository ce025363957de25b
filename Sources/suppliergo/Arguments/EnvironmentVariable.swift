/// The environment variables that stand in for options.
enum EnvironmentVariable: String, Sendable {
    case catalog = "SUPPLIERGO_CATALOG"
    case cacheDirectory = "SUPPLIERGO_CACHE_DIR"
    case cacheHome = "XDG_CACHE_HOME"
    case home = "HOME"
    case certificateFile = "SSL_CERT_FILE"
    case curlCertificateFile = "CURL_CA_BUNDLE"
    case token = "SUPPLIERGO_TOKEN"
}
