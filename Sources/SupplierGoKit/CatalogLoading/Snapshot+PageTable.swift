extension Snapshot {
    /// The table of what a server said of each page of a snapshot that has several: sealed, and bound to that snapshot.
    enum PageTable {
        private static let version: UInt8 = 3

        /// Stores the table of a snapshot's pages.
        static func store(
            _ pages: [Snapshot.Page], of snapshot: CacheEntry, in cache: any DataCaching
        ) async throws(CacheError) {
            let key = CacheKey(snapshot.key, in: .pages)
            _ = try await cache.store(bytes(of: ContentIdentity(of: snapshot), pages), for: key)
        }

        /// The table in bytes.
        static func bytes(of identity: ContentIdentity, _ pages: [Snapshot.Page]) -> [UInt8] {
            var writer = ByteWriter(version: version)
            writer.append(Int64(identity.byteCount))
            writer.append(identity.modifiedAt)
            writer.append(count: UInt64(pages.count))
            for page in pages {
                writer.append(page.address)
                page.response.append(to: &writer, url: page.address, since: 0)
            }
            return writer.sealed()
        }

        /// The pages; `nil` if the bytes are damaged, or the table belongs to another snapshot.
        static func pages(of identity: ContentIdentity, in bytes: [UInt8]) -> [Snapshot.Page]? {
            do throws(ByteReader.Damage) {
                var reader = try ByteReader(bytes, version: version)
                guard try reader.number() == Int64(identity.byteCount), try reader.number() == identity.modifiedAt
                else { return nil }
                var pages: [Snapshot.Page] = []
                for _ in 0..<(try reader.count()) {
                    let address = try reader.text()
                    let response = try StoredResponse(from: &reader, url: address, since: 0)
                    pages.append(Snapshot.Page(address: address, response: response))
                }
                return reader.isAtEnd && !pages.isEmpty ? pages : nil
            } catch {
                return nil
            }
        }
    }
}
