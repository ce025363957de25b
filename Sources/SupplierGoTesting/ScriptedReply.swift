public import SupplierGoKit

extension ScriptedDataLoader {
    /// The reply of a URL: a status, header fields, and steps.
    public struct Reply: Sendable {
        /// One step of a reply.
        public enum Step: Sendable {
            /// Sends the head. Steps before it delay the head, or fail in its place.
            case head

            /// Sends a chunk of the body.
            case chunk([UInt8])

            /// Waits until the gate is open, or the task is cancelled.
            case waitFor(Gate)

            /// Opens the gate, which tells the test that the transfer has got here.
            case open(Gate)

            /// Fails with an error.
            case fail(any Error)

            var isHead: Bool {
                if case .head = self { true } else { false }
            }
        }

        let status: HTTPStatus
        let fields: HeaderFields
        let url: URL?
        let steps: [Step]

        /// Creates a reply from its steps.
        ///
        /// - Parameters:
        ///   - steps: the steps in their order.
        ///   - status: the status of the answer. Default 200.
        ///   - fields: the header fields. Default none.
        ///   - url: the URL that answered, after redirects. Default `nil`, for the request's own.
        public init(
            steps: [Step], status: HTTPStatus = HTTPStatus(200), fields: HeaderFields = HeaderFields(), url: URL? = nil
        ) {
            self.steps = steps
            self.status = status
            self.fields = fields
            self.url = url
        }

        /// Answers 200 with a body in one chunk.
        public static func ok(_ body: [UInt8], contentType: String? = nil) -> Reply {
            chunks([body], contentType: contentType)
        }

        /// Answers 200 with a body in these chunks.
        public static func chunks(_ chunks: [[UInt8]], contentType: String? = nil) -> Reply {
            let field = contentType.flatMap { HeaderFields.Field(name: "Content-Type", value: $0) }
            return Reply(steps: [.head] + chunks.map { .chunk($0) }, fields: HeaderFields(field.map { [$0] } ?? []))
        }

        /// Answers with a status and a body.
        public static func status(_ code: Int, _ body: [UInt8] = []) -> Reply {
            Reply(steps: [.head, .chunk(body)], status: HTTPStatus(code))
        }

        /// Fails before the head.
        public static func failure(_ error: DataLoadError) -> Reply {
            Reply(steps: [.fail(error)])
        }
    }
}
