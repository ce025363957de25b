import SupplierGoKit

extension Collation {
    /// The rule of the user's locale: of the first of `LC_ALL`, `LC_COLLATE` and `LANG` that is set.
    ///
    /// Where none is set, as in containers, or the locale is not installed here, it is ``folded``: that is nearer to what
    /// people expect than the numbers of the characters, which only those get who ask for them with `C` or `POSIX`.
    init(environment: [String: String]) {
        let names = ["LC_ALL", "LC_COLLATE", "LANG"].lazy.compactMap { environment[$0] }
        self = names.first { !$0.isEmpty }.flatMap { Self(localeNamed: $0) } ?? .folded
    }
}
