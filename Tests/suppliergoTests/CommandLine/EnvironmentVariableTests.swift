import FoundationEssentials
import TestSupport
import Testing

@testable import suppliergo

@Suite struct EnvironmentVariableTests {
    /// Words in upper case that are no environment variables of people's.
    private static let others: Set<String> = [BackgroundRequest.variable, "PATH"]

    @Test func knowsEveryVariableThatTheSourcesName() throws {
        let repository = URL(filePath: TestData.directory).deletingLastPathComponent()
        let root = repository.appending(path: "Sources/suppliergo")
        let known = Set(EnvironmentVariable.allCases.map(\.rawValue)).union(Self.others)
        var count = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path()) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            for match in text.matches(of: #/(?:environment|variables)\["(\w+)"\]|"([A-Z]+(?:_[A-Z]+)+)"/#) {
                let name = String(match.1 ?? match.2 ?? "")
                #expect(known.contains(name), "\(name) in \(path)")
                count += 1
            }
        }
        #expect(count > 10)
    }

    @Test func areDescribedForEveryOption() {
        for option in Options.all {
            for variable in option.environment { #expect(!variable.meaning.isEmpty) }
        }
    }
}
