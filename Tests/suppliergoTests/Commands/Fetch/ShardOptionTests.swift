import SupplierGoFleet
import SupplierGoKit
import Testing

@testable import suppliergo

@Suite struct ShardOptionTests {
    private func environment(_ variables: String) -> [String: String] {
        var environment = ["HOME": "/home/ann"]
        for variable in variables.split(separator: " ") {
            let parts = variable.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            environment[parts[0]] = parts[1]
        }
        return environment
    }

    private func shard(_ option: String, _ variables: String = "") throws -> Shard? {
        try suppliergoTests.invocation("fetch -c x \(option)", environment: environment(variables)).fetch?.loading.shard
    }

    @Test(arguments: [("1/1", 1, 1), ("1/3", 1, 3), ("3/3", 3, 3), ("16/1000000", 16, 1_000_000)])
    func takesAPart(text: String, index: Int, count: Int) throws {
        let expected = try #require(Shard(index, of: count))
        #expect(try shard("--shard \(text)") == expected)
        #expect(try shard("--shard=\(text)", "SUPPLIERGO_SHARDS=9 PARALLEL_SEQ=2") == expected)
    }

    @Test func takesAllWithoutTheOption() throws {
        #expect(try shard("", "SUPPLIERGO_SHARDS=9 PARALLEL_SEQ=2") == nil)
    }

    @Test(arguments: ["0/3", "4/3", "1", "1/", "/2", "1/2/3", "+1/2", "1 /2", "a/b", "1/0", "Auto", "1/1000001"])
    func refusesWhatIsNotAPart(text: String) throws {
        let failure = try #require(argumentFailure(of: "fetch -c x --shard=\(text)"))
        #expect(failure.status == .usage)
        #expect(failure.sentence.contains("is not auto, or I/N with I from 1 to N"))
    }

    @Test(arguments: [
        ("SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=4", 1, 4),
        ("SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=3 SLURM_ARRAY_TASK_COUNT=4", 4, 4),
        (
            "SLURM_ARRAY_TASK_ID=8 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=12 SLURM_ARRAY_TASK_STEP=4 "
                + "SLURM_ARRAY_TASK_COUNT=4", 3, 4
        ),
        ("SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_COUNT=2 SUPPLIERGO_SHARDS=16", 7, 16),
        ("SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=1 SLURM_ARRAY_TASK_COUNT=1", 1, 1),
        (
            "SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=5 SLURM_ARRAY_TASK_COUNT=1 "
                + "SUPPLIERGO_SHARDS=64", 5, 64
        ),
        ("JOB_COMPLETION_INDEX=0 SUPPLIERGO_SHARDS=4", 1, 4), ("JOB_COMPLETION_INDEX=3 SUPPLIERGO_SHARDS=4", 4, 4),
        ("PARALLEL_SEQ=1 SUPPLIERGO_SHARDS=4", 1, 4), ("PARALLEL_SEQ=4 SUPPLIERGO_SHARDS=4", 4, 4),
        ("PARALLEL_SEQ=2 SUPPLIERGO_SHARDS=4 JOB_COMPLETION_INDEX=", 2, 4),
    ])
    func readsTheSchedulersTask(variables: String, index: Int, count: Int) throws {
        let expected = try #require(Shard(index, of: count))
        #expect(try shard("--shard auto", variables) == expected)
    }

    @Test(arguments: [
        ("PARALLEL_SEQ=5 SUPPLIERGO_SHARDS=4", "PARALLEL_SEQ has the value '5', which is not a task of 4"),
        ("PARALLEL_SEQ=0 SUPPLIERGO_SHARDS=4", "PARALLEL_SEQ has the value '0', which is not a task of 4"),
        (
            "JOB_COMPLETION_INDEX=4 SUPPLIERGO_SHARDS=4",
            "JOB_COMPLETION_INDEX has the value '4', which is not a task of 4"
        ),
        ("JOB_COMPLETION_INDEX=-1 SUPPLIERGO_SHARDS=4", "JOB_COMPLETION_INDEX has the value '-1', which is not a "),
        ("PARALLEL_SEQ=1 SUPPLIERGO_SHARDS=four", "SUPPLIERGO_SHARDS has the value 'four', which is not a whole "),
        ("PARALLEL_SEQ=1", "SUPPLIERGO_SHARDS is not set"), ("JOB_COMPLETION_INDEX=1", "SUPPLIERGO_SHARDS is not set"),
        (
            "JOB_COMPLETION_INDEX=1 PARALLEL_SEQ=1 SUPPLIERGO_SHARDS=4",
            "PARALLEL_SEQ is set beside JOB_COMPLETION_INDEX: give '--shard I/N'"
        ),
        ("SLURM_ARRAY_TASK_ID=1", "SLURM_ARRAY_TASK_ID is set, but SLURM_ARRAY_TASK_COUNT is not"),
        (
            "SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=5 SLURM_ARRAY_TASK_COUNT=2",
            "SLURM_ARRAY_TASK_COUNT has the value '2', so these are not all tasks: set SUPPLIERGO_SHARDS to the number "
        ),
        (
            "SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=5 SLURM_ARRAY_TASK_COUNT=1",
            "SLURM_ARRAY_TASK_MIN has the value '5', so these are not all tasks: set SUPPLIERGO_SHARDS to the number "
        ),
        (
            "SLURM_ARRAY_TASK_ID=6 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=8 SLURM_ARRAY_TASK_COUNT=4",
            "SLURM_ARRAY_TASK_MIN has the value '5', so these are not all tasks: set SUPPLIERGO_SHARDS to the number "
        ),
        (
            "SLURM_ARRAY_TASK_ID=6 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=12 SLURM_ARRAY_TASK_STEP=4 "
                + "SLURM_ARRAY_TASK_COUNT=4",
            "SLURM_ARRAY_TASK_ID has the value '6', which is not a task of 4"
        ), ("PARALLEL_SEQ=1 SUPPLIERGO_SHARDS=0", "SUPPLIERGO_SHARDS has the value '0', which is not a whole number"),
        (
            "SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_COUNT=4 SUPPLIERGO_SHARDS=4",
            "SLURM_ARRAY_TASK_ID has the value '0', which is not a task of 4"
        ),
    ])
    func saysWhichVariableIsWrong(variables: String, sentence: String) throws {
        let failure = try #require(
            argumentFailure(of: "fetch -c x --shard auto", environment: environment(variables)))
        #expect(failure.status == .configuration)
        #expect(failure.sentence.hasPrefix("the environment variable " + sentence))
    }

    @Test func saysThatThereIsNoTask() throws {
        let failure = try #require(argumentFailure(of: "fetch -c x --shard auto"))
        #expect(failure.status == .usage)
        #expect(failure.sentence.contains("give '--shard I/N'"))
    }
}
