import Foundation
import Testing

@testable import SupplierGoKit

/// Holds the scanner and the decoder against Foundation's `JSONDecoder`, over the same generated arrays.
@Suite struct RecordDecoderDifferentialTests {
    /// Any JSON value.
    enum Value: Decodable, Equatable {
        case null, bool(Bool), integer(Int), number(Double), text(String), array([Value]), object([String: Value])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let bool = try? value.decode(Bool.self) {
                self = .bool(bool)
            } else if let integer = try? value.decode(Int.self) {
                self = .integer(integer)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else if let array = try? value.decode([Value].self) {
                self = .array(array)
            } else if let object = try? value.decode([String: Value].self) {
                self = .object(object)
            } else {
                self = .text(try value.decode(String.self))
            }
        }
    }

    struct Mixed: Decodable, Equatable {
        let id: Int8?
        let fullname: [String?]?
        let extra: [String: UInt]?
        let phone: Float?
    }

    enum Outcome<Success: Equatable>: Equatable {
        case success([Success])
        case failure(path: [String])

        /// A string that is no text, or a number that fits no type, at a path.
        case flaw(path: [String])

        case noJSON
    }

    static func path(_ error: DecodingError) -> [String]? {
        switch error {
        case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context):
            context.codingPath.map(\.stringValue)
        case .keyNotFound(let key, let context):
            context.codingPath.map(\.stringValue) + [key.stringValue]
        @unknown default: nil
        }
    }

    static func foundation<Success: Decodable>(_ type: Success.Type, _ array: [UInt8]) -> Outcome<Success> {
        do {
            return .success(try JSONDecoder().decode([Success].self, from: Data(array)))
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            return .noJSON
        } catch {
            guard let error = error as? DecodingError, let path = path(error) else { return .noJSON }
            return .failure(path: Array(path.dropFirst()))
        }
    }

    static func ours<Success: Decodable>(_ type: Success.Type, _ array: [UInt8]) -> Outcome<Success> {
        let (portions, fault) = RecordScanner.scan([array])
        guard fault == nil else { return .noJSON }
        var values: [Success] = []
        for portion in portions {
            let source = RecordSource(portion)
            for root in portion.roots {
                do {
                    values.append(try RecordDecoder(source: source, index: root).decode(type))
                } catch DecodingError.dataCorrupted(let context) where isFlaw(context) {
                    return .flaw(path: context.codingPath.map(\.stringValue))
                } catch {
                    guard let error = error as? DecodingError, let path = path(error) else { return .noJSON }
                    return .failure(path: path)
                }
            }
        }
        return .success(values)
    }

    static func isFlaw(_ context: DecodingError.Context) -> Bool {
        let flaws = ["expected a string in UTF-8", "expected a string of whole"]
        return context.underlyingError != nil || flaws.contains { context.debugDescription.hasPrefix($0) }
    }

    /// Whether the document holds what the two are known to differ on.
    static func hasOddity(_ array: [UInt8]) -> Bool {
        let (portions, fault) = RecordScanner.scan([array])
        guard fault == nil else { return false }
        return portions.contains { portion in
            let source = RecordSource(portion)
            return source.tokens.indices.contains { hasFlawedName(at: $0, source) || isLargeFraction(at: $0, source) }
        }
    }

    /// JSONDecoder wants all names of an object to be text; here those that nobody asks for may be otherwise.
    static func hasFlawedName(at object: Int, _ source: RecordSource) -> Bool {
        guard source.tokens[object].kind == .object else { return false }
        var name = object + 1
        while name < object + source.tokens[object].stride {
            if source.name(at: name) == nil { return true }
            name += 1 + source.tokens[name + 1].stride
        }
        return false
    }

    /// JSONDecoder cuts the fraction off what it reads as an integer, from 2^53 on.
    static func isLargeFraction(at number: Int, _ source: RecordSource) -> Bool {
        guard source.tokens[number].kind == .number, source.tokens[number].isMarked else { return false }
        let value = Double(String(decoding: source.bytes[source.range(of: number)], as: UTF8.self))
        return (value?.magnitude ?? 0) >= 0x1p53
    }

    /// JSONDecoder does not look into strings and numbers that it is not asked for. JSONSerialization does, but both let
    /// a comma pass before a closing bracket.
    static func isUnseen(_ array: [UInt8]) -> Bool {
        do {
            _ = try JSONSerialization.jsonObject(with: Data(array))
            return String(decoding: array, as: UTF8.self).contains(/,\s*\]/)
        } catch {
            return true
        }
    }

    /// Expects one answer of both, but for what is known, and says which kind of answer it is.
    static func expectAgreement<Success: Decodable & Equatable>(on document: [UInt8], as type: Success.Type) -> String {
        let array = [UInt8(ascii: "[")] + document + [UInt8(ascii: "]")]
        let (theirs, ours) = (foundation(type, array), ours(type, array))
        let text = Comment(rawValue: String(decoding: array, as: UTF8.self))
        switch (theirs, ours) {
        case (.success(let left), .success(let right)):
            #expect(left == right || hasOddity(array), text)
            return "success"
        case (.noJSON, .flaw):
            // JSONDecoder does not say where a string is no text or a number fits no type.
            return "flaw"
        case (.success, .noJSON), (.failure, .noJSON):
            #expect(isUnseen(array), text)
            return "noJSON"
        default:
            #expect(theirs == ours || hasOddity(array), text)
            return theirs == .noJSON ? "noJSON" : "failure"
        }
    }

    @Test func agreesOnGoodAndBrokenDocuments() {
        var generator = DocumentGenerator(seed: 1)
        var outcomes: [String: Int] = [:]
        for _ in 0..<3000 {
            let document = "\(generator.value()),\(generator.value())"
            outcomes[Self.expectAgreement(on: Array(document.utf8), as: Value.self), default: 0] += 1
            outcomes[Self.expectAgreement(on: generator.broken(document), as: Value.self), default: 0] += 1
        }
        #expect(outcomes.values.allSatisfy { $0 > 300 }, "\(outcomes)")
    }

    @Test func agreesOnSuppliers() {
        var generator = DocumentGenerator(seed: 2)
        var outcomes: [String: Int] = [:]
        for _ in 0..<3000 {
            let document = generator.record()
            outcomes[Self.expectAgreement(on: Array(document.utf8), as: Supplier.self), default: 0] += 1
            outcomes[Self.expectAgreement(on: generator.broken(document), as: Supplier.self), default: 0] += 1
            outcomes[Self.expectAgreement(on: Array(document.utf8), as: Mixed.self), default: 0] += 1
        }
        #expect(outcomes.values.allSatisfy { $0 > 300 }, "\(outcomes)")
    }

    @Test(arguments: ["9223372036854775807e-1", "9007199254740993.5"])
    func refusesLargeFractionsThatFoundationCuts(number: String) throws {
        #expect(Self.ours(Int.self, Array("[\(number)]".utf8)) == .flaw(path: []))
        guard case .success = Self.foundation(Int.self, Array("[\(number)]".utf8)) else {
            Issue.record("Foundation refuses it too")
            return
        }
    }

    @Test func takesTheLastOfTwoMembersWhereFoundationTakesTheFirst() {
        let array = Array(#"[{"a":1,"a":2}]"#.utf8)
        #expect(Self.ours([String: Int].self, array) == .success([["a": 2]]))
        #expect(Self.foundation([String: Int].self, array) == .success([["a": 1]]))
    }

    @Test func tellsComposedNamesFromDecomposedOnesWhereFoundationDoesNot() {
        struct Composed: Decodable, Equatable {
            let é: Int?
        }
        let array = Array("[{\"e\u{301}\":1}]".utf8)
        #expect(Self.ours(Composed.self, array) == .success([Composed(é: nil)]))
        #expect(Self.foundation(Composed.self, array) == .success([Composed(é: 1)]))
    }

    @Test func nestsAsDeepAsFoundation() {
        for depth in [512, 513] {
            let array = Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
            let isNoJSON = Self.ours(Value.self, array) == .noJSON
            #expect(isNoJSON == (depth == 513))
            #expect((Self.foundation(Value.self, array) == .noJSON) == isNoJSON)
        }
    }
}
