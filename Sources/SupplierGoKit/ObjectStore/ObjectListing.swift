import FoundationEssentials

/// The objects of a store in pages of up to 1,000 (`ListObjectsV2`), in the order of their names' bytes; each page is a
/// request.
///
/// It throws ``ObjectStoreError``, or `CancellationError` where the task was cancelled.
public struct ObjectListing: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = [ListedObject]

    private let store: ObjectStore
    private let query: [String: String]

    init(of store: ObjectStore, prefix: String, after name: String?) {
        self.store = store
        let namePrefix = store.location.namePrefix
        var query = ["list-type": "2", "max-keys": "1000", "prefix": namePrefix + prefix]
        if let name { query["start-after"] = namePrefix + name }
        self.query = query
    }

    /// Creates an iterator, which begins with the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(store: store, query: query) }

    /// Asks for page after page.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let store: ObjectStore

        /// The question for the next page; `nil` after the last one.
        fileprivate var query: [String: String]?

        /// The last name so far.
        fileprivate var lastName: String?

        /// The next page, which may be empty; `nil` after the last one.
        public mutating func next() async throws -> [ListedObject]? {
            guard let query else { return nil }
            let page = try await ListingPage(store.page(query: query), of: store)
            self.query = nil
            try check(page, after: query["continuation-token"])
            if let token = page.continuationToken {
                self.query = query
                self.query?["continuation-token"] = token
            }
            return page.objects
        }

        /// Makes sure that the listing comes to an end, and that names are where they are looked for.
        private mutating func check(_ page: ListingPage, after token: String?) throws {
            for object in page.objects {
                if let lastName, !lastName.utf8.lexicographicallyPrecedes(object.name.utf8) {
                    throw store.error(.malformedAnswer(reason: "a listing is not in the order of the names"))
                }
                lastName = object.name
            }
            guard page.continuationToken.map({ !$0.isEmpty && $0 != token }) ?? true else {
                throw store.error(.malformedAnswer(reason: "a listing does not go on"))
            }
        }
    }
}

/// A page as the store writes it.
private struct ListingPage {
    var objects: [ListedObject] = []

    /// What to ask for the next page with; `nil` for the last one.
    let continuationToken: String?

    init(_ bytes: [UInt8], of store: ObjectStore) throws {
        guard let root = XMLElement(bytes), root.name == "ListBucketResult", let isTruncated = root["IsTruncated"]
        else {
            throw store.error(.malformedAnswer(reason: "it is not a listing"))
        }
        continuationToken = isTruncated == "true" ? root["NextContinuationToken"] : nil
        guard isTruncated == "false" || continuationToken != nil else {
            throw store.error(.malformedAnswer(reason: "a listing breaks off"))
        }
        let namePrefix = store.location.namePrefix
        for child in root.children where child.name == "Contents" {
            guard let key = child["Key"], key.utf8.starts(with: namePrefix.utf8),
                let byteCount = child["Size"]?.utf8.span.decimalNumber,
                let modified = child["LastModified"].flatMap({ Timestamp($0) })
            else { throw store.error(.malformedAnswer(reason: "a listing lacks an object's name, size or time")) }
            let name = String(decoding: key.utf8.dropFirst(namePrefix.utf8.count), as: UTF8.self)
            let seconds = Double(modified.secondsSinceEpoch) + Double(modified.nanoseconds) / 1e9
            objects.append(
                ListedObject(name: name, byteCount: byteCount, modifiedAt: Date(timeIntervalSince1970: seconds)))
        }
    }
}
