import SupplierGoKit

/// A place of a catalog's part: a value of `--map`.
struct CatalogPlace: Sendable, Hashable {
    let part: CatalogShape.Part
    let place: String

    /// Reads `FIELD=PATH`; `nil` for an unknown part. The place is checked by ``CatalogShape``.
    init?(_ text: String) {
        let words = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, let part = CatalogShape.Part(rawValue: words[0].trimmed) else { return nil }
        (self.part, place) = (part, words[1].trimmed)
    }
}

extension OptionType where Value == CatalogPlace {
    /// A place of a catalog's part.
    static func place(_ name: String) -> Self {
        let words = CatalogShape.Part.allCases.map(\.rawValue)
        let expectation = "FIELD=PATH, with one of \(words.joined(separator: ", ")) for FIELD"
        return Self(name, expectation, .choices(words.map { $0 + "=" })) { CatalogPlace($0) }
    }
}

extension Arguments {
    /// The place that counts of each part of the catalog: of the command line, else of the named catalog's settings.
    func places() throws(UsageError) -> [CatalogShape.Part: GivenValue] {
        var places: [CatalogShape.Part: GivenValue] = [:]
        for part in CatalogShape.Part.allCases {
            places[part] = section.flatMap { settings.values(of: part.rawValue, in: $0.name).last }
        }
        for given in given(Options.map.row) {
            guard let place = CatalogPlace(given.text) else { throw unusable(given, of: Options.map.row) }
            places[place.part] = GivenValue(text: place.place, source: given.source)
        }
        return places
    }

    /// The shape of the catalog.
    func shape() throws(UsageError) -> CatalogShape {
        let places = try places()
        do {
            return try CatalogShape(places.mapValues(\.text))
        } catch {
            guard case .setting(let line)? = places[error.part]?.source else {
                throw command.misuse("\(error)")
            }
            throw .badSetting(line, "\(error)")
        }
    }
}
