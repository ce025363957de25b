import FoundationEssentials
import Testing

@testable import SupplierGoKit

/// Holds the tokens and the record reader against `Supplier: Decodable` with Foundation's `JSONDecoder`.
@Suite struct RecordReaderDifferentialTests {
    enum Outcome: Equatable {
        case supplier(Supplier)
        case badRecord(path: String)

        /// A string that is not text, at a path.
        case invalidText(path: String)

        case malformed
    }

    private static func foundation(_ record: [UInt8]) -> Outcome {
        do {
            return .supplier(try JSONDecoder().decode([Supplier].self, from: Data(array(of: record)))[0])
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            return .malformed
        } catch DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context)
        {
            return .badRecord(path: path(context.codingPath))
        } catch DecodingError.keyNotFound(let key, let context) {
            return .badRecord(path: path(context.codingPath + [key]))
        } catch {
            return .malformed
        }
    }

    /// The path from the record, which is the first of an array.
    private static func path(_ keys: [any CodingKey]) -> String {
        keys.dropFirst().map(\.stringValue).joined(separator: ".")
    }

    private static func ours(_ record: [UInt8]) -> Outcome {
        let reading = CatalogReading(of: [array(of: record)])
        guard reading.error == nil, reading.batch.recordCount == 1 else { return .malformed }
        guard let error = reading.batch.badRecords.first else { return .supplier(reading.batch.suppliers[0]) }
        if error.reason.contains(" at byte ") { return .malformed }
        let isInvalidText =
            error.reason.hasPrefix("expected a string in UTF-8") || error.reason.contains("surrogate")
        return isInvalidText ? .invalidText(path: error.path) : .badRecord(path: error.path)
    }

    private static func array(of record: [UInt8]) -> [UInt8] { [UInt8(ascii: "[")] + record + [UInt8(ascii: "]")] }

    /// A record has what the two are known to differ on: a name that is not text, which `JSONDecoder` refuses
    /// wherever it is, or a name twice, of which it takes the first.
    private static func hasOddName(_ record: [UInt8]) -> Bool {
        guard let document = JSONDocument(record) else { return false }
        return document.tokens.indices.contains { object in
            guard document.tokens[object].kind == .object else { return false }
            var names: [String?] = []
            document.forEachChild(of: object) { names.append(document.text(at: $0)) }
            return names.contains(nil) || Set(names).count < names.count
        }
    }

    /// `JSONDecoder` does not see what is wrong: it lets a comma pass before a closing bracket, and does not
    /// look into the strings and numbers that nothing asks for.
    private static func isUnseen(_ record: [UInt8]) -> Bool {
        struct Anything: Decodable {
            init(from decoder: any Decoder) throws {
                if let members = try? decoder.container(keyedBy: Name.self) {
                    for name in members.allKeys { _ = try members.decode(Anything.self, forKey: name) }
                } else if var elements = try? decoder.unkeyedContainer() {
                    while !elements.isAtEnd { _ = try elements.decode(Anything.self) }
                } else {
                    let value = try decoder.singleValueContainer()
                    if value.decodeNil() || (try? value.decode(Bool.self)) != nil { return }
                    if (try? value.decode(Double.self)) == nil { _ = try value.decode(String.self) }
                }
            }
        }
        struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let hasTrailingComma = String(decoding: record, as: UTF8.self).contains(/,\s*[\]}]/)
        do {
            _ = try JSONDecoder().decode([Anything].self, from: Data(array(of: record)))
            return hasTrailingComma
        } catch {
            return true
        }
    }

    /// Expects one answer of both, apart from the known differences, and names the answer.
    private static func expectAgreement(on record: [UInt8]) -> String {
        let (theirs, ours) = (foundation(record), ours(record))
        let text = Comment(rawValue: "\(String(decoding: record, as: UTF8.self)): \(theirs), \(ours)")
        switch (theirs, ours) {
        case (.supplier, .supplier):
            #expect(theirs == ours || hasOddName(record), text)
            return "supplier"
        case (.malformed, .invalidText):
            // JSONDecoder does not say where a string is not text.
            return "invalid text"
        case (.supplier, .malformed), (.badRecord, .malformed):
            #expect(isUnseen(record), text)
            return "malformed"
        default:
            #expect(theirs == ours || hasOddName(record), text)
            return theirs == .malformed ? "malformed" : "badRecord"
        }
    }

    @Test(arguments: 1...8)
    func agreesOnGoodAndBadRecords(seed: UInt64) {
        var generator = DocumentGenerator(seed: seed)
        var outcomes: [String: Int] = [:]
        for _ in 0..<1500 {
            let record = generator.record()
            outcomes[Self.expectAgreement(on: Array(record.utf8)), default: 0] += 1
            outcomes[Self.expectAgreement(on: generator.broken(record)), default: 0] += 1
        }
        #expect(outcomes.count == 4 && outcomes.values.allSatisfy { $0 > 20 }, "\(outcomes)")
    }

    @Test(arguments: [
        ("id", "9007199254740993.5"), ("id", "9223372036854775807e-1"), ("phone", #""1","phone":"2""#),
    ])
    func differsFromFoundationWhereItIsStricter(field: String, json: String) {
        // Foundation cuts fractions off large numbers, and takes the first of two members with one name.
        let record = Array(Record.text(replacing: field, with: json).utf8)
        #expect(Self.foundation(record) != Self.ours(record))
        guard case .supplier = Self.foundation(record) else {
            Issue.record("Foundation refuses it too")
            return
        }
    }

    @Test(arguments: [(510, true, true), (511, true, false), (1022, true, false), (1023, false, false)])
    func nestsDeeperThanFoundation(depth: Int, isRead: Bool, isReadByFoundation: Bool) {
        let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let record = Array(Record.text(replacing: "phone", with: #""1","more":\#(arrays)"#).utf8)
        #expect((Self.ours(record) != .malformed) == isRead)
        #expect((Self.foundation(record) != .malformed) == isReadByFoundation)
    }
}
