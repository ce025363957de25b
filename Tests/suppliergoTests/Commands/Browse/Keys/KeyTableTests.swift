import Testing

@testable import suppliergo

struct KeyTableTests {
    private let bindings = KeyTable.sections.flatMap(\.bindings)

    @Test func hasKeysForEveryActionAndNoKeyTwice() {
        #expect(Set(bindings.map(\.action)) == Set(BrowserAction.allCases))
        #expect(bindings.count == BrowserAction.allCases.count)
        let keys = bindings.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        for binding in bindings {
            for key in binding.keys { #expect(KeyTable.action(for: key) == binding.action) }
        }
        #expect(KeyTable.action(for: .character("Z")) == nil)
    }

    @Test func namesKeysAsPeopleDo() {
        let names = Dictionary(uniqueKeysWithValues: bindings.map { ($0.action, KeyTable.names(of: $0)) })
        #expect(names[.moveUp] == "Up, k")
        #expect(names[.pageDown] == "Page Down, ^F")
        #expect(names[.mark] == "Space")
        #expect(names[.interrupt] == "^C")
    }

    @Test func saysWhatEachKeyDoesAsAClause() {
        for binding in bindings {
            #expect(binding.meaning.first?.isLowercase == true && binding.meaning.last != ".")
        }
    }
}
