extension CatalogShape {
    /// The place of suppliers' details: the address of each one's, and the record in the response.
    package struct Details: Sendable, Hashable {
        /// The address, relative to the catalog.
        let template: FieldTemplate

        /// The path of the record in the response; `nil` if that is the record.
        let record: FieldPath?

        /// The template is a value alone, which is an address as it stands.
        var isAddress: Bool { template.pieces.count == 1 && template.pieces[0].value != nil }

        /// The address of a supplier's details, relative to the catalog; `nil` if it has none.
        ///
        /// A name of our own is that field, unless the record has a member of this name.
        func address(of supplier: Supplier) -> String? {
            let text = template.text(isURL: !isAddress) { path in
                if !supplier.otherFields.hasMember(path.text), let field = path.ownField {
                    return supplier[field]
                }
                return supplier.otherFields[path.text.hasPrefix(".") ? path.text : "." + path.text]?.mappedText ?? ""
            }
            return text.flatMap { $0.trimmed.isEmpty ? nil : $0 }
        }

        /// The reason why the body of a response has no record, as a noun phrase; `nil` if it has one.
        func reasonForNoRecord(in body: [UInt8]) -> String? {
            do throws(Response.ReadingError) {
                _ = try Response(body, at: self, isOnlyChecked: true)
                return nil
            } catch {
                return error.reason
            }
        }
    }
}

extension CatalogShape {
    /// Reads the place of suppliers' details; `nil` if there is none.
    static func details(in places: [Part: String]) throws(ParseError) -> Details? {
        let record = try path(of: .detailRecord, in: places)
        guard let text = places[.detail], !text.isEmpty else { return nil }
        var parser = FieldTemplate.Parser(text, .detail)
        let details = Details(template: try parser.template(), record: record)
        guard details.isAddress || !details.template.hasValueInOrigin else {
            throw ParseError(part: .detail, place: text, reason: "has braces in its scheme, host or port")
        }
        return details
    }

    /// Checks that details can be where the shape says, in a catalog at some location.
    ///
    /// - Throws: ``ParseError`` if their address cannot be resolved, or names a file and the catalog is none.
    package func checkDetails(of catalog: CatalogLocation) throws(ParseError) {
        guard let details, !details.isAddress, let text = details.template.text(isURL: true, { _ in "x" }) else {
            return
        }
        do throws(Avatar.EndpointError) {
            _ = try Avatar(endpoint: text)?.resolved(against: catalog)
        } catch {
            throw ParseError(part: .detail, place: places[.detail] ?? text, reason: error.reason)
        }
    }

    /// The supplier, completed by a response with its details; `nil` if that has no record of it.
    ///
    /// - Parameter allowsPaths: true if the response may name an avatar by something else than a URL of the web.
    func completed(
        _ supplier: Supplier, byDetails body: [UInt8], allowingPaths allowsPaths: Bool = true
    ) -> Supplier? {
        guard let details else { return nil }
        do throws(Details.Response.ReadingError) {
            var completed = try Details.Response(body, at: details).completed(supplier, through: fieldMap)
            let isWeb = ["http", "https"].contains(completed.avatar?.endpoint.urlScheme)
            let isInline = completed.avatar?.inlineAddress != nil
            if !allowsPaths, !isWeb, !isInline, supplier.avatar == nil { completed.avatar = nil }
            return completed
        } catch {
            return nil
        }
    }
}

extension CatalogShape.Details {
    /// A supplier's details: the record that another endpoint than the catalog has of it, and what stands beside that.
    struct Response {
        /// A response that has no such record.
        struct ReadingError: Error {
            /// A noun phrase for the content that stands in the record's place.
            let reason: String
        }

        private let record: JSONValue

        /// The members beside the record at the top of the response.
        private let beside: [(name: String, value: JSONValue)]

        /// Reads the body of a response.
        ///
        /// - Parameter isOnlyChecked: nothing is read but whether there is a record. Default `false`.
        init(_ body: [UInt8], at place: CatalogShape.Details, isOnlyChecked: Bool = false) throws(ReadingError) {
            let steps = place.record?.steps ?? []
            // A position counts elements by their tokens.
            let skipsRepeats = isOnlyChecked && !steps.contains { Int($0) != nil }
            let document: JSONDocument
            do throws(JSONTokenizer.SyntaxError) {
                document = try JSONDocument(reading: body, skipsRepeats: skipsRepeats)
            } catch {
                guard error.expected == nil else { throw ReadingError(reason: "no valid JSON") }
                throw ReadingError(reason: "values nested deeper than \(JSONTokenizer.depthLimit) levels")
            }
            guard document.root.isObject else {
                throw ReadingError(reason: "no object, but \(document.root.description)")
            }
            let (path, found) = (place.record?.text ?? "", document.value(at: steps[...]))
            guard let index = found, document.tokens[index].isOf(.object), !path.isEmpty || !Self.isError(document.root)
            else {
                let other = found.map { "\(document.description(of: document.tokens[$0])) at '\(path)', and no object" }
                let said = CatalogSyntaxError.reason(in: body).map { " (\"\($0)\")" } ?? ""
                throw ReadingError(reason: (path.isEmpty ? "an error" : other ?? "no record at '\(path)'") + said)
            }
            record = JSONValue(document: document, index: index)
            beside = steps.isEmpty || isOnlyChecked ? [] : document.root.members.filter { $0.name != steps[0] }
        }

        /// The object says nothing but that there is an error.
        private static func isError(_ object: JSONValue) -> Bool {
            let others = ["message", "success", "status", "code"]
            return PageNames.errors.contains { object.value(at: $0.steps)?.string?.isEmpty == false }
                && object.members.allSatisfy { others.contains($0.name) || $0.name.hasPrefix("error") }
        }

        /// Completes a supplier of a catalog with a map.
        ///
        /// The record's members win over the supplier's, and both over those beside the record. Of the supplier's own
        /// fields those are filled in that are empty. A member that is such a field by its name has a dot before its
        /// name; it is not shown if the supplier has its value.
        func completed(_ supplier: Supplier, through map: FieldMap) -> Supplier {
            var completed = supplier.replacing(missingFields(of: supplier, through: map))
            // Members in JSON, in the order in which their names came, and their places by these.
            var (members, places): ([(name: String, json: String, isShown: Bool)], [String: Int]) = ([], [:])
            func set(_ name: String, _ value: JSONValue, isShown: Bool) {
                let place = places[name] ?? members.count
                places[name] = place
                if place == members.count { members.append((name, "", false)) }
                members[place] = (name, value.json, isShown)
            }
            let (known, shownCount) = supplier.otherFields.members
            for (index, member) in known.enumerated() { set(member.name, member.value, isShown: index < shownCount) }
            let (own, fields) = (record.members, fields(through: map))
            for (index, member) in (own + beside).enumerated()
            where !["avatarFile", "avatarState"].contains(member.name) {
                let field = fields[member.name]
                let isOwn = field != nil || Supplier.OtherFields.ownNames.contains(member.name)
                let name = (isOwn ? "." : "") + member.name
                guard index < own.count || places[name] == nil else { continue }
                let isRepeated = field.map { $0.normalized(member.value.mappedText) == completed[$0] } ?? false
                set(name, member.value, isShown: member.value.isContainer || !isRepeated)
            }
            let texts = [true, false].map { isShown in
                members.filter { $0.isShown == isShown }.map { "\($0.name.quotedForJSON):\($0.json)" }
            }
            completed.otherFields = Supplier.OtherFields(
                json: Array(texts.joined().joined(separator: ",").utf8),
                exportedByteCount: texts[0].joined(separator: ",").utf8.count)
            return completed
        }

        /// The fields that members are by their names: those that the map has, and our own, in any case unless one is
        /// equal.
        private func fields(through map: FieldMap) -> [String: Supplier.Field] {
            let own = Supplier.Field.allCases.map { ($0.rawValue, $0) }
            let mapped = zip(map.fields, FieldMap.Place.allCases).compactMap { template, place in
                template.memberName.flatMap { name in place.field.map { (name, $0) } }
            }
            func name(_ name: String) -> String { record[name] == nil ? record.likeName(of: name) ?? name : name }
            return Dictionary((own + mapped).map { (name($0), $1) }) { $1 }
        }

        /// The values of a supplier's empty fields.
        ///
        /// A field is read through the map or, if that finds nothing, under its own name.
        private func missingFields(of supplier: Supplier, through map: FieldMap) -> [Supplier.Field: String] {
            var values: [Supplier.Field: String] = [:]
            for (place, mapped) in zip(FieldMap.Place.allCases, map.fields) where place != .id {
                guard let field = place.field, supplier[field].isEmpty, !supplier.editedFields.contains(field) else {
                    continue
                }
                for template in [mapped, FieldTemplate(ofMember: field.rawValue)] where values[field] == nil {
                    let text = template.text(isURL: template.isURL) { self.text(at: $0, of: supplier, values) } ?? ""
                    let value = field.normalized(template.isBare ? text : text.withSingleBlanks)
                    guard let value, !value.isEmpty else { continue }
                    values[field] = value
                }
            }
            return values
        }

        /// The text at a path: in the record, beside it, or of the supplier in the catalog, whose missing fields have
        /// some values now.
        private func text(at path: FieldPath, of supplier: Supplier, _ values: [Supplier.Field: String]) -> String {
            if let value = record.value(at: path.steps) { return value.mappedText }
            if path.steps.count == 1, let member = beside.last(where: { $0.name == path.steps[0] }) {
                return member.value.mappedText
            }
            if let field = Supplier.Field(rawValue: path.text) { return values[field] ?? supplier[field] }
            return supplier.otherFields[path.text]?.mappedText ?? ""
        }
    }
}

extension Supplier.Field {
    /// A value as a supplier has it in the field; empty if it has no such value, `nil` for an unreadable date.
    fileprivate func normalized(_ text: String) -> String? {
        switch self {
        case .createdAt:
            var date = Array(text.utf8)
            let isReadable = Timestamp.normalize(&date, from: 0, dropsEarly: true)
            return isReadable ? String(decoding: date, as: UTF8.self) : nil
        case .avatar: return Avatar(endpoint: text)?.endpoint ?? ""
        default: return text
        }
    }
}

extension String {
    /// The text with one blank for each white space in it, and none around it.
    var withSingleBlanks: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension JSONValue {
    /// The text that a map takes the value for: `false` is none.
    fileprivate var mappedText: String { text == "false" && string == nil ? "" : plainText }
}
