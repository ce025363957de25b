import Testing

@testable import suppliergo

struct KeyTableTests {
    private let bindings = KeyTable.sections.flatMap(\.bindings)

    @Test func hasNoKeyTwice() {
        let keys = bindings.flatMap(\.keys)
        #expect(Set(keys).count == keys.count && !keys.isEmpty)
        #expect(bindings.allSatisfy { !$0.keys.isEmpty })
        for binding in bindings {
            for key in binding.keys { #expect(KeyTable.binding(of: key)?.meaning == binding.meaning) }
        }
        #expect(KeyTable.binding(of: .character("Z")) == nil)
    }

    @Test(arguments: [
        (Key.character("k"), "Up, k"), (.pageDown, "Page Down, ^F"), (.character(" "), "Space"), (.control("c"), "^C"),
    ])
    func namesKeysAsPeopleDo(key: Key, names: String) throws {
        #expect(KeyTable.names(of: try #require(KeyTable.binding(of: key))) == names)
    }

    @Test func explainsEachKeyInAClause() {
        for binding in bindings {
            #expect(binding.meaning.first?.isLowercase == true && binding.meaning.last != ".")
        }
    }
}
