#if Curl
/// The origins that an engine has transfers to, or remembers something of.
struct Hosts {
    private var hosts: [Origin: Host] = [:]
    private let configuration: DataLoader.Configuration
    private let proxies: ProxyRules

    init(_ configuration: DataLoader.Configuration) {
        self.configuration = configuration
        proxies = ProxyRules(proxy: configuration.proxy, environment: ProcessInfo.processInfo.environment)
    }

    /// The time for which a silence counts.
    var silenceTime: Duration { configuration.idleTimeout * 2 }

    /// The host of a new transfer, until ``leave(_:)``.
    mutating func enter(_ origin: Origin) -> Host {
        let host =
            hosts[origin]
            ?? Host(origin, limit: configuration.connectionsPerHost, proxy: proxies.proxy(for: origin))
        hosts[origin] = host
        host.transferCount += 1
        return host
    }

    /// Forgets a host if it has no transfers left, and nothing has to be remembered of it.
    mutating func leave(_ host: Host) {
        host.transferCount -= 1
        guard host.transferCount == 0 else { return }
        hosts[host.origin] = nil
        guard isRemembered(host) else { return }
        hosts = hosts.filter { $0.value.transferCount > 0 || isRemembered($0.value) }
        hosts[host.origin] = host
    }

    private func isRemembered(_ host: Host) -> Bool { host.hasPause || host.silenceCount(within: silenceTime) > 0 }
}
#endif
