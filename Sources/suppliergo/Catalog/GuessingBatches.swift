import SupplierGoKit

/// The batches of a catalog. If it is a file in which none of the first 1,000 records has an id and a full name under
/// our names, it is read by what `inspect` would propose, as long as that is sure of these two.
/// ``LoadingOptions/guessesShape`` says which commands guess.
///
/// A catalog whose first records have a supplier among them is read as it stands, and nothing is looked at.
struct GuessingBatches: Sendable {
    private let open: @Sendable (SupplierLoader) -> SupplierStream
    private let session: Session
    private var batches: SupplierStream

    /// The batches that were read before it was decided, and the error that ended them.
    private var held: [SupplierBatch] = []
    private var failure: CatalogError?
    private var isDecided: Bool

    /// The places that the file is read by, as a sentence; `nil` if it is read as it stands.
    private(set) var sentence: String?

    /// Opens a session's catalog by a function of its loader.
    init(of session: Session, _ open: @escaping @Sendable (SupplierLoader) -> SupplierStream) {
        (self.open, self.session, isDecided) = (open, session, !session.options.guessesShape)
        batches = open(session.loader)
    }

    mutating func next() async throws -> SupplierBatch? {
        if !exchange(&isDecided, with: true) { try await decide() }
        if !held.isEmpty { return held.removeFirst() }
        if let failure { throw failure }
        return try await batches.next()
    }

    private mutating func decide() async throws {
        var count = 0
        do {
            while count < CatalogOutline.recordLimit, let batch = try await batches.next() {
                held.append(batch)
                count += batch.badRecords.count { $0.record <= CatalogOutline.recordLimit }
                let hasSuppliers = !batch.suppliers.isEmpty || batch.rendered.readCount > 0 || !batch.edited.isEmpty
                guard !hasSuppliers || count == CatalogOutline.recordLimit else { return }
            }
        } catch let error as CatalogError {
            failure = error
        }
        guard session.loader.location.isRepeatable, failure != nil || count > 0 else { return }
        let candidates: [CatalogOutline]
        do {
            candidates = CatalogOutline.candidates(of: try await session.loader.beginning())
        } catch let error as CatalogError {
            // The records' own errors say more, but for one about a heading, which says nothing of the rows.
            if case .syntax(.noField) = failure { failure = error }
            return
        }
        do throws(CatalogError) {
            guard let shape = try shape(of: candidates) else { return }
            var loader = session.loader
            loader.configuration.shape = shape
            batches = open(loader)
            (held, failure) = ([], nil)
        } catch {
            (held, failure) = ([], failure ?? error)
        }
    }

    /// The shape that the file is read in; `nil` if a record has our names, or nothing is known of the records.
    ///
    /// - Throws: the error of a file that no shape is sure to read.
    private mutating func shape(of candidates: [CatalogOutline]) throws(CatalogError) -> CatalogShape? {
        let given = session.loader.configuration.shape.places
        let own: [String?] = given[.records].map { [$0] } ?? [nil] + PageNames.records
        guard !candidates.contains(where: { $0.hasOwnNames && own.contains($0.records) }) else { return nil }
        let candidates = candidates.filter { given[.records] == nil || $0.records == given[.records] }
        guard let proposal = ShapeProposal(for: candidates), !proposal.outline.fields.isEmpty,
            !proposal.outline.mayHoldRecords,
            let inspection = session.inspection(of: session.loader.location)
        else { return nil }
        guard proposal.isComplete else {
            let names = proposal.outline.fields.map(\.path)
            // A record with our id has an error of its own.
            if names.contains("id") { return nil }
            throw .syntax(.noField(.id, place: "id", names: names))
        }
        let parts = CatalogShape.Part.allCases.filter { $0 != .next && $0 != .total }
        let places = parts.compactMap { part in proposal.places[part].map { "\(part.rawValue) = \($0)" } }
        do {
            let shape = try CatalogShape(proposal.places.merging(given) { $1 })
            sentence = "read as: \(places.joined(separator: ", ")) (\(inspection) prints the settings)"
            return shape
        } catch {
            // A path that cannot be written is none.
            return nil
        }
    }
}
