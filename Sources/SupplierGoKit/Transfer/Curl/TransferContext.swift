#if Curl
/// The rules and the connections that all transfers of an engine share.
final class TransferContext {
    let configuration: DataLoader.Configuration
    let connections: IdleConnections

    /// The streams whose heads have come in this turn.
    var startedStreams: [Transfer] = []

    init(_ configuration: DataLoader.Configuration) {
        self.configuration = configuration
        connections = IdleConnections(idleTimeout: configuration.idleTimeout)
    }
}
#endif
