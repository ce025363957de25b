extension Result where Failure == any Error {
    /// Creates the result of asynchronous work, so that more can be awaited before its error is thrown.
    init(of work: () async throws -> Success) async {
        do {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}
