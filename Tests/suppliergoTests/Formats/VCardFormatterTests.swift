import FoundationEssentials
import SupplierGoKit
import Testing

@testable import suppliergo

struct VCardFormatterTests {
    private func lines(
        of supplier: Supplier, width: Int? = nil, image: [UInt8]? = nil
    ) throws -> [String] {
        let text = OutputFormat.vcard.rendering([supplier], width: width, image: image)
        #expect(text.hasSuffix("END:VCARD\r\n"))
        return String(text.dropLast()).replacing("\r\n ", with: "").components(separatedBy: "\r\n")
    }

    @Test func printsVersionThree() throws {
        #expect(
            try lines(of: .sample()) == [
                "BEGIN:VCARD", "VERSION:3.0", "N:;Matteo Hamill;;;", "FN:Matteo Hamill",
                #"ORG:Murphy\, Kerluke and Swift"#, "TEL;TYPE=WORK:1-789-686-0305",
                "EMAIL;TYPE=WORK:Laurianne.Bashirian68@yahoo.com", "END:VCARD",
            ])
        #expect(try lines(of: .sample(fullname: "a;b,c")).contains(#"N:;a\;b\,c;;;"#))
    }

    @Test func printsNothingOfNobody() {
        #expect(OutputFormat.vcard.rendering([]).isEmpty)
    }

    @Test(arguments: [
        ("a,b;c\\d", #"a\,b\;c\\d"#), ("a\nb\r\nc\rd", #"a\nb\nc\nd"#), ("a\tb", "a\tb"), ("a:b\"c", "a:b\"c"),
        ("a\u{1b}[0m\0\u{7f}\u{85}", "a\u{fffd}[0m\u{fffd}\u{fffd}\u{fffd}"), ("\r\nEND:VCARD\r\n", #"\nEND:VCARD\n"#),
    ])
    func escapesWhatEndsAValue(company: String, expected: String) throws {
        #expect(try lines(of: .sample(company: company)).contains("ORG:" + expected))
    }

    @Test func writesOutWhatATerminalWouldObey() throws {
        #expect(
            try lines(of: .sample(company: "a\u{1b}\u{202e}b\nc"), width: 80).contains(#"ORG:a\\u{1b}\\u{202e}b\nc"#))
    }

    @Test func leavesOutWhatIsEmptyAndFindsANameAllTheSame() throws {
        #expect(
            try lines(of: .sample(fullname: "", phone: "", company: "Acme", email: "")) == [
                "BEGIN:VCARD", "VERSION:3.0", "N:;Acme;;;", "FN:Acme", "ORG:Acme", "END:VCARD",
            ])
        #expect(
            try lines(of: .sample(id: "x7", fullname: "", phone: "", company: "", email: "")).contains("FN:x7"))
    }

    @Test func embedsThePicture() throws {
        let picture = Samples.picture
        let photo = try lines(of: .sample(), image: picture).first { $0.hasPrefix("PHOTO") }
        #expect(photo == "PHOTO;ENCODING=b;TYPE=PNG:" + Data(picture).base64EncodedString())
        #expect(try !lines(of: .sample(), image: Array("<html>".utf8)).contains { $0.hasPrefix("PHOTO") })
    }

    @Test(arguments: [0, 60, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 300])
    func foldsAtSeventyFiveOctetsAndPartsNoCharacter(count: Int) throws {
        for unit in ["x", "é", "東", "😀"] {
            let name = String(repeating: unit, count: count) + "z"
            var output: [UInt8] = []
            VCardLine.append("FN:\(name)".utf8, to: &output)
            let text = try #require(String(validating: output, as: UTF8.self))
            let parts = text.components(separatedBy: "\r\n")
            #expect(parts.last == "")
            for part in parts { #expect(part.utf8.count <= 75) }
            for part in parts.dropFirst().dropLast() { #expect(part.hasPrefix(" ") && part.utf8.count > 1) }
            for part in parts.dropLast(2) { #expect(part.utf8.count > 71) }
            #expect(text.replacing("\r\n ", with: "") == "FN:\(name)\r\n")
        }
    }

    @Test func encodesEveryByte() {
        for count in 0...260 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            var output: [UInt8] = []
            output.append(base64: bytes)
            #expect(String(decoding: output, as: UTF8.self) == Data(bytes).base64EncodedString())
        }
    }
}
