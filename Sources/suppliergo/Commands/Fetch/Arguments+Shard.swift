import SupplierGoFleet
import SupplierGoKit

extension Arguments {
    /// The part of the avatars that is asked for; `nil` for all of them.
    func shard() throws(UsageError) -> Shard? {
        guard let chosen = self[Options.shard] else { return nil }
        if let chosen { return chosen }
        if let shard = try environment.scheduledShard() { return shard }
        throw command.misuse(
            "'\(Options.shard.spelling) auto' finds no task of Slurm, Kubernetes or GNU parallel: give "
                + "'\(Options.shard.spelling) I/N'")
    }
}

extension Environment {
    /// The shard of a scheduler's task, or `nil` if no scheduler has started the process.
    fileprivate func scheduledShard() throws(UsageError) -> Shard? {
        let tasks = [EnvironmentVariable.slurmTask, .kubernetesTask, "PARALLEL_SEQ"].filter { self[$0] != nil }
        guard let task = tasks.first, let number = try self.number(in: task) else { return nil }
        guard tasks.count == 1 else {
            throw .badVariable(tasks[1], "is set beside \(task.rawValue): give '\(Options.shard.spelling) I/N'")
        }
        let count = try self.number(in: .shards, from: 1)
        if task == .slurmTask, count == nil { return try slurmShard(number) }
        guard let count else {
            throw .badVariable(
                .shards, "is not set: '\(Options.shard.spelling) auto' reads how many shards there are from it")
        }
        return try shard(task == .kubernetesTask ? number + 1 : number, of: count, in: task)
    }

    /// The shard of a task of a whole array, which begins with 0 or 1.
    ///
    /// A part of an array, such as the tasks that are to be run again, has its own count, which would divide the
    /// avatars otherwise.
    private func slurmShard(_ number: Int) throws(UsageError) -> Shard {
        guard let first = try self.number(in: .slurmFirstTask), let count = try self.number(in: .slurmTaskCount) else {
            throw .badVariable(.slurmTask, "is set, but \(EnvironmentVariable.slurmTaskCount.rawValue) is not")
        }
        guard first <= 1 else { throw partialArray(.slurmFirstTask) }
        let step = max(1, try self.number(in: "SLURM_ARRAY_TASK_STEP") ?? 1)
        let last = try self.number(in: "SLURM_ARRAY_TASK_MAX") ?? first + (count - 1) * step
        guard last == first + (count - 1) * step else { throw partialArray(.slurmTaskCount) }
        guard (number - first).isMultiple(of: step) else { throw notATask(.slurmTask, of: count) }
        return try shard((number - first) / step + 1, of: count, in: .slurmTask)
    }

    private func partialArray(_ variable: EnvironmentVariable) -> UsageError {
        .badVariable(
            variable,
            "has the value '\(self[variable] ?? "")', so these are not all tasks: set "
                + "\(EnvironmentVariable.shards.rawValue) to the number of shards")
    }

    private func notATask(_ variable: EnvironmentVariable, of count: Int) -> UsageError {
        .badVariable(variable, "has the value '\(self[variable] ?? "")', which is not a task of \(count)")
    }

    private func shard(_ index: Int, of count: Int, in task: EnvironmentVariable) throws(UsageError) -> Shard {
        if let shard = Shard(index, of: count) { return shard }
        throw notATask(task, of: count)
    }

    /// A variable's whole number, or `nil` if it is not set.
    private func number(in variable: EnvironmentVariable, from least: Int = 0) throws(UsageError) -> Int? {
        guard let text = self[variable] else { return nil }
        let type = OptionType.count("", from: least)
        if let number = type.read(text) { return number }
        throw .badVariable(variable, "has the value '\(text)', which is not \(type.form.expectation)")
    }
}

extension OptionType where Value == Shard? {
    /// One of N parts, or `auto`, the one that the scheduler's variables name.
    static func shard(_ name: String) -> Self {
        Self(name, "auto, or I/N with I from 1 to N", .choices(["auto"])) { text in
            if text == "auto" { return .some(nil) }
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            let number = OptionType<Int>.count("").read
            guard parts.count == 2, let index = number(parts[0]), let count = number(parts[1]) else { return nil }
            return Shard(index, of: count).map { .some($0) }
        }
    }
}
