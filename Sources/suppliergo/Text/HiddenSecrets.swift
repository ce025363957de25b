import SupplierGoKit

extension String {
    /// The text as a message of at most 400 characters on one line, without the secrets of URLs in it.
    var asMessage: String {
        let text = shownText(limit: 400).visibleText
        return text.count > 400 ? text.prefix(399) + "…" : text
    }

    /// The text that stands for a secret.
    static let hiddenSecret = "(hidden)"

    /// The text with ``hiddenSecret`` in place of user and password in every URL in it, and without the values of
    /// queries. If it begins with a scheme it is one URL.
    var hidingSecrets: String {
        shownText(
            limit: .max, replacingCredentials: Self.hiddenSecret + "@",
            isOneURL: urlScheme != nil && contains("://"))
    }

    /// The same for a proxy, which may be a URL without a scheme.
    var hidingProxySecrets: String {
        guard !contains("://"), let at = lastIndex(of: "@") else { return hidingSecrets }
        return Self.hiddenSecret + self[at...]
    }
}
