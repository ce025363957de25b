import FoundationEssentials
import SupplierGoFleet
import SupplierGoKit

/// The loader, options and streams of a command that reads a catalog.
struct Session: Sendable {
    /// Loads suppliers and avatars.
    private(set) var loader: SupplierLoader

    let options: LoadingOptions

    let console: Console

    /// Warns that the cache, or the store behind it, cannot be written, or read.
    let cacheWarnings: CacheWarnings

    /// The source of the token for the catalog; `nil` without a token.
    let tokenSource: String?

    private let hasSkipped = Lock(false)

    /// True if a run that ends now is only partly done: a ``SupplierReader`` that has ended has skipped records, or the
    /// catalog is known to have more.
    var isPartial: Bool { hasSkipped.withLock { $0 } }

    /// Makes the run one that is only partly done.
    func markAsPartial() { hasSkipped.withLock { $0 = true } }

    /// Creates a session with a loader.
    init(loader: SupplierLoader, options: LoadingOptions, console: Console, tokenSource: String? = nil) {
        (self.loader, self.options, self.console, self.tokenSource) = (loader, options, console, tokenSource)
        cacheWarnings = CacheWarnings(console: console, store: loader.store)
    }

    var cache: DiskCache { options.cache }

    /// The same session, on other streams.
    func on(_ console: Console) -> Session {
        Session(loader: loader, options: options, console: console, tokenSource: tokenSource)
    }

    /// The same session with another loader.
    func using(_ loader: SupplierLoader) -> Session {
        var session = self
        session.loader = loader
        return session
    }

    /// The same session with the catalog as its server has it.
    var withoutEdits: Session {
        var loader = loader
        loader.edits = SupplierEdits()
        return using(loader)
    }

    /// Prints what a session reads: to the file of `--output` or, perhaps through a pager, on standard output.
    ///
    /// A file takes its place only once the work is done: if it fails or is ended, the file that was there stays as it
    /// was.
    ///
    /// - Parameters:
    ///   - width: the columns that the data is laid out for; `nil` for those of the terminal.
    ///   - work: writes the data by ``Page/write(_:)``, once it knows that there is some.
    static func printing(
        _ options: LoadingOptions, width: Int? = nil, tracingAll tracesAll: Bool = false, on console: Console,
        _ work: (Session, Page) async throws -> ExitStatus
    ) async throws -> ExitStatus {
        func print(on console: Console) async throws -> ExitStatus {
            let console = console.laidOut(toWidth: width)
            return try await with(options, on: console, tracingAll: tracesAll) { session in
                try await console.paging(options.arguments.isPaged) { try await work(session, $0) }
            }
        }
        guard let path = options.arguments.outputPath else { return try await print(on: console) }
        return try await console.writingFile(at: path, named: "the file '\(path)' of '\(Options.output.spelling)'") {
            try await print(on: $0)
        }
    }

    /// Does some work with a session of what the arguments say, and returns when its transfers have ended.
    ///
    /// - Parameter tracesAll: true if no report has the lines of `--verbose` for avatars and details. Default `false`.
    /// - Throws: ``UsageError`` if a header file cannot be used, and whatever `body` does; if nothing matched, and
    ///   records were skipped, with the status of a run that is partly done.
    static func with<Value: Sendable>(
        _ options: LoadingOptions, on console: Console, tracingAll tracesAll: Bool = false,
        _ body: (Session) async throws -> Value
    ) async throws -> Value {
        if let source = options.arguments.insecureSource {
            console.warn("servers' certificates are not verified, because of \(source)")
        }
        return try await DataLoader.with(options.dataLoader, tracedOn: console, all: tracesAll) { dataLoader in
            let session = try await Session(options, by: dataLoader, on: console)
            defer { session.cacheWarnings.finish() }
            do {
                return try await body(session)
            } catch let error as CatalogError {
                throw session.explained(error)
            } catch {
                guard let failure = Failure(error, catalog: options.catalogWord), failure.status == .noMatch else {
                    throw error
                }
                // A record that was skipped might have matched.
                let status = failure.status.orPartlyDone(if: session.isPartial)
                throw Failure(status, failure.sentence, details: failure.details)
            }
        }
    }

    private init(_ options: LoadingOptions, by dataLoader: DataLoader, on console: Console) async throws {
        var configuration = options.loader
        let authorities = Options.certificateAuthorityFile.row
        if let given = options.arguments.value(of: authorities), !configuration.isOffline,
            case .remote(let url) = options.location, url.scheme == "https"
        {
            let file = FileManager.default.contents(atPath: given.text)
            guard file?.firstRange(of: Array("-----BEGIN ".utf8)) != nil else {
                throw UsageError.unusable(given, of: authorities, for: options.arguments.command)
            }
        }
        // A scheduler runs a shard again for the avatars that failed, except those that are gone.
        if options.shard != nil { configuration.waitsSince = .now }
        let origin = try await OriginFields(of: options, by: dataLoader)
        configuration.originFields = origin.fields
        var loader = SupplierLoader(
            location: options.location, configuration: configuration,
            dataLoader: await ProgramLoader.make(
                around: dataLoader, for: options.location, by: options.arguments[Options.catalogCommand],
                in: console.environment, limit: options.dataLoader.idleTimeout),
            cache: options.usesCache ? options.cache : nil)
        loader.edits = try await options.storedEdits(on: console)
        if let store = options.store, !configuration.isOffline {
            do {
                loader.store = try await AvatarStore(
                    at: store, in: console.environment, by: dataLoader, isFilled: options.fillsStore)
            } catch let error as ObjectStoreLocation.Error {
                guard case .noCredentials = error, !options.fillsStore else { throw error }
                console.warn("\(error); avatars are requested from their servers instead")
            }
        }
        self.init(loader: loader, options: options, console: console, tokenSource: origin.tokenSource)
        do throws(CacheError) {
            if options.usesCache { try await cache.checkDirectory() }
        } catch {
            cacheWarnings.say("nothing is kept", error)
        }
    }

    /// The sentence about a server that refused access although there is a token; `nil` for every other error.
    func refusal(_ error: CatalogError) -> String? {
        guard let sentence = error.refusal(ofTokenFrom: tokenSource), let url = error.refusingURL else { return nil }
        guard loader.originFields(for: url).fields.isEmpty else { return sentence }
        return "\(error); the catalog's address leads there, and no token is sent to another origin: give that address"
    }

    /// The error of a catalog, with the source of a token that was refused, or the field or the catalog that was most
    /// likely meant.
    private func explained(_ error: CatalogError) -> any Error {
        if let sentence = refusal(error) { return Failure(.noPermission, sentence) }
        let isMapped = !loader.configuration.shape.places.isEmpty
        let nearest = error.isOfNoFile ? options.meantCatalog : isMapped ? error.nearestPath : nil
        if let nearest, let failure = Failure(error) {
            return Failure(failure.status, "\(failure.sentence); \(NearestWord.question(nearest))")
        }
        if error.isAboutFields, let command = inspection(of: loader.location) {
            return Failure(.badData, "\(error); see '\(command)'")
        }
        return error
    }

    /// The command that shows the fields of a catalog; `nil` if it is not a file that can be read again.
    func inspection(of location: CatalogLocation) -> String? {
        guard case .file(let path) = location, location.isRepeatable else { return nil }
        let directory = console.environment.directory + "/"
        let shortest = path.hasPrefix(directory) ? String(path.dropFirst(directory.count)) : path
        return ShellWord.call("inspect", for: shortest)
    }

    // MARK: Reading

    /// The name of waiting for the catalog's first suppliers: `connecting to suppliers.example…`.
    func waiting(in style: TextStyle) -> String {
        guard case .remote(let url) = loader.location, !loader.configuration.isOffline,
            let host = url.host(percentEncoded: false)
        else {
            return "loading" + style.ellipsis
        }
        return "connecting to \(host)" + style.ellipsis
    }

    /// Prints a warning of a reader.
    func warn(of warning: CatalogWarning) {
        switch warning {
        case .unkept(let error):
            cacheWarnings.say("the catalog is not kept for '\(Options.offline.spelling)'", error)
        case .badRecord(let sentence), .moreBadRecords(let sentence), .omission(let sentence), .doubt(let sentence),
            .snapshot(let sentence):
            console.warn(sentence)
        case .reading(let sentence): console.inform(sentence)
        }
    }

    /// Tests if a supplier's avatar has an endpoint that cannot be used, or the last request for it failed, as far as
    /// the cache knows. Blocks.
    var hasFailed: @Sendable (Supplier) -> Bool {
        let resolver = EndpointResolver(against: loader.location, trusting: loader.edits)
        return { [cache = options.usesCache ? cache : nil] supplier in
            guard let key = resolver.key(of: supplier) else { return supplier.avatar != nil }
            return cache?.hasFailure(for: key) ?? false
        }
    }

    /// Reads the whole catalog into a value.
    ///
    /// - Returns: the value, and the reader at its end.
    /// - Throws: the error that ended the catalog before its time; `CancellationError`.
    func readCatalog<Value>(
        into empty: Value, renderedBy renderer: @escaping BatchRenderer = { nil }, preferring id: Supplier.ID? = nil,
        _ consume: (inout Value, SupplierBatch) -> Void = { _, _ in }
    ) async throws -> (Value, SupplierReader) {
        let reader = SupplierReader(in: self, renderedBy: renderer, preferring: id, mayStartOver: true)
        let value = try await reader.readAll(into: empty, consume)
        if let failure = await reader.failure { throw failure }
        return (value, reader)
    }
}

extension CatalogError {
    /// The path, or the paths of a text, that a place of the catalog's shape was most likely meant to have.
    fileprivate var nearestPath: String? {
        switch self {
        case .syntax(.noRecords(let path, let names, _)):
            return NearestWord.path(to: path, among: names.map { FieldPath([$0]).text })
        case .syntax(.noField(_, let place, let names, let others)):
            let paths = place.split(separator: ", ").map { String($0) }
            let names = names.map { FieldPath([$0]).text } + others
            let nearest = paths.map { names.contains($0) ? $0 : NearestWord.path(to: $0, among: names) ?? $0 }
            return nearest == paths ? nil : nearest.joined(separator: ", ")
        default: return nil
        }
    }
}

extension DataLoader {
    /// Does some work with a loader, and returns when its transfers have ended.
    ///
    /// - Parameters:
    ///   - console: prints the lines of `--verbose`. Default `nil`, for none.
    ///   - tracesAll: true if there is one for each transfer, and not for the catalog's alone. Default `false`.
    static func with<Value: Sendable>(
        _ configuration: Configuration = Configuration(), tracedOn console: Console? = nil, all tracesAll: Bool = false,
        _ work: (DataLoader) async throws -> Value
    ) async throws -> Value {
        // A catalog is the only transfer that is read as a stream; nobody else reports it.
        let observer: @Sendable (Report) -> Void = { report in
            if tracesAll || report.isStream { console?.trace(TransferLine.text(of: report)) }
        }
        let dataLoader = DataLoader(
            configuration: configuration, observer: console?.verbosity == .verbose ? observer : nil)
        let result = await Result { try await work(dataLoader) }
        let totals = await dataLoader.totals()
        if totals.transferCount > 0 { console?.trace(TransferLine.text(of: totals)) }
        await dataLoader.shutdown()
        return try result.get()
    }
}

extension AvatarStore {
    /// Creates the avatars of the store at an address, with the credentials that the environment leads to.
    ///
    /// - Throws: ``ObjectStoreLocation/Error``.
    convenience init(
        at address: String, in environment: Environment, by dataLoader: DataLoader, isFilled: Bool = false
    ) async throws {
        let location = try await ObjectStoreLocation(address, environment: environment.variables)
        self.init(at: location, dataLoader: dataLoader, isFilled: isFilled)
    }
}
