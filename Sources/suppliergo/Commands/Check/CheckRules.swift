import SupplierGoKit

/// The rules for the fields of one supplier. Each has its own function. ``RuleEvaluator`` says which values no two
/// suppliers may share.
enum CheckRules {
    /// Tests if there is no e-mail address, or one that is not valid.
    static func isBadEmail(_ email: Span<UInt8>) -> Bool {
        guard email.isPrintableASCII else {
            return Supplier.Field.email.error(in: String(decoding: email), replacing: nil) != nil
        }
        return email.isEmpty || EmailAddress.error(in: email) != nil
    }

    /// Tests if a phone number has fewer than 6 digits.
    static func isBadPhone(_ phone: Span<UInt8>) -> Bool {
        guard !phone.isASCII else { return phone.indices.count { phone[$0].decimalValue != nil } < 6 }
        var digits: [UInt8] = []
        appendDigits(of: phone, to: &digits)
        return digits.count < 6
    }

    /// Tests if a full name is empty, or one word that is not the company's name.
    static func isBadName(_ fullname: Span<UInt8>, company: Span<UInt8>) -> Bool {
        switch fullname.wordCount {
        case 0: true
        case 1: !fullname.isEqual(to: company)
        default: false
        }
    }

    /// Tests if a date is known and later than now.
    static func isFuture(_ date: Span<UInt8>, at now: Timestamp) -> Bool {
        Timestamp(utf8: date).map { $0 > now } ?? false
    }

    /// Appends the digits of a phone number as ASCII, whatever script they are of.
    static func appendDigits(of phone: Span<UInt8>, to output: inout [UInt8]) {
        guard !phone.isASCII else {
            for index in phone.indices where phone[index].decimalValue != nil { output.append(phone[index]) }
            return
        }
        for scalar in String(decoding: phone).unicodeScalars where scalar.properties.numericType == .decimal {
            if let value = scalar.properties.numericValue { output += String(Int(value)).utf8 }
        }
    }

    /// Appends a text in lower case.
    static func appendLowercased(_ text: Span<UInt8>, to output: inout [UInt8]) {
        if !text.isASCII {
            output += String(decoding: text).lowercased().utf8
        } else {
            for index in text.indices {
                output.append(text[index] &- UInt8(ascii: "A") < 26 ? text[index] | 0x20 : text[index])
            }
        }
    }
}
