extension Console {
    /// Does some work while a line on standard error says how far it has come; the line is gone when this returns.
    ///
    /// Nothing is drawn where standard error is not a terminal, or a dumb one, or only errors are wanted. It is drawn by time and not by
    /// what is done, so that what is shown is true also while one server keeps all waiting.
    ///
    /// - Parameters:
    ///   - label: what is counted, in the plural.
    ///   - patience: how long nothing is drawn, since work that is done by then needs no line.
    ///   - progress: asked ten times a second.
    func showingProgress<Value: Sendable>(
        of label: String, after patience: Duration = .zero, _ progress: @escaping @Sendable () async -> Progress,
        during work: () async throws -> Value
    ) async throws -> Value {
        defer { errors.eraseProgress() }
        guard drawsProgress, errorTraits.movesCursor, verbosity > .quiet else { return try await work() }
        return try await drawing(label, after: patience, progress, during: work)
    }

    /// Returns, or throws, once nothing is drawn any more.
    private func drawing<Value: Sendable>(
        _ label: String, after patience: Duration, _ progress: @escaping @Sendable () async -> Progress,
        during work: () async throws -> Value
    ) async throws -> Value {
        async let _ = keepDrawing(label, after: patience, progress)
        return try await work()
    }

    /// Draws again and again until the task is cancelled.
    private func keepDrawing(
        _ label: String, after patience: Duration, _ progress: @Sendable () async -> Progress
    ) async {
        do {
            if patience > .zero { try await Task.sleep(for: patience) }
            try await keepDrawing(label, progress)
        } catch {
            // The work is done.
        }
    }

    private func keepDrawing(_ label: String, _ progress: @Sendable () async -> Progress) async throws {
        var line = ProgressLine(label: label, style: errorStyle)
        while !Task.isCancelled {
            // The width is asked for each time: the window may have been resized.
            if let width = currentErrorTraits.width, let drawing = line.update(await progress(), width: width, at: .now)
            {
                errors.draw(drawing)
            }
            try await Task.sleep(for: ProgressLine.interval)
        }
    }
}
