import FoundationEssentials
import TestSupport
import Testing

@Suite struct DescriptorTableTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    @Test(arguments: [(800, 1024), (1500, 1024), (100, 128)])
    func isWideBeforeThereAreThreadsThatShareIt(limit: Int, size: Int) async throws {
        var configuration = setting.configuration(input: .pipe)
        configuration.executable = "/bin/sh"
        let script = #"ulimit -n \#(limit); exec "$0" list -c - --format tsv"#
        let run = try CommandLineRun(["-c", script, CommandLineRun.builtExecutable], configuration: configuration)
        try await run.write(Array(("[" + Samples.record(1) + ",").utf8))
        try await run.outputHolds("Name 1")
        #expect(try descriptorTableSize(of: run.processID) >= size)
        try await run.write(Array((Samples.record(2) + "]").utf8))
        run.endInput()
        #expect(try await run.result().output == Samples.line(1) + Samples.line(2))
    }

    /// `FDSize` in proc_pid_status(5): a power of two, from 64 on.
    private func descriptorTableSize(of processID: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("FDSize:") })
        return try #require(Int(line.dropFirst("FDSize:".count).drop { $0 == "\t" }))
    }
}
