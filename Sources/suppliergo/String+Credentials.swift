import SupplierGoKit

extension String {
    /// The text with something that can be seen in place of user and password in every URL in it.
    var hidingCredentials: String { replacingCredentials(with: CurrentSettings.hidden + "@") }

    /// The same for a proxy, which may be a URL without a scheme.
    var hidingProxyCredentials: String {
        guard !contains("://"), let at = lastIndex(of: "@") else { return hidingCredentials }
        return CurrentSettings.hidden + self[at...]
    }
}
