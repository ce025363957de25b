import SupplierGoKit

extension Freshness.Basis {
    /// A few words that can follow a colon.
    var words: String {
        switch self {
        case .maxAge(let seconds): "max-age=\(seconds)"
        case .expires: "Expires"
        case .lastModified: "a tenth of its age by Last-Modified"
        case .assumed(86_400): "a day, since its server gives no lifetime"
        case .assumed(let seconds): "\(seconds) seconds, since its server gives no lifetime"
        case .unsaid: "its server gives no lifetime"
        case .invalid(let field): "its server's \(field) cannot be read"
        case .noCache: "no-cache"
        case .noStore: "no-store"
        case .variesByAnything: "Vary: *"
        case .redirect: "a redirect that leads to it"
        case .unknown: "its response's fields are unknown"
        }
    }
}
