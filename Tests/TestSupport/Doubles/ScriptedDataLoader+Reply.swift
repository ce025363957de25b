public import FoundationEssentials
public import SupplierGoKit

extension ScriptedDataLoader {
    /// What a URL gives.
    public struct Reply: Sendable {
        /// One thing to do.
        public enum Step: Sendable {
            /// Gives the head; what stands before it holds the head back or fails in its place.
            case head

            /// Gives a chunk of the body.
            case chunk([UInt8])

            /// Waits until the gate is open; a cancelled task ends it.
            case waitFor(Gate)

            /// Opens the gate: tells the test that the transfer got here.
            case open(Gate)

            /// Fails.
            case fail(any Error)

            var isHead: Bool {
                if case .head = self { true } else { false }
            }
        }

        let status: HTTPStatus
        let fields: HTTPFields
        let url: URL?
        let steps: [Step]

        /// Creates a reply from its steps.
        ///
        /// - Parameters:
        ///   - steps: what to do, in order.
        ///   - status: the status. Default 200.
        ///   - fields: the header fields. Default none.
        ///   - url: the URL that answers; `nil` for the request's own.
        public init(
            steps: [Step], status: HTTPStatus = HTTPStatus(200), fields: HTTPFields = HTTPFields(), url: URL? = nil
        ) {
            self.steps = steps
            self.status = status
            self.fields = fields
            self.url = url
        }

        /// Gives 200 and a body in one chunk.
        public static func ok(_ body: [UInt8], contentType: String? = nil) -> Reply {
            chunks([body], contentType: contentType)
        }

        /// Gives 200 and a body in these chunks.
        public static func chunks(_ chunks: [[UInt8]], contentType: String? = nil) -> Reply {
            let field = contentType.flatMap { HTTPFields.Field(name: "Content-Type", value: $0) }
            return Reply(steps: [.head] + chunks.map { .chunk($0) }, fields: HTTPFields(field.map { [$0] } ?? []))
        }

        /// Gives a status and a body.
        public static func status(_ code: Int, _ body: [UInt8] = []) -> Reply {
            Reply(steps: [.head, .chunk(body)], status: HTTPStatus(code))
        }

        /// Fails before there is a head.
        public static func failure(_ error: DataLoadError) -> Reply {
            Reply(steps: [.fail(error)])
        }
    }
}
