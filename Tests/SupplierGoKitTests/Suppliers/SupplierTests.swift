import Foundation
import Testing

@testable import SupplierGoKit

@Suite struct SupplierTests {
    /// Reads with the kit's reader and with Foundation's decoder, which must agree.
    static func supplier(_ json: String) throws -> Supplier {
        let supplier = try Record.read(json)
        #expect(try JSONDecoder().decode(Supplier.self, from: Data(json.utf8)) == supplier)
        return supplier
    }

    @Test func decodesARecord() throws {
        let supplier = try Self.supplier(Record.text(replacing: "", with: nil))
        #expect(
            supplier
                == Supplier(
                    id: Supplier.ID(1), createdAt: Timestamp("2021-01-21T09:11:16.040Z"),
                    fullname: "Matteo Hamill", avatar: Avatar(endpoint: "a/1.png"), phone: "1-789", company: "Murphy",
                    email: "l@yahoo.com"))
    }

    @Test(arguments: [#""a/1.png""#, nil])
    func isEncodedAsCatalogsHaveIt(avatar: String?) throws {
        let supplier = try Self.supplier(Record.text(replacing: "avatar", with: avatar))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(supplier), as: UTF8.self)
        let endpoint = avatar.map { #""avatar":\#($0),"# } ?? ""
        #expect(
            json == "{\(endpoint)"
                + #""company":"Murphy","createdAt":"2021-01-21T09:11:16.040Z","email":"l@yahoo.com","#
                + #""fullname":"Matteo Hamill","id":"1","phone":"1-789"}"#)
        #expect(try Self.supplier(json) == supplier)
    }

    @Test(arguments: [nil, "null", "\"\""])
    func takesNoEndpointForNoAvatar(json: String?) throws {
        #expect(try Self.supplier(Record.text(replacing: "avatar", with: json)).avatar == nil)
    }

    @Test(arguments: [
        ("\"7\"", "7"), ("7", "7"), ("-7", "-7"), ("7.0", "7"), ("0", "0"), ("-0", "0"), ("\" \"", " "),
        ("9223372036854775808", "9223372036854775808"), ("1e2", "100"), (#""\u0041-1""#, "A-1"),
        ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
    ])
    func takesTextsAndIntegersForIds(json: String, id: String) throws {
        #expect(try Self.supplier(Record.text(replacing: "id", with: json)).id.rawValue == id)
    }

    @Test(arguments: ["id", "createdAt", "fullname", "phone", "company", "email"])
    func wantsEveryFieldButTheAvatar(field: String) {
        let json = Record.text(replacing: field, with: nil)
        let fault = #expect(throws: Supplier.BadRecord.self) { try Record.read(json) }
        #expect(fault?.path == field && fault?.reason.hasSuffix(", found nothing") == true)
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Supplier.self, from: Data(json.utf8))
        }
        guard case .keyNotFound(let key, _) = error else {
            Issue.record(Comment(rawValue: "\(String(describing: error)) is another error"))
            return
        }
        #expect(key.stringValue == field)
    }

    @Test func statesItsExpectationWithoutWhatWasFoundUnderAnotherDecoder() {
        let json = Data(Record.text(replacing: "id", with: "true").utf8)
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Supplier.self, from: json) }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record(Comment(rawValue: "\(String(describing: error)) is another error"))
            return
        }
        #expect(context.debugDescription == "expected a string or an integer")
        #expect(context.codingPath.map(\.stringValue) == ["id"])
    }

    @Test func hasOneIdHoweverItIsWritten() {
        #expect(Supplier.ID(7) == Supplier.ID("7"))
        #expect(Supplier.ID("07") != Supplier.ID("7"))
        #expect(Supplier.ID("") == nil)
        #expect(Supplier.ID("caf\u{e9}") != Supplier.ID("cafe\u{301}"))
        #expect(Set(["\u{e9}", "e\u{301}", "\u{e9}"].compactMap { Supplier.ID($0) }).count == 2)
        #expect(Supplier.ID(UInt64.max).description == "18446744073709551615")
    }
}
