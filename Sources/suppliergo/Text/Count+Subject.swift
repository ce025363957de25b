import SupplierGoKit

extension Count {
    /// A count with its noun at the beginning of a sentence: `1 avatar is`, `2 avatars are`.
    static func subject(_ count: Int, _ noun: String) -> String {
        formatted(count, noun) + (count == 1 ? " is" : " are")
    }
}
