public import SupplierGoKit

/// Checks a loader of one's own against the duties of ``SupplierGoKit/DataLoading``.
///
/// - Parameters:
///   - loader: the loader.
///   - url: a URL that always gives the same body with a status of 2xx.
///   - body: that body, at least two bytes.
///   - missing: a URL that gives a status of 404. Default `nil`, for a loader of something without statuses.
/// - Returns: the duties that it breaks, a sentence for each; empty if it keeps them all.
public func checkLoader(
    _ loader: any DataLoading, at url: URL, body: [UInt8], missing: URL? = nil
) async -> [String] {
    precondition(body.count > 1, "a body of one byte cannot be over a limit")
    var duties = Duties()
    let check = LoaderCheck(loader: loader, url: url, body: body, missing: missing)
    await duties.check("loads a whole body", check.loading)
    await duties.check("streams a body", check.streaming)
    await duties.check("goes on after a stream that was dropped", check.dropping)
    await duties.check("loads one URL several times at once", check.sharing)
    await duties.check("ends when its task is cancelled", check.cancelling)
    await duties.check("holds the byte limit", check.limiting)
    await duties.check("returns statuses", check.missing)
    return duties.broken
}

private struct LoaderCheck {
    let loader: any DataLoading
    let url: URL
    let body: [UInt8]
    let missing: URL?

    func loading(_ duties: inout Duties) async throws {
        let response = try await loader.data(for: DataRequest(url: url))
        duties.expect(response.body == body, "gives the whole body")
        duties.expect(response.head.status.isSuccess, "gives the status, a success")
        let limited = try await loader.data(for: DataRequest(url: url, byteLimit: body.count))
        duties.expect(limited.body == body, "gives a body that is as large as the limit")
    }

    func streaming(_ duties: inout Duties) async throws {
        let stream = try await loader.stream(for: DataRequest(url: url))
        duties.expect(stream.head.status.isSuccess, "gives the status before the body")
        var bytes: [UInt8] = []
        for try await chunk in stream.chunks {
            duties.expect(!chunk.isEmpty, "gives no empty chunks")
            bytes += chunk
        }
        duties.expect(bytes == body, "gives all chunks in their order")
    }

    func dropping(_ duties: inout Duties) async throws {
        for _ in 0..<3 { _ = try await loader.stream(for: DataRequest(url: url)) }
        let response = try await loader.data(for: DataRequest(url: url))
        duties.expect(response.body == body, "gives the whole body after streams that were dropped")
    }

    func sharing(_ duties: inout Duties) async throws {
        let (loader, url) = (loader, url)
        let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 { group.addTask { try await loader.data(for: DataRequest(url: url)).body } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        duties.expect(bodies.allSatisfy { $0 == body }, "gives the whole body to each of several requests")
    }

    func cancelling(_ duties: inout Duties) async throws {
        let (loader, url) = (loader, url)
        let isCancelled = await Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            do {
                _ = try await loader.data(for: DataRequest(url: url))
                return false
            } catch {
                return error is CancellationError
            }
        }.value
        duties.expect(isCancelled, "throws CancellationError in a task that is cancelled")
    }

    func limiting(_ duties: inout Duties) async throws {
        let request = DataRequest(url: url, byteLimit: body.count - 1)
        do {
            _ = try await loader.data(for: request)
            duties.expect(false, "throws if a body is larger than the limit")
        } catch let error as DataLoadError {
            duties.expect(error.reason == .bodyTooLarge(limit: body.count - 1), "says that a body is too large")
        }
        var byteCount = 0
        do {
            for try await chunk in try await loader.stream(for: request).chunks { byteCount += chunk.count }
            duties.expect(false, "throws if a stream is larger than the limit")
        } catch is DataLoadError {
            duties.expect(byteCount < body.count, "gives no more than the limit before it throws")
        }
    }

    func missing(_ duties: inout Duties) async throws {
        guard let missing else { return }
        let response = try await loader.data(for: DataRequest(url: missing))
        duties.expect(response.head.status.code == 404, "returns a status of 404, and does not throw it")
    }
}
