import FoundationEssentials
import SupplierGoKit

/// Paints avatars for the browser: one at a time and only those on the screen, and keeps them in bounded memory.
struct FaceFeed: Sendable {
    /// An image that can be painted.
    private struct Source: Sendable {
        /// The path of its file; `nil` if it is in none.
        let file: String?

        /// The image, if it is in no file.
        let bytes: [UInt8]
    }

    private struct State {
        /// The avatars on the screen, the most important first.
        var wanted: [FaceRequest] = []
        var sources: [String: Source] = [:]
        var painted: [FaceRequest: PaintedAvatar] = [:]
        var byteCount = 0
    }

    /// The number of bytes of images and painted avatars to keep before those that are not on the screen are dropped.
    private static let byteLimit = 16 << 20

    private static let pool = BlockingThreads.files

    let painter: AvatarPainter
    let mailbox: Mailbox
    private let changes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let state = Lock(State())

    /// Says which avatars are on the screen; those that were painted before come as events at once.
    func show(_ wanted: [FaceRequest]) {
        let known = state.withLock { state in
            let former = Set(state.wanted)
            state.wanted = wanted
            return wanted.filter { !former.contains($0) }.compactMap { request in
                state.painted[request].map { (request, $0) }
            }
        }
        for (request, face) in known { mailbox.post(.painted(request, face)) }
        changes.continuation.yield()
    }

    /// Nothing has to be fetched to paint an avatar; an image in no file may have been dropped.
    func canPaint(_ endpoint: String, _ note: AvatarNote) -> Bool {
        guard case .loaded = note else { return true }
        return state.withLock { $0.sources[endpoint] != nil }
    }

    /// Takes an image that was fetched.
    func take(_ bytes: [UInt8], in file: String?, of endpoint: String) {
        state.withLock { state in
            let source = Source(file: file, bytes: file == nil ? bytes : [])
            state.sources[endpoint] = source
            state.byteCount += source.bytes.count
            for place in FaceRequest.Place.allCases {
                state.painted[FaceRequest(endpoint: endpoint, place: place)] = nil
            }
        }
        changes.continuation.yield()
    }

    /// Paints until the task is cancelled.
    func run() async {
        for await _ in changes.stream {
            while !Task.isCancelled, let (request, source) = next() {
                let face = await paint(source, into: request.place.box)
                keep(face, for: request)
                mailbox.post(.painted(request, face))
            }
        }
    }

    /// The first avatar on the screen that is there and not painted.
    private func next() -> (FaceRequest, Source)? {
        state.withLock { state in
            for request in state.wanted where state.painted[request] == nil {
                if let source = state.sources[request.endpoint] { return (request, source) }
            }
            return nil
        }
    }

    private func paint(_ source: Source, into box: CellSize) async -> PaintedAvatar {
        guard let file = source.file else { return await painter.paint(source.bytes, in: nil, into: box) }
        guard let data = await Self.pool.run({ FileManager.default.contents(atPath: file) }) else { return .initials }
        return await painter.paint(Array(data), in: file, into: box)
    }

    private func keep(_ face: PaintedAvatar, for request: FaceRequest) {
        state.withLock { state in
            state.painted[request] = face
            state.byteCount += face.byteCount
            guard state.byteCount > Self.byteLimit else { return }
            let wanted = Set(state.wanted.map(\.endpoint))
            state.painted = state.painted.filter { wanted.contains($0.key.endpoint) }
            // An image in a file takes no memory here.
            state.sources = state.sources.filter { $0.value.file != nil || wanted.contains($0.key) }
            state.byteCount =
                state.painted.values.reduce(0) { $0 + $1.byteCount }
                + state.sources.values.reduce(0) { $0 + $1.bytes.count }
        }
    }
}

extension PaintedAvatar {
    /// About how many bytes it takes.
    fileprivate var byteCount: Int {
        switch self {
        case .initials: 0
        case .symbols(let image): image.lines.reduce(0) { $0 + $1.text.utf8.count }
        case .sequence(let bytes): bytes.count
        }
    }
}
