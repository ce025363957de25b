extension CatalogIssue {
    /// Creates the issue of a record that did not decode; a field that is missing counts as the value at fault.
    init(record: Int, byteOffset: Int, cause: any Error) {
        let path: [any CodingKey]
        let reason: String
        switch cause {
        case DecodingError.keyNotFound(let key, let context):
            path = context.codingPath + [key]
            reason = context.debugDescription
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            path = context.codingPath
            reason = context.debugDescription
        default:
            path = []
            reason = String(describing: cause)
        }
        self.init(record: record, byteOffset: byteOffset, path: Self.text(of: path), reason: reason)
    }

    private static func text(of path: [any CodingKey]) -> String {
        var text = ""
        for key in path {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text
    }
}

extension CatalogIssue: CustomStringConvertible {
    /// One sentence without a full stop.
    public var description: String {
        let place = "record \(record) at byte \(byteOffset)" + (page > 1 ? " of page \(page)" : "")
        return path.isEmpty ? "\(place): \(reason)" : "\(place), field '\(path)': \(reason)"
    }
}
