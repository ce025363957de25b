@testable import SupplierGoKit

/// A catalog that was split and decoded, without the reader.
struct CatalogReading {
    /// All records, as far as there was no error.
    var batch = DecodedBatch()
    var envelope = CatalogEnvelope()
    var error: CatalogSyntaxError?

    /// Reads a catalog that comes in chunks; what was complete before an error comes as well.
    init(of chunks: [[UInt8]], as plan: DecodingPlan = DecodingPlan()) {
        var splitter = CatalogSplitter(shape: plan.shape)
        do throws(CatalogSyntaxError) {
            for chunk in chunks where !chunk.isEmpty {
                try splitter.split(chunk)
                add(splitter.takePieces(), as: plan)
            }
            try splitter.finish()
        } catch {
            add(splitter.takePieces(), as: plan)
            self.error = self.error ?? error
        }
        add(splitter.takePieces(), as: plan)
        envelope = splitter.envelope
    }

    init(of chunks: [[UInt8]], _ shape: CatalogShape) {
        self.init(of: chunks, as: DecodingPlan(shape: shape))
    }

    init(_ text: String, _ shape: CatalogShape = .plain) {
        self.init(of: [Array(text.utf8)], shape)
    }

    private mutating func add(_ pieces: [RecordPiece], as plan: DecodingPlan) {
        for decoded in DecodedBatch.batches(of: pieces, as: plan) where error == nil {
            batch.badRecords += decoded.badRecords.map { badRecord in
                var badRecord = badRecord
                badRecord.record += batch.recordCount
                return badRecord
            }
            batch.suppliers += decoded.suppliers
            batch.byteOffsets += decoded.byteOffsets
            batch.idHashes += decoded.idHashes
            batch.edited += decoded.edited
            batch.rendered.bytes += decoded.rendered.bytes
            batch.rendered.count += decoded.rendered.count
            batch.rendered.readCount += decoded.rendered.readCount
            error = decoded.error
        }
    }
}

extension [UInt8] {
    /// The bytes in chunks of `size`; the last one may be shorter.
    func cut(every size: Int) -> [[UInt8]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
