import Glibc
import SupplierGoKit

extension Failure {
    /// What to do next about a catalog that could not be read, as a clause after what happened; `nil` where that is not
    /// known, or said with it.
    static func advice(on error: CatalogError) -> String? {
        switch error {
        case .unreachable(let error), .brokenAnswer(let error), .unreadableFile(let error): advice(on: error)
        case .status(_, let status, _) where [404, 410].contains(status.code): "check the address"
        case .status(_, let status, _) where status.code >= 500 || [408, 429].contains(status.code):
            "try again later"
        case .fault(.malformed(byteOffset: 0, _, found: "the control character U+001F")):
            "it may be compressed, so decompress it first"
        case .page(_, let cause): advice(on: cause)
        case .status, .fault, .paging, .noSnapshot, .damagedSnapshot: nil
        }
    }

    private static func advice(on error: DataLoadError) -> String? {
        switch error.reason {
        case .unreadableFile(_, EISDIR): "name a file in it"
        case .unresolvedHost: "check the name and the network connection"
        case .unreachable: "check the address and that the server is running"
        case .timedOut, .tookTooLong: "try again later, or give it more time with '\(Options.timeout.spelling)'"
        case .connectionLost, .askedToWait: "try again later"
        case .tls: "'\(Options.certificateAuthorityFile.spelling) FILE' names authorities to trust"
        case .unusableProxy, .proxyRefused:
            "check '\(Options.proxy.spelling)' and the variables http_proxy and https_proxy"
        default: nil
        }
    }
}
