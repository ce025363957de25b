import SupplierGoKit

extension CatalogLocation {
    /// The URL that a text was most likely meant to be, although it is none: one without its scheme, as people read it off an
    /// address bar, or with too few slashes; `nil` where it looks like a path.
    static func addressMeant(by text: String) -> String? {
        for scheme in ["http", "https"] where text.lowercased().hasPrefix(scheme + ":") {
            let rest = text.dropFirst(scheme.count + 1).drop { $0 == "/" }
            return rest.isEmpty ? nil : "\(scheme)://\(rest)"
        }
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let host = parts.first, let first = host.first, first.isLetter || first.isNumber else {
            return nil
        }
        let name = host.split(separator: ":", maxSplits: 1)[0]
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let isHost = name == "localhost" || labels.count > 1 && (labels.last?.count ?? 0) > 1
        return isHost && labels.allSatisfy { !$0.isEmpty } ? "https://\(text)" : nil
    }
}
