/// The rules for the fields of one supplier. Each is a function of its own.
enum DataRules {
    /// Whether there is no e-mail address, or one that is not valid.
    static func isBadEmail(_ email: String) -> Bool {
        email.isEmpty || Supplier.Field.email.error(in: email, replacing: nil) != nil
    }

    /// Whether a phone number has fewer than 6 digits.
    static func isBadPhone(_ phone: String) -> Bool { digits(of: phone).utf8.count < 6 }

    /// Whether a full name is empty, or one word that is not the company's name.
    static func isBadName(_ fullname: String, company: String) -> Bool {
        switch fullname.wordCount {
        case 0: true
        case 1: fullname != company
        default: false
        }
    }

    /// Whether a date is later than now.
    static func isFuture(_ date: Timestamp, at now: Timestamp) -> Bool { date > now }

    /// The digits of a phone number as ASCII, whatever script they are of.
    static func digits(of phone: String) -> String {
        if phone.utf8.span.isASCII {
            return String(decoding: phone.utf8.filter { $0.decimalValue != nil }, as: UTF8.self)
        }
        return phone.unicodeScalars.reduce(into: "") { digits, scalar in
            if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
                digits += String(Int(value))
            }
        }
    }
}
