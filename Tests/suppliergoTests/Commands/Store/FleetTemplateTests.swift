import FoundationEssentials
import TestSupport
import Testing

@testable import suppliergo

/// The templates in `.packaging/fleet` run as they are, and say what the program says.
@Suite struct FleetTemplateTests {
    private static let directory = TestData.path("../.packaging/fleet")

    /// What a run ends with that ends so again.
    private static let lasting: [suppliergo.ExitStatus] = [.usage, .badData, .noInput, .noPermission, .configuration]

    private let fleet: StoreSetting

    init() throws {
        fleet = try StoreSetting(Samples.catalog(avatarCount: 12))
        try fleet.setting.directory.write([], to: "requeued")
        try fleet.setting.directory.write(
            Array("#!/bin/sh\necho \"$@\" >>'\(fleet.setting.directory.path)/requeued'\n".utf8), to: "bin/scontrol")
    }

    @Test func slurmTasksShareTheWork() async throws {
        for task in 1...3 {
            let result = try await slurm(task: task, of: 3)
            #expect(result.status == 0, "\(result.errorOutput)")
        }
        expectAllAskedForOnce()
        #expect(try requeued == "")
    }

    @Test func aSlurmTaskIsQueuedAgainWhereItMaySucceedLater() async throws {
        let catalog = Samples.catalog(avatarCount: 1)
        let server = try LoopbackServer { $0.target == "/catalog.json" ? .ok(catalog) : .status(403) }
        defer { server.stop() }
        for (restarts, count) in [("0", 1), ("2", 2), ("3", 2)] {
            let result = try await slurm(
                task: 1, of: 1, catalog: server.url("/catalog.json").absoluteString,
                environment: ["SLURM_RESTART_COUNT": restarts])
            #expect(result.status == 3, "\(result.errorOutput)")
            #expect(try requeued == String(repeating: "requeue 9_1\n", count: count))
        }
    }

    @Test(.enabled(if: Program.isInstalled("parallel"), "GNU parallel is not installed: apt-get install parallel"))
    func jobsOfParallelShareTheWork() async throws {
        let result = try await run(
            ["parallel.sh", "3", fleet.catalog, fleet.address, "--jobs", "2"], environment: [:])
        #expect(result.status == 0, "\(result.errorOutput)")
        #expect(result.output.split(separator: "\n").count == 12)
        expectAllAskedForOnce()
    }

    @Test(
        .enabled(if: Program.isInstalled("parallel"), "GNU parallel is not installed: apt-get install parallel"),
        arguments: [(403, 3), (404, 1)])
    func aJobOfParallelIsRunAgainWhereItMaySucceedLater(status: Int, runCount: Int) async throws {
        let catalog = Samples.catalog(avatarCount: 1)
        let server = try LoopbackServer { $0.target == "/catalog.json" ? .ok(catalog) : .status(status) }
        defer { server.stop() }
        let address = server.url("/catalog.json").absoluteString
        let result = try await run(["parallel.sh", "1", address, fleet.address], environment: [:])
        #expect(result.status == (runCount == 1 ? 0 : 1), "\(result.errorOutput)")
        #expect(server.requests.count { $0.target == "/catalog.json" } == runCount)
    }

    @Test(.enabled(if: Program.isInstalled("parallel"), "GNU parallel is not installed: apt-get install parallel"))
    func aJobOfParallelIsNotRunAgainWhereItCannotSucceed() async throws {
        let server = try LoopbackServer { _ in .ok("<html>") }
        defer { server.stop() }
        let address = server.url("/catalog.json").absoluteString
        let result = try await run(["parallel.sh", "2", address, fleet.address], environment: [:])
        #expect(result.status == 2, "\(result.errorOutput)")
        #expect(server.requests.count == 2)
    }

    @Test func podsShareTheWork() async throws {
        let text = try template("kubernetes.yaml")
        let arguments = list(after: "args:", in: text)
        for index in 0..<2 {
            let environment = [
                "JOB_COMPLETION_INDEX": "\(index)", "SUPPLIERGO_SHARDS": "2", "SUPPLIERGO_CATALOG": fleet.catalog,
                "SUPPLIERGO_STORE": fleet.address,
            ]
            let result = try await fleet.setting.start(
                arguments.joined(separator: " "), environment: fleet.variables(environment)
            ).result()
            #expect(result.status == 0, "\(result.errorOutput)")
        }
        expectAllAskedForOnce()
    }

    @Test func theManifestSaysWhatTheProgramReads() throws {
        let text = try template("kubernetes.yaml")
        let names = values(of: "- name", in: text).filter { $0.uppercased() == $0 }
        #expect(names.count == 5)
        for name in names {
            #expect(EnvironmentVariable.allNames.contains(name), "\(name)")
        }
        let shards = text.split(separator: "- name: SUPPLIERGO_SHARDS").last.map { values(of: "value", in: String($0)) }
        let completions = values(of: "completions", in: text)
        #expect(shards?.first == completions.first.map { "\"\($0)\"" })
        #expect(values(of: "maxFailedIndexes", in: text) == completions)
        #expect(values(of: "backoffLimitPerIndex", in: text) == ["3"])
        #expect(values(of: "backoffLimit", in: text).isEmpty)
        let statuses = values(of: "values", in: text).first?.filter { !"[] ".contains($0) }.split(separator: ",")
        #expect(statuses?.map { Int32($0) } == Self.lasting.map(\.rawValue))
    }

    @Test(arguments: ["slurm.sbatch", "parallel.sh", "kubernetes.yaml"])
    func saysWhyAStoreIsNotRead(name: String) throws {
        #expect(try !template(name).contains("--quiet"))
    }

    @Test(arguments: ["slurm.sbatch", "parallel.sh"])
    func saysHowItIsUsed(name: String) async throws {
        let result = try await run([name, "one"], environment: [:])
        #expect(result.status == 64)
        #expect(result.errorOutput.hasPrefix("usage: "))
        #expect(result.errorOutput.contains("s3://BUCKET/PREFIX"))
    }

    // MARK: - Templates

    private func template(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(Self.directory)/\(name)")), as: UTF8.self)
    }

    /// The scalars of a key of a manifest.
    private func values(of key: String, in text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
            .filter { $0.hasPrefix("\(key): ") }.map { String($0.dropFirst(key.count + 2)) }
    }

    /// The items of a manifest's list.
    private func list(after key: String, in text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
            .drop { $0 != key }.dropFirst().prefix { $0.hasPrefix("- ") && !$0.contains(": ") }
            .map { String($0.dropFirst(2)) }
    }

    // MARK: - Runs

    private func slurm(
        task: Int, of count: Int, catalog: String? = nil, environment: [String: String] = [:]
    ) async throws -> ProcessResult {
        let own = [
            "SLURM_ARRAY_JOB_ID": "9", "SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_MIN": "1",
            "SLURM_ARRAY_TASK_MAX": "\(count)", "SLURM_ARRAY_TASK_COUNT": "\(count)",
        ]
        return try await run(
            ["slurm.sbatch", catalog ?? fleet.catalog, fleet.address], environment: own.merging(environment) { $1 })
    }

    /// Runs a template, whose `suppliergo` is the one that was built, and whose `scontrol` notes its arguments.
    private func run(_ words: [String], environment: [String: String]) async throws -> ProcessResult {
        var configuration = fleet.setting.configuration(environment: fleet.variables(environment))
        configuration.executable = "/bin/bash"
        let program = CommandLineRun.builtExecutable.split(separator: "/").dropLast().joined(separator: "/")
        let path = "\(fleet.setting.directory.path)/bin:/\(program)"
        let script = "chmod +x \(fleet.setting.directory.path)/bin/scontrol; PATH=\(path):$PATH; bash \"$@\""
        return try await CommandLineRun(
            ["-c", script, "bash", "\(Self.directory)/\(words[0])"] + words.dropFirst(), configuration: configuration
        ).result()
    }

    private var requeued: String {
        get throws { String(decoding: try fleet.setting.directory.read("requeued"), as: UTF8.self) }
    }

    private func expectAllAskedForOnce() {
        #expect(fleet.askedTargets.sorted() == (1...12).map { "/\($0).png" }.sorted())
        #expect(fleet.names().count == 12)
    }
}
