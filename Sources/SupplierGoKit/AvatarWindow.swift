/// The tasks of a run that are under way, and what they left.
struct AvatarWindow {
    /// The tasks; each gives the avatar that somebody else is loading, or `nil` where all is done.
    typealias Group = ThrowingTaskGroup<SharedAvatar?, any Error>

    private let limit: Int
    private var running = 0
    private var left: [SharedAvatar] = []

    /// Creates an empty window.
    ///
    /// - Parameter limit: how many tasks there may be at once, at least 1.
    init(limit: Int) {
        self.limit = limit
    }

    /// Waits until another task may begin; also, as long as any is running, for other reasons to be over.
    mutating func makeRoom(in group: inout Group, while isCrowded: () -> Bool) async throws {
        while running >= limit || running > 0 && isCrowded() { try await takeNext(from: &group) }
    }

    /// Begins a task.
    mutating func add(to group: inout Group, _ task: sending @escaping @isolated(any) () async -> SharedAvatar?) {
        running += 1
        group.addTask(operation: task)
    }

    /// Waits for all tasks.
    mutating func drain(_ group: inout Group) async throws {
        while running > 0 { try await takeNext(from: &group) }
    }

    /// What somebody else was loading.
    mutating func takeLeft() -> [SharedAvatar] {
        defer { left = [] }
        return left
    }

    private mutating func takeNext(from group: inout Group) async throws {
        if let avatar = try await group.next() ?? nil { left.append(avatar) }
        running -= 1
    }
}
