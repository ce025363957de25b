import SupplierGoKit
import Testing

@testable import suppliergo

struct InitialsTests {
    @Test(arguments: [
        ("Matteo Hamill", "MH"), ("zoë", "Z"), ("Inês de Araújo Gonçalves", "IG"), ("佐藤 明子", "佐"), ("Ana-Lena", "AL"),
        ("(Dr.) Kim Lee", "KL"), ("e\u{301}mile zola", "E\u{301}Z"), ("ßig", "SS"), ("  ", "C"), ("\u{1b}[31m", "C"),
        ("4 seasons", "4S"), ("👩‍🔧", "C"), ("र्मा र्मार", "र"),
    ])
    func areThoseOfTheNameOrTheCompany(name: String, initials: String) throws {
        let text = Initials(of: try .sample(fullname: name, company: "Company")).text
        #expect(text == initials)
        #expect(text.displayWidth <= 2)
    }

    @Test func areAQuestionWhereThereIsNoName() throws {
        #expect(Initials(of: try .sample(fullname: "", company: "…")).text == "?")
    }

    @Test func haveAColourThatIsTheIdsOwn() throws {
        let tints = try (1...60).map { Initials(of: try .sample(id: "\($0)")).tint }
        #expect(Array(tints.prefix(8)) == [4, 1, 0, 1, 0, 3, 2, 1])
        #expect(Set(tints) == Set(0..<TextStyle.tintCount))
        #expect(Initials(of: try .sample(id: "7", fullname: "Other")).tint == tints[6])
    }
}
