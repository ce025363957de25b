extension DataLoader {
    func fileStream(for request: DataRequest) async throws -> DataStream {
        throw DataLoadError.unsupportedScheme(request.url)
    }
}
