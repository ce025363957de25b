import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

/// An outcome, and why the store lacks its avatar.
@dynamicMemberLookup
struct FleetOutcome: Sendable {
    let outcome: AvatarOutcome
    let unstored: AvatarStore.Unstored?

    subscript<Value>(dynamicMember path: KeyPath<AvatarOutcome, Value>) -> Value { outcome[keyPath: path] }

    /// Why the store does not have what it should.
    var storeError: ObjectStoreError? { if case .failed(let error) = unstored { error } else { nil } }

    /// The store lacks the avatar since it is for this user only.
    var isPersonal: Bool { unstored == .personal }
}

/// An origin, a store and loaders of machines that share it.
final class FleetSetting: Sendable {
    /// The store, whose objects are under this prefix.
    let server: ObjectStoreServer
    static let prefix = "faces"

    /// The avatars' server, which answers as scripted; without a script with an image that the target's number tells.
    let origin: LoopbackServer
    let answer = Lock<(@Sendable (RecordedRequest) -> Answer)?>(nil)

    let dataLoader: DataLoader

    init(retryLimit: Int = 0, idleTimeout: Duration = .seconds(30)) throws {
        server = try ObjectStoreServer()
        let answer = answer
        origin = try LoopbackServer { request in
            if let script = answer.withLock({ $0 }) { return script(request) }
            let number = Int(request.target.filter(\.isNumber)) ?? 0
            return .ok(Records.png(number), fields: ["Cache-Control": "max-age=900", "ETag": "\"\(number)\""])
        }
        var configuration = DataLoader.Configuration()
        configuration.retryLimit = retryLimit
        configuration.idleTimeout = idleTimeout
        dataLoader = DataLoader(configuration: configuration)
    }

    /// The store's avatars, as a new process sees them.
    func store(firstPause: Duration = .seconds(300), isFilled: Bool = false) throws -> AvatarStore {
        AvatarStore(try objects(), firstPause: firstPause, isFilled: isFilled)
    }

    func objects() throws -> ObjectStore { ObjectStore(at: try server.location(Self.prefix), dataLoader: dataLoader) }

    /// A machine's loader; one avatar after the other, so that requests have an order.
    func loader(
        _ store: AvatarStore?, cache: (any DataCaching)? = nil,
        _ change: (inout SupplierLoader.Configuration) -> Void = { _ in }
    ) -> SupplierLoader {
        var configuration = SupplierLoader.Configuration()
        configuration.avatarsInFlight = 1
        change(&configuration)
        var loader = SupplierLoader(
            location: .remote(origin.url("/catalog.json")), configuration: configuration, dataLoader: dataLoader,
            cache: cache)
        loader.store = store
        return loader
    }

    /// A supplier with this avatar.
    static func supplier(_ id: Int, _ endpoint: String?) -> Supplier {
        Supplier(
            id: Supplier.ID(id), createdAt: Timestamp(Date(timeIntervalSince1970: 0)), fullname: "S",
            avatar: endpoint.flatMap { Avatar(endpoint: $0) }, phone: "", company: "", email: "")
    }

    func suppliers(_ numbers: Range<Int>) -> [Supplier] { numbers.map { Self.supplier($0, "\($0).png") } }

    func key(_ number: Int) -> CacheKey { CacheKey(avatar: origin.url("/\(number).png")) }

    /// The outcomes of suppliers' avatars, in the suppliers' order. A store that is filled has what the cache had then.
    func outcomes(
        _ loader: SupplierLoader, _ suppliers: [Supplier], delivering delivery: AvatarOutcome.Delivery = .files
    ) async -> [FleetOutcome] {
        var outcomes: [AvatarOutcome] = []
        for await outcome in loader.avatars(for: suppliers, delivering: delivery) { outcomes.append(outcome) }
        outcomes.sort { $0.position < $1.position }
        do {
            try await loader.fillStore(after: outcomes)
        } catch {
            return []
        }
        return outcomes.map { FleetOutcome(outcome: $0, unstored: loader.unstored($0.supplier)) }
    }

    /// A server's words of some seconds ago.
    func response(_ number: Int, _ lines: [String], age seconds: TimeInterval) -> StoredResponse {
        let receivedAt = Date.now.addingTimeInterval(-seconds)
        return StoredResponse(
            url: key(number).text, status: HTTPStatus(200), fields: ResponseLines.fields(lines),
            requestedAt: receivedAt, receivedAt: receivedAt)
    }

    /// The whole name of an avatar's object.
    func name(_ number: Int) -> String { Self.prefix + "/" + key(number).path }

    /// The whole name of the note why there is no avatar.
    func missingName(_ number: Int) -> String { Self.prefix + "/" + AvatarObject.missingName(of: key(number)) }

    /// Puts an avatar's object into the store.
    func putObject(_ number: Int, _ bytes: [UInt8], _ response: StoredResponse) {
        let fields = AvatarObject.fields(
            for: bytes, mediaType: "image/png", response: response, given: HeaderFields(), key: key(number), at: .now)
        server.setObject(ObjectStoreServer.Object(bytes, fields: fields), named: name(number))
    }

    /// Methods and names of the requests that the store got, without the location.
    var storeRequests: [String] {
        server.requests.map { request in
            let target = request.target.split(separator: "?")
            let name = target[0].replacing("/\(server.bucket)", with: "").replacing("/\(Self.prefix)", with: "")
            return request.method + " " + name
        }
    }

    deinit {
        server.stop()
        origin.stop()
    }
}
