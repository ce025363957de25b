/// Decodes the records of consecutive pieces of a catalog, in batches.
struct PieceDecoder {
    private let plan: DecodingPlan

    /// The pieces after the one that is decoded.
    private var pieces: ArraySlice<RecordPiece>
    private var cursor = RecordCursor(RecordPiece(start: .line))
    private var reader: RecordReader

    /// The rows that the records were, in CSV.
    private var table: CSVTable.Rows?
    private var rowIndex = 0

    init(_ pieces: [RecordPiece], as plan: DecodingPlan) {
        (self.plan, self.pieces) = (plan, pieces[...])
        reader = RecordReader(through: plan.shape.fieldMap, keepsOthers: plan.keepsOtherFields)
        _ = beginPiece()
    }

    /// Begins with the next piece; `false` if there is none.
    private mutating func beginPiece() -> Bool {
        guard var piece = pieces.popFirst() else { return false }
        if let table = piece.table {
            let rows = table.rows(of: piece)
            piece = RecordPiece(
                bytes: rows.json, range: rows.json.indices, start: .line, table: table, columns: table.columns)
            (self.table, rowIndex) = (rows, 0)
        }
        if let columns = piece.columns { piece.bytes += columns.text }
        cursor = RecordCursor(piece)
        reader.values.begin(piece)
        return true
    }

    /// A record whose values were found, unless it has an error.
    private typealias Record = (byteOffset: Int, error: Supplier.BadRecord?)

    /// Finds the next record; `nil` at the end.
    @inline(__always)
    private mutating func next(in bytes: Span<UInt8>) throws(CatalogSyntaxError) -> Record? {
        if table != nil { return try nextRow() }
        guard let start = try cursor.next(in: bytes) else { return nil }
        // A member begins with its name.
        let byteOffset = cursor.piece.byteOffset + (cursor.name.lowerBound > 0 ? cursor.name.lowerBound - 1 : start)
        do throws(CatalogSyntaxError) {
            let end = try reader.values.scan(from: start, expecting: cursor.state.phrase, named: cursor.name)
            cursor.pass(to: end)
            return (byteOffset, nil)
        } catch {
            try cursor.pass(error, in: bytes)
            return (byteOffset, Supplier.BadRecord(error))
        }
    }

    private mutating func nextRow() throws(CatalogSyntaxError) -> Record? {
        // By its place: a copy of the table would count a reference for each of its parts.
        guard rowIndex < table?.rows.count ?? 0, let row = table?.rows[rowIndex] else {
            if let error = table?.error { throw error }
            return nil
        }
        rowIndex += 1
        if let error = row.error { return (row.byteOffset, Supplier.BadRecord(reason: error)) }
        _ = try reader.values.scan(from: row.start, expecting: "")
        return (row.byteOffset, nil)
    }

    /// Decodes the next records.
    mutating func nextBatch() -> DecodedBatch {
        // A local variable, since the compiler checks every access to a property of `self`.
        var batch = DecodedBatch()
        let renderer = plan.renderer()
        do throws(CatalogSyntaxError) {
            repeat {
                let bytes = cursor.piece.bytes
                while !isComplete(batch), let record = try next(in: bytes.span) {
                    decode(record, into: &batch, by: renderer)
                }
                if let paths = plan.shape.nextTemplate?.lastValues, !paths.isEmpty {
                    batch.lastValues = reader.values.texts(at: paths) ?? batch.lastValues
                }
            } while !isComplete(batch) && beginPiece()
        } catch {
            batch.error = error
            // Only a record that is too long was cut where the catalog goes on.
            if case .cutShort = error, !cursor.piece.isLast { batch.error = cursor.tooLarge }
        }
        (batch.facts, reader.facts) = (reader.facts, FieldMap.Facts())
        return batch
    }

    /// The batch has as many records as it may have, or a bad one that ends the catalog.
    @inline(__always)
    private func isComplete(_ batch: DecodedBatch) -> Bool {
        plan.isStrict && !batch.badRecords.isEmpty || batch.recordCount >= DecodedBatch.recordLimit
    }

    @inline(__always)
    private mutating func decode(
        _ record: Record, into batch: inout DecodedBatch, by renderer: (any SupplierRendering)?
    ) {
        if let error = record.error { return note(error, id: nil, at: record.byteOffset, in: &batch) }
        do throws(Supplier.BadRecord) {
            let fields = try reader.fields()
            batch.byteOffsets.append(record.byteOffset)
            let text = reader.text
            add(fields, in: text.span, to: &batch, by: renderer)
        } catch {
            note(error, id: reader.readableID(), at: record.byteOffset, in: &batch)
        }
    }

    /// Adds a supplier, rendered or not, with its edit.
    @inline(__always)
    private func add(
        _ fields: FieldRanges, in text: Span<UInt8>, to batch: inout DecodedBatch, by renderer: (any SupplierRendering)?
    ) {
        let id = text.extracting(fields.id)
        if plan.hashesIDs { batch.idHashes.append(XXH64.hash(of: id)) }
        let edit = plan.edits.isEmpty ? nil : Supplier.ID(String(decoding: id)).flatMap { plan.edits[$0] }
        if let renderer, edit == nil { return batch.rendered.append(fields, in: text, by: renderer) }
        guard var supplier = Supplier(fields, in: text) else { return }
        if let edited = edit?.applied(to: supplier) {
            batch.edited.append(edited)
            guard let changed = edited.supplier else { return }
            supplier = changed
        }
        if let renderer {
            batch.rendered.append(supplier, by: renderer)
        } else {
            batch.suppliers.append(supplier)
        }
    }

    /// Notes a bad record.
    private mutating func note(
        _ error: Supplier.BadRecord, id: Supplier.ID?, at byteOffset: Int, in batch: inout DecodedBatch
    ) {
        guard error != .emptyRow else { return }
        var badRecord = error
        (badRecord.record, badRecord.byteOffset, badRecord.id) = (batch.recordCount + 1, byteOffset, id)
        badRecord.line = (table?.rows[rowIndex - 1]).flatMap { table?.line(of: $0) }
        batch.badRecords.append(badRecord)
    }
}

extension Supplier {
    /// Reads the record that some bytes of a catalog start with; `nil` if it is incomplete or not a supplier.
    ///
    /// Whatever follows the record is ignored.
    ///
    /// - Parameters:
    ///   - table: the table that it is a row of, in CSV; `nil` for JSON.
    ///   - isWhole: the catalog ends after the bytes, and so a row in CSV.
    init?(
        firstRecordOf bytes: [UInt8], of table: CSVTable? = nil, isWhole: Bool = false, in shape: CatalogShape = .plain
    ) {
        let isMember = shape.records?.steps.last == FieldPath.everyMember
        let start = isMember ? ExpectedPart.firstKey : .firstElement
        let piece = RecordPiece(
            bytes: bytes, range: bytes.indices, start: start, depth: 1, table: table, isLast: isWhole)
        let plan = DecodingPlan(keepsOtherFields: true, shape: shape)
        guard let batch = DecodedBatch.batches(of: [piece], as: plan).first, batch.badRecords.first?.record != 1,
            let supplier = batch.suppliers.first
        else { return nil }
        self = supplier
    }
}
