import FoundationEssentials
import SupplierGoKit

/// `suppliergo cache why ID|URL`: tells what the cache knows, and what it would do.
struct CacheWhyCommand: Command {
    static let description = CommandDescription(
        name: "cache why", overview: "Explain the cache's entry for an avatar or a catalog.",
        discussion: """
            Prints the file, its freshness and the reason, the validators for its server, the last failure, and the \
            end of its host's wait. Nothing is requested. The exit status is 1 without an entry.
            """,
        argument: .init(
            name: "what", meaning: "A URL, or a supplier's id in the catalog, or words that name only this supplier.",
            isRequired: true),
        options: [Options.catalog.row, Options.noEdits.row],
        examples: [("suppliergo cache why 13 -c catalog.json", "one supplier's avatar")])

    private enum Target: Sendable {
        case url(URL)

        /// The avatar of the supplier in a catalog that some words name.
        case supplier([String], LoadingOptions)
    }

    private let target: Target
    private let cache: DiskCache

    init(_ arguments: Arguments) throws(UsageError) {
        cache = try arguments.cache()
        guard let text = arguments.words.first(where: { $0.contains("://") }) else {
            target = .supplier(try arguments.supplierWords(), try LoadingOptions(arguments, isOffline: true))
            return
        }
        try arguments.refuseWords(beyond: 1)
        do throws(CatalogLocation.ParseError) {
            switch try CatalogLocation(text, relativeTo: arguments.environment.directory) {
            case .remote(let url): target = .url(url)
            case .file(let path): target = .url(URL(filePath: path, directoryHint: .notDirectory))
            case .standardInput, .command: throw .malformed(text)
            }
        } catch {
            throw Self.description.misuse("'\(text)' is not an http, https or file URL")
        }
    }

    /// Looks, without asking any server.
    func run(on console: Console) async throws -> ExitStatus {
        let (url, isPartial) = try await url(on: console)
        let noMatch = ExitStatus.noMatch.orPartlyDone(if: isPartial)
        guard let url else { return noMatch }
        let reports = try await cache.reports(on: url)
        guard !reports.isEmpty else {
            console.inform("no cache entry for \(url.shown)")
            return noMatch
        }
        try console.print(reports.map(\.text).joined(separator: "\n"))
        return .done
    }

    /// The URL that is meant, or `nil` after a message if the words do not name a supplier with an avatar, and whether
    /// the catalog that was read is incomplete.
    private func url(on console: Console) async throws -> (URL?, isPartial: Bool) {
        switch target {
        case .url(let url): return (url, false)
        case .supplier(let words, let loading):
            return try await Session.with(loading, on: console) { session in
                let matches = try await SupplierMatches.find(words, in: session)
                return (matches.only(on: console).flatMap { avatarURL(of: $0, in: session) }, matches.isPartial)
            }
        }
    }

    private func avatarURL(of supplier: Supplier, in session: Session) -> URL? {
        guard let avatar = supplier.avatar else {
            session.console.inform("\(supplier.fullname) has no avatar")
            return nil
        }
        do {
            // An edit may name a file, whatever the catalog is.
            let isFile = supplier.editedFields.contains(.avatar) && avatar.endpoint.hasPrefix("file:")
            return try isFile ? URL(string: avatar.endpoint) : avatar.resolved(against: session.loader.location)
        } catch {
            session.console.inform(error.description)
            return nil
        }
    }
}
