import SupplierGoFleet
import SupplierGoKit

/// The arguments of a command that reads a catalog and loads avatars.
struct LoadingOptions: Sendable {
    /// The arguments that they were read from.
    let arguments: Arguments

    let location: CatalogLocation

    /// Header fields are not in it yet, since some may be in files.
    let loader: SupplierLoader.Configuration

    let dataLoader: DataLoader.Configuration

    /// ``Arguments/cacheDirectory(isNeeded:)`` decides where it is.
    let cache: DiskCache

    let usesCache: Bool

    /// True if suppliers' details are loaded, or complete the records.
    var usesDetails: Bool { arguments[Options.details] }

    /// The object store behind the cache, as `s3://BUCKET/PREFIX`; `nil` for none.
    var store: String? { arguments[Options.store].flatMap { $0.isEmpty ? nil : $0 } }

    /// True if avatars go into the store that are in the cache already.
    let fillsStore: Bool

    /// The part of the avatars that is loaded; `nil` for all of them.
    let shard: Shard?

    /// The user's own edits, or `nil` if they are not applied.
    var edits: EditStore? { arguments[Options.noEdits] ? nil : arguments.edits }

    /// True if a file without our names is read by what `inspect` is sure of: never to edit, nor to compare.
    let guessesShape: Bool

    /// The bearer token for the catalog's origin; a header named `Authorization` takes precedence.
    let token: HeaderFields.Field?

    /// Reads them.
    ///
    /// - Parameters:
    ///   - fillsStore: true if avatars go into the store that are in the cache already. Default `false`.
    ///   - shard: the part of the avatars that is fetched. Default `nil`, for all of them.
    ///   - isOffline: true if the network is never used, also without '--offline'. Default `false`.
    ///   - refusesStandIns: true if a catalog that fails is an error, although there is a snapshot. Default `false`.
    init(
        _ arguments: Arguments, fillsStore: Bool = false, shard: Shard? = nil, isOffline: Bool = false,
        refusesStandIns: Bool = false
    ) throws(UsageError) {
        self.arguments = arguments
        var loader = SupplierLoader.Configuration()
        if arguments[Options.offline] { try arguments.refuse(Options.offline.row, with: [Options.refresh.row]) }
        loader.isOffline = isOffline || arguments[Options.offline]
        loader.isRefreshing = arguments[Options.refresh]
        loader.isStrict = arguments[Options.strict]
        location = try arguments.catalogLocation()
        loader.shape = try arguments.shape(of: location)
        guard !arguments[Options.details] || loader.shape.details != nil else {
            throw arguments.command.misuse(
                "'\(Options.details.spelling)' needs 'detail = …' in the catalog's section, or "
                    + "'\(Options.map.spelling) detail=…'")
        }
        loader.pageLimit = arguments[Options.pageLimit]
        loader.avatarByteLimit = arguments[Options.avatarByteLimit]
        loader.allowsPrivateHosts = arguments[Options.allowPrivateHosts]
        loader.refusesStandIns = refusesStandIns
        let isFile = if case .file = location { true } else { false }
        // A command that takes a map and can leave edits out shows the catalog and does not edit it.
        let onlyShows = [Options.map.row, Options.noEdits.row].allSatisfy(arguments.command.owns)
        guessesShape = isFile && onlyShows && !loader.isStrict && !refusesStandIns && !loader.shape.hasMap
        self.fillsStore = fillsStore
        var dataLoader = DataLoader.Configuration()
        dataLoader.concurrency = arguments[Options.concurrency]
        dataLoader.connectionsPerHost = arguments[Options.connectionsPerHost]
        dataLoader.idleTimeout = arguments[Options.timeout]
        dataLoader.retryLimit = arguments[Options.retries]
        dataLoader.certificateAuthorityFile = arguments[Options.certificateAuthorityFile]
        dataLoader.verifiesCertificates = arguments.insecureSource == nil
        dataLoader.proxy = arguments[Options.proxy]
        dataLoader.userAgent = arguments[Options.userAgent]
        loader.avatarsInFlight = max(loader.avatarsInFlight, 2 * dataLoader.concurrency)
        self.loader = loader
        cache = try arguments.cache(isNeeded: false)
        usesCache = !arguments[Options.noLocal]
        dataLoader.temporaryDirectory = usesCache && !cache.directory.isEmpty ? cache.directory : nil
        self.dataLoader = dataLoader
        self.shard = shard
        token = try arguments.token()
        guard usesCache || store != nil else {
            throw arguments.command.misuse("'\(Options.noLocal.spelling)' needs '\(Options.store.spelling)'")
        }
    }

    /// The catalog as the command line gave it, or `nil` if it did not.
    var catalogWord: String? { arguments.given(Options.catalog.row).last?.text.hidingSecrets }

    /// The catalog that was most likely meant if the location is a file that does not exist; `nil` if none is known.
    var meantCatalog: String? {
        arguments.value(of: Options.catalog.row).flatMap {
            NearestWord.catalog($0.text.hidingSecrets, among: arguments.settings.sections.map(\.name))
        }
    }

    /// The catalog's name for people; control characters of a path are in it as they are.
    var catalogName: String {
        switch location {
        case .command(let name): name
        case .standardInput: "standard input"
        case .remote, .file: location.description
        }
    }

    /// The user's edits of the catalog. Unreadable edits are not applied, with a warning.
    ///
    /// - Throws: ``EditStoreError/untrusted(path:)``.
    func storedEdits(on console: Console) async throws -> SupplierEdits {
        guard let edits else { return SupplierEdits() }
        do {
            let document = try await edits.document(of: location)
            console.warn(of: document, at: edits.path(of: location) ?? "")
            return document.edits
        } catch {
            if case EditStoreError.untrusted = error { throw error }
            console.warn("your edits are not applied; \(error)")
            return SupplierEdits()
        }
    }
}
