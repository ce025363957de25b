import Testing

@testable import SupplierGoKit

@Suite struct RecordDecoderContainerTests {
    struct Step: CodingKey, Hashable {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// Runs a test's own code as a `Decodable` would.
    struct Probe: Decodable {
        @TaskLocal static var body: @Sendable (any Decoder) throws -> Void = { _ in }

        init(from decoder: any Decoder) throws { try Self.body(decoder) }

        static func run(_ json: String, _ body: @escaping @Sendable (any Decoder) throws -> Void) throws {
            _ = try $body.withValue(body) { try decode(Probe.self, json) }
        }
    }

    static func names(_ path: [any CodingKey]) -> [String] {
        path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    }

    @Test func nestsContainersOfEveryKind() throws {
        try Probe.run(#"{"a":{"b":[{"c":[true,null]},-1,"x"]},"n":null}"#) { decoder in
            let top = try decoder.container(keyedBy: Step.self)
            #expect(Set(top.allKeys) == [Step("a"), Step("n")])
            #expect(top.contains(Step("n")) && !top.contains(Step("z")))
            #expect(try top.decodeNil(forKey: Step("n")))
            #expect(try !top.decodeNil(forKey: Step("a")))
            let a = try top.nestedContainer(keyedBy: Step.self, forKey: Step("a"))
            #expect(Self.names(a.codingPath) == ["a"])
            var b = try a.nestedUnkeyedContainer(forKey: Step("b"))
            #expect(b.count == 3 && b.currentIndex == 0 && !b.isAtEnd)
            let first = try b.nestedContainer(keyedBy: Step.self)
            #expect(Self.names(first.codingPath) == ["a", "b", "0"])
            var c = try first.nestedUnkeyedContainer(forKey: Step("c"))
            #expect(Self.names(c.codingPath) == ["a", "b", "0", "c"])
            #expect(try !c.decodeNil())
            #expect(try c.decode(Bool.self))
            #expect(try c.decodeNil())
            #expect(c.isAtEnd)
            #expect(throws: DecodingError.self) { try c.decodeNil() }
            #expect(throws: DecodingError.self) { try b.decode(String.self) }
            #expect(b.currentIndex == 1)
            #expect(try b.decode(Int.self) == -1)
            #expect(try b.decodeIfPresent(String.self) == "x")
            #expect(try b.decodeIfPresent(String.self) == nil)
        }
    }

    @Test func findsSuperclassesFields() throws {
        try Probe.run(#"{"super":{"a":1},"base":[2],"list":[[3],4]}"#) { decoder in
            let top = try decoder.container(keyedBy: Step.self)
            let parent = try top.superDecoder()
            #expect(Self.names(parent.codingPath) == ["super"])
            #expect(try [String: Int](from: parent) == ["a": 1])
            let base = try top.superDecoder(forKey: Step("base"))
            #expect(try [Int](from: base) == [2])
            let absent = try top.superDecoder(forKey: Step("none"))
            #expect(Self.names(absent.codingPath) == ["none"])
            #expect(try absent.singleValueContainer().decodeNil())
            #expect(throws: DecodingError.self) { try absent.container(keyedBy: Step.self) }
            var list = try top.nestedUnkeyedContainer(forKey: Step("list"))
            let element = try list.superDecoder()
            #expect(Self.names(element.codingPath) == ["list", "0"])
            #expect(try [Int](from: element) == [3])
            #expect(try list.decode(Int.self) == 4)
        }
    }

    @Test func isOneValueWhereOneIsAskedFor() throws {
        try Probe.run("[null,7]") { decoder in
            let value = try decoder.singleValueContainer()
            #expect(!value.decodeNil())
            #expect(try value.decode([Int?].self) == [nil, 7])
            #expect(throws: DecodingError.self) { try value.decode(Bool.self) }
            #expect(decoder.userInfo.isEmpty && value.codingPath.isEmpty)
        }
    }

    indirect enum Shape: Decodable, Equatable {
        case point, circle(radius: Double), pair(Shape, Shape)
    }

    class Base: Decodable {
        let name: String
    }

    @Test func readsSynthesizedTypes() throws {
        let shapes = try decode(
            [Shape].self, #"[{"point":{}},{"pair":{"_0":{"circle":{"radius":2}},"_1":{"point":{}}}}]"#)
        #expect(shapes == [.point, .pair(.circle(radius: 2), .point)])
        #expect(try decode(Base.self, #"{"name":"n"}"#).name == "n")
        #expect(try decode([Int: Bool].self, #"{"1":true,"-2":false}"#) == [1: true, -2: false])
        #expect(try decode(ClosedRange<Int>.self, "[1,5]") == 1...5)
        #expect(try decode([String: [String: Int?]].self, #"{"a":{"b":null,"c":1}}"#) == ["a": ["b": nil, "c": 1]])
    }

    static let failures: [(json: String, path: [String], reason: String)] = [
        (#"{"a":{"b":[1,"x"]}}"#, ["a", "b", "1"], "expected an integer, found \"x\""),
        (#"{"a":{"b":[1,null]}}"#, ["a", "b", "1"], "expected an integer, found null"),
        (#"{"a":{"b":[1,2.5]}}"#, ["a", "b", "1"], "expected an integer that fits Int, found the number 2.5"),
        (#"{"z":{"y":[]},"a":{"b":{"z":[1]}}}"#, ["a", "b"], "expected an array, found an object"),
        (#"{"a":[]}"#, ["a"], "expected an object, found an array"), ("true", [], "expected an object, found true"),
        (#"{"a":{"b\u0062":[false]}}"#, ["a", "bb", "0"], "expected an integer, found false"),
    ]

    @Test(arguments: failures)
    func saysWhereAndWhy(json: String, path: [String], reason: String) throws {
        let error = #expect(throws: DecodingError.self) { try decode([String: [String: [Int]]].self, json) }
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            #expect(Self.names(context.codingPath) == path)
            #expect(context.debugDescription == reason)
        default:
            Issue.record(Comment(rawValue: "\(String(describing: error)) is another error"))
        }
    }

    @Test func namesTheMissingMember() throws {
        struct Pair: Decodable { let a: Int, b: String }
        let error = #expect(throws: DecodingError.self) { try decode([Pair].self, #"[{"a":1,"b":""},{"a":1}]"#) }
        guard case .keyNotFound(let key, let context) = error else {
            Issue.record(Comment(rawValue: "\(String(describing: error)) is another error"))
            return
        }
        #expect(key.stringValue == "b" && Self.names(context.codingPath) == ["1"])
        #expect(context.debugDescription == "expected a string, found nothing")
    }

    @Test func findsPathsInALaterRecord() throws {
        var scanner = RecordScanner()
        try scanner.scan(Array(#"[{"a":[1]},{"a":[1,[2]]},{"b":0},{"a":[{},[],{"c":[0,true]}]}]"#.utf8))
        let source = RecordSource(try #require(scanner.takeReady().first))
        let last = source.tokens.count - 1
        #expect(Self.names(source.path(of: last)) == ["a", "2", "c", "1"])
        #expect(source.path(of: source.roots[3]).isEmpty)
        #expect(Self.names(source.path(of: source.roots[2] + 2)) == ["b"])
    }
}
