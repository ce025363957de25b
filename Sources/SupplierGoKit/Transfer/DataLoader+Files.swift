extension DataLoader {
    /// Opens a file as a response: status 200, no header fields.
    ///
    /// libcurl reads files too, but whole, and on the thread that all transfers need.
    func fileStream(for request: DataRequest) async throws -> DataStream {
        let url = request.url
        guard request.method == .get else { throw DataLoadError(.unsupportedScheme, url) }
        let chunks = try await Self.reading(url) { try await FileChunks.open(path: url.path(percentEncoded: false)) }
        return DataStream(head: DataResponse.Head(url: url, status: HTTPStatus(200)), for: request) {
            try await Self.reading(url) {
                var iterator = chunks.makeAsyncIterator()
                return try await iterator.next()
            }
        }
    }

    /// Returns the result of reading a file, with errors as the loader throws them.
    private static func reading<Value>(_ url: URL, _ read: () async throws -> Value) async throws -> Value {
        do {
            return try await read()
        } catch let error as FileError {
            throw DataLoadError(error, url)
        }
    }
}
