import FoundationEssentials
import TestSupport
import Testing

@testable import suppliergo

@Suite struct EnvironmentVariableTests {
    @Test func areAllThatTheSourcesRead() throws {
        let sources = URL(filePath: TestData.directory).deletingLastPathComponent().appending(path: "Sources")
        let known = Set(EnvironmentVariable.allNames.map { $0.uppercased() })
        var read: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path())
        where path.hasSuffix(".swift") && !path.hasSuffix("/HelpText.swift") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            for line in text.split(separator: "\n")
            where line.utf8.contains(UInt8(ascii: "\"")) && line.contains(#/[eE]nvironment|variable|value\("/#) {
                read.formUnion(line.matches(of: #/[\[(,] ?"([A-Z]{2,}[A-Z0-9_]*)"/#).map { String($0.1) })
            }
        }
        #expect(read.isSuperset(of: ["TMUX", "LESS", "HTTPS_PROXY", "PATH", "AWS_REGION", "NO_COLOR"]))
        #expect(read.subtracting(known).isEmpty)
    }

    @Test(arguments: ["TMUX", "STY", "ZELLIJ", "LESS", "LV", "TZ"])
    func namesTheVariablesThatOthersRead(name: String) {
        #expect(HelpText(.environment, of: .suppliergo).description.contains(name))
    }

    @Test func areDescribedForEveryOption() {
        for option in CommandTable.suppliergo.options {
            for variable in option.environment { #expect(EnvironmentVariable.allNames.contains(variable.rawValue)) }
        }
    }
}

extension EnvironmentVariable {
    /// The names of all variables that help and the manual page list.
    static let allNames = Set((own.map(\.key) + elsewhere.flatMap(\.value) + fleet.map(\.key)).map(\.rawValue))
}
