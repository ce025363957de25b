import SupplierGoKit

/// Arranges rows on a thread of its own, one request at a time: a newer request ends the one before it.
final class RowWorker {
    private let thread = BlockingThreads(threadCount: 1)
    private let arranging: Arranging
    private let report: @Sendable (RowAnswer) -> Void
    private var task: Task<Void, Never>?

    /// Creates a worker without work.
    ///
    /// - Parameters:
    ///   - collation: how text is compared.
    ///   - hasFailed: whether the last request for an avatar failed.
    ///   - report: takes the answers, on the worker's thread.
    init(
        collation: Collation, hasFailed: @escaping @Sendable (Supplier) -> Bool = { _ in false },
        report: @escaping @Sendable (RowAnswer) -> Void
    ) {
        arranging = Arranging(RowArranger(collation: collation, hasFailed: hasFailed))
        self.report = report
    }

    deinit {
        task?.cancel()
    }

    /// Begins to answer a request, and ends the work on the one before it.
    func start(_ request: RowRequest) {
        task?.cancel()
        task = Task(executorPreference: thread) { [arranging, report] in
            await arranging.answer(request, reporting: report)
        }
    }

    /// Keeps the arranger from one request to the next.
    private actor Arranging {
        private var arranger: RowArranger

        init(_ arranger: RowArranger) {
            self.arranger = arranger
        }

        func answer(_ request: RowRequest, reporting report: (RowAnswer) -> Void) {
            do {
                try arranger.answer(request, reporting: report)
            } catch {
                // A newer request has taken over.
            }
        }
    }
}
