extension DataLoader {
    /// Opens a file as a response: status 200, no header fields.
    ///
    /// libcurl reads files too, but whole, and on the thread that all transfers need.
    func fileStream(for request: DataRequest) async throws -> DataStream {
        let url = request.url
        guard request.method == .get else { throw DataLoadError(.unsupportedScheme, url) }
        let path = url.path(percentEncoded: false)
        do {
            let chunks = try await FileChunks.open(path: path)
            let reading = FileReading(url: url, byteLimit: request.byteLimit, chunks: chunks)
            return DataStream(
                head: DataResponse.Head(url: url, status: HTTPStatus(200)),
                chunks: ByteChunks { try await reading.next() })
        } catch let error as FileError {
            throw DataLoadError(error, url)
        }
    }
}

/// A file's chunks, counted, with errors as the loader throws them.
private actor FileReading {
    private let url: URL
    private let byteLimit: Int?
    private let chunks: ByteChunks
    private var byteCount = 0

    init(url: URL, byteLimit: Int?, chunks: ByteChunks) {
        self.url = url
        self.byteLimit = byteLimit
        self.chunks = chunks
    }

    func next() async throws -> [UInt8]? {
        do {
            var iterator = chunks.makeAsyncIterator()
            guard let chunk = try await iterator.next() else { return nil }
            byteCount += chunk.count
            if let byteLimit, byteCount > byteLimit { throw DataLoadError(.bodyTooLarge(limit: byteLimit), url) }
            return chunk
        } catch let error as FileError {
            throw DataLoadError(error, url)
        }
    }
}
