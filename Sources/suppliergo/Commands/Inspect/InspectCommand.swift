import FoundationEssentials
import SupplierGoKit

/// `suppliergo inspect [LOCATION]`: prints the fields of a catalog of any shape, and settings that read it.
struct InspectCommand: Command {
    static let description = CommandDescription(
        name: "inspect", overview: "Show what a catalog of any shape contains.",
        discussion: """
            Prints the fields of the first records with examples, where the array, the next page and the number of \
            suppliers are, and a section of the settings file that reads the catalog, as far as the names and the \
            values of its fields tell: a question mark stands after what is not sure. All of the output is valid \
            settings. Nothing is changed.
            """,
        argument: .location, options: Options.reading,
        examples: [
            ("suppliergo inspect https://erp.example/api/vendors", "the fields, and settings for them"),
            ("suppliergo inspect vendors.csv >> ~/.config/suppliergo/config", "and add them to the settings"),
        ])

    let loading: LoadingOptions

    init(_ arguments: Arguments) throws(UsageError) {
        loading = try LoadingOptions(arguments)
    }

    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: console) { session in
            let beginning = try await session.loader.beginning()
            let candidates = CatalogOutline.candidates(of: beginning)
            guard var proposal = ShapeProposal(for: candidates), proposal.outline.recordCount > 0 else {
                console.inform("the catalog has no records")
                return .noMatch
            }
            guard !proposal.outline.fields.isEmpty else {
                throw Failure(.badData, "the catalog holds no suppliers: its records have no fields")
            }
            if case .remote = loading.location, let cursor = proposal.outline.cursor, cursor == proposal.places[.next],
                proposal.isComplete, try await isFirstPage(after: proposal, by: session.withoutEdits.loader.uncached)
            {
                proposal.doubtNextPage()
            }
            let report = InspectReport(proposal: proposal, beginning: beginning, loading: loading)
            try console.print(report.lines.joined(separator: "\n") + "\n")
            if !proposal.isComplete {
                console.warn("could not tell which field is the id or the full name: complete the commented lines")
            }
            return .done
        }
    }

    /// Tests if the page that a cursor leads to has no other suppliers than the first one: the name of the cursor's
    /// parameter is a guess. It is not doubted if no further page can be read.
    private func isFirstPage(after proposal: ShapeProposal, by loader: SupplierLoader) async throws -> Bool {
        var loader = loader
        loader.configuration.pageLimit = min(2, loader.configuration.pageLimit)
        var ids: Set<Supplier.ID> = []
        do {
            loader.configuration.shape = try CatalogShape(proposal.places)
            for try await batch in loader.suppliers() where !batch.suppliers.isEmpty {
                let newIDs = Set(batch.suppliers.map(\.id)).subtracting(ids)
                guard ids.isEmpty, !newIDs.isEmpty else { return newIDs.isEmpty }
                ids = newIDs
            }
        } catch {
            try Task.checkCancellation()
        }
        return false
    }
}

/// The lines that `inspect` prints: comments, and a section of the settings file.
struct InspectReport {
    let proposal: ShapeProposal
    let beginning: CatalogBeginning
    let loading: LoadingOptions

    var lines: [String] { facts + ["", "[\(sectionName)]"] + location + places + unknown }

    private var outline: CatalogOutline { proposal.outline }

    private var facts: [String] {
        let form = outline.isCSV ? "CSV" : "JSON"
        let more = beginning.isWhole ? "" : " (the catalog has more)"
        let link =
            beginning.linksNextPage
            ? "in the header field Link" : outline.nextTarget != nil ? "among the links" : "none found"
        let next = proposal.places[.next] ?? link
        let array = outline.records.map { "under \($0)" } ?? (outline.isCSV ? "the rows" : "the document itself")
        let width = outline.fields.map(\.path.count).max() ?? 0
        return [
            "# \(loading.catalogName.visibleText): \(Count.formatted(outline.recordCount, "record")) of \(form) read"
                + more,
            "# Array: \(array.visibleText)", "# Next page: \(next.visibleText)",
            "# Number of suppliers: \(proposal.places[.total]?.visibleText ?? "none found")", "#", "# Fields:",
        ]
            + outline.fields.map { field in
                "#   \(field.shownPath.padded(toWidth: min(width, 40)))  \(Self.examples(of: field))"
            }
    }

    private static func examples(of field: CatalogOutline.Field) -> String {
        let examples = field.examples.map { "\"\($0.visibleText.shortened(toWidth: 40, ellipsis: "…"))\"" }
        return examples.isEmpty ? "always empty" : examples.joined(separator: ", ")
    }

    /// The name of the catalog, or one made of its host or its file.
    private var sectionName: String {
        let text =
            switch loading.location {
            case .remote(let url): url.host(percentEncoded: false) ?? ""
            case .file(let path): path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
            case .command(let name): name
            case .standardInput: ""
            }
        if let section = loading.arguments.section { return section.name }
        let plain = String(text.map { Settings.isCatalogName("a\($0)") ? $0 : "-" })
        let name = Settings.isCatalogName(plain) ? plain : "catalog"
        // Lines of another section with the name would count here too.
        let others = (2...).lazy.map { "\(name)-\($0)" }
        return ([name] + others.prefix(100)).first { loading.arguments.settings.section(named: $0) == nil } ?? name
    }

    /// The lines that say where the catalog is, without anything secret.
    private var location: [String] {
        var lines: [String] = []
        switch loading.location {
        case .remote(let url):
            let address = url.withoutCredentials
            let secrets = address.parameterNames.filter(\.isSecret)
            lines = ["catalog = " + address.withoutParameters(named: Set(secrets))]
            lines += secrets.map { "# \(String($0).visibleText)=… is not printed: put it into the address" }
            if url.user() != nil {
                lines.append(
                    "# The user and the password are not printed: put them into the address, or give header = …")
            }
        case .file(let path):
            lines = [(path.isSettable && !path.contains(" #") ? "" : "# ") + "catalog = " + path.visibleText]
        case .command: lines = ["# catalog-command is unchanged."]
        case .standardInput: lines = ["catalog = -"]
        }
        for (header, source) in loading.arguments.headers where source == .option {
            switch header {
            case .field(let field): lines.append("# header = \(field.name): … (not printed)")
            case .file(let path): lines.append("# header = @\(path.visibleText)")
            }
        }
        if loading.token != nil { lines.append("# token-command = … (a command that prints the token)") }
        return lines
    }

    private var places: [String] {
        CatalogShape.Part.allCases.flatMap { part -> [String] in
            if let place = proposal.places[part] {
                if part == .next, isElsewhere { return ["next = {\(place.visibleText)|relative}"] }
                // A line of the settings has no end of a line in it.
                let place = place.isSettable ? place : place.plainName
                return [(place.isSettable ? "" : "# ") + "\(part.rawValue) = \(place.visibleText)"]
            }
            if part == .next {
                // Each of these may be the next page's place.
                let places = beginning.linksNextPage ? [] : outline.possibleNextPages(proposal.places[.id])
                return places.map { "# next = \($0.visibleText)" }
            }
            if let place = proposal.possiblePlaces[part] { return ["# \(part.rawValue) = \(place.visibleText)?"] }
            return ![.records, .total, .detail, .detailRecord].contains(part) ? ["# \(part.rawValue) = …"] : []
        }
    }

    /// The next page's URL is at another origin than the catalog, as of servers that name their own inner host.
    private var isElsewhere: Bool {
        guard case .remote(let url) = loading.location,
            let target = outline.nextTarget.flatMap({ URL(written: $0) }), let origin = Origin(target)
        else { return false }
        return origin != Origin(url)
    }

    private var unknown: [String] {
        let fields = outline.fields.filter { !proposal.usedPaths.contains($0.path) }
        guard !fields.isEmpty else { return [] }
        return ["# Other fields: " + fields.prefix(40).map(\.shownPath).joined(separator: ", ")]
    }
}

extension CatalogOutline.Field {
    /// The path for a comment, which needs no more of a long one.
    fileprivate var shownPath: String { path.visibleText.shortened(toWidth: 200, ellipsis: "…") }
}

extension Substring {
    /// The name of a parameter says that its value is a credential.
    fileprivate var isSecret: Bool {
        let word = lowercased().filter(\.isLetter)
        return ["key", "pass"].contains(word) || Self.endsOfSecrets.contains(where: word.hasSuffix)
    }

    private static let endsOfSecrets = [
        "token", "apikey", "accesskey", "authkey", "privatekey", "secretkey", "subscriptionkey", "secret", "password",
        "passwd", "pwd", "auth", "authorization", "credential", "credentials", "jwt", "sig", "signature", "sessionid",
    ]
}

extension String {
    /// True if a line of the settings file can have the text as a place.
    fileprivate var isSettable: Bool { self == visibleText && self == trimmed }
}
