import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Several processes that edit at once, and processes that are killed while they do.
@Suite(.timeLimit(.minutes(3)))
struct EditingProcessesTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        try setting.directory.write(Array(Samples.catalog((1...64).map { Samples.record($0) }).utf8), to: "c.json")
    }

    private func phones() async throws -> [String: String] {
        let lines = try await setting.run("list -c c.json --format tsv --columns id,phone").output
        return Dictionary(
            uniqueKeysWithValues: lines.split(separator: "\n").map { line in
                let fields = line.split(separator: "\t")
                return (String(fields[0]), String(fields[1]))
            })
    }

    @Test func eightAtOnceLoseNoEdit() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for process in 0..<8 {
                group.addTask {
                    for round in 0..<8 {
                        let id = process * 8 + round + 1
                        let result = try await setting.run("edit \(id) -c c.json --phone 5550\(id)")
                        #expect(result.status == 0, "\(result.errorOutput)")
                    }
                }
            }
            try await group.waitForAll()
        }
        let phones = try await phones()
        for id in 1...64 { #expect(phones["\(id)"] == "5550\(id)") }
    }

    @Test func oneThatIsKilledHasEditedAllOrNothing() async throws {
        var last: [String: String] = try await phones()
        let usual = try await ContinuousClock().measure {
            _ = try await setting.run("edit 64 -c c.json --phone 5550")
        }
        last["64"] = "5550"
        for round in 0..<40 {
            let id = round % 64 + 1
            // Both fields, or none.
            let run = try setting.start("edit \(id) -c c.json --phone 777\(round) --company=K\(round)")
            // From before its first instruction to after its last.
            let end = ContinuousClock.now + usual * Double.random(in: 0...1.3)
            while ContinuousClock.now < end {}
            run.send(signal: SIGKILL)
            let result = try await run.result()
            let listed = try await setting.run("list -c c.json --format tsv id:\(id)")
            #expect(listed.errorOutput.isEmpty, "\(listed.errorOutput)")
            let isEdited = listed.output.contains("\tK\(round)\t777\(round)\t")
            #expect(isEdited || listed.output == Samples.line(id), "\(listed.output)")
            if result.status == 0 { #expect(isEdited) }
            last["\(id)"] = isEdited ? "777\(round)" : last["\(id)"]
        }
        #expect(try await phones() == last)
        #expect(try await setting.run("edit 64 -c c.json --phone 1234").status == 0)
        let files = try setting.directory.files().filter { $0.hasPrefix(".local/share/suppliergo/edits/") }
        #expect(files.allSatisfy { $0.hasSuffix("/lock") || $0.contains(".jsonl") })
        #expect(files.count { $0.contains(".~") } <= 2)
        #expect(!files.contains { $0.hasSuffix(".damaged") })
    }
}
