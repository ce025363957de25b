import SupplierGoKit
import Testing

@testable import suppliergo

/// The text that an editor opens, and what is read from it again.
struct EditFormTests {
    private let form = EditForm(
        heading: "Supplier 1",
        values: [
            .fullname: "Ana Lima", .company: "A\tB", .phone: "", .email: "a=b@example.com", .avatar: "1.png",
        ])

    @Test func readsNoChangeFromTheTextAsItWas() {
        let reading = form.read(form.text)
        #expect(reading.values.isEmpty && reading.mistakes.isEmpty)
        #expect(reading.lines.count == 5)
        #expect(form.read(form.text.replacing("\n", with: "\r\n")).values.isEmpty)
    }

    @Test(arguments: [
        ("phone=1234", [Supplier.Field.phone: "1234"]), ("  phone  =  1234  ", [.phone: "1234"]),
        ("company = A\\tB", [:]), ("company = C = D # E", [.company: "C = D # E"]), ("avatar =", [.avatar: ""]),
        ("# phone = 1234", [:]), ("", [:]), ("email = a=b@example.com", [:]),
    ])
    func readsALine(line: String, values: [Supplier.Field: String]) {
        let reading = form.read(line)
        #expect(reading.values == values)
        #expect(reading.mistakes.isEmpty)
    }

    @Test(arguments: [
        ("phoen = 1", "'phoen' is not a field: did you mean 'phone'?"),
        ("Phone = 1", "'Phone' is not a field: did you mean 'phone'?"),
        ("phone", "this line is not 'field = value'"),
        ("id = 2", "'id' is not a field: the fields are fullname, company, phone, email, avatar"),
        ("phone = 1\nphone = 2", "phone is given twice"), ("= x", "'' is not a field: the fields are"),
    ])
    func namesAMistake(text: String, mistake: String) {
        #expect(form.read(text).mistakes.first?.text.hasPrefix(mistake) == true, "\(form.read(text).mistakes)")
    }

    @Test func takesEscapesForTheCharactersThatTheyShow() {
        let form = EditForm(heading: "", values: [.company: "A\tB\u{202e}C", .fullname: "Ana Lima"])
        let reading = form.read("company = A\\tB\\u{202e}C Ltd\nfullname = A\\tB")
        #expect(reading.values == [.company: "A\tB\u{202e}C Ltd", .fullname: "A\\tB"])
    }

    @Test func marksMistakesAboveTheirLinesOnce() {
        let text = "# a\nphone = x\nemial = y\n"
        let first = EditForm.marked(
            text, [.init(line: 1, text: "one"), .init(line: 2, text: "two"), .init(line: nil, text: "three")])
        #expect(first == "# ! three\n# a\n# ! one\nphone = x\n# ! two\nemial = y\n")
        let second = EditForm.marked(first, [.init(line: 3, text: "four")])
        #expect(second == "# a\n# ! four\nphone = x\nemial = y\n")
    }
}
