internal import CCurl
import FoundationEssentials

/// `CURLOPT_OPENSOCKETFUNCTION`: makes the socket for a new connection, unless it leads where it may not.
let openSocket: curl_opensocket_callback = { context, _, address in
    guard let context = unsafe context, let address = unsafe address else { return CURL_SOCKET_BAD }
    let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let isAllowed = unsafe withUnsafePointer(to: &address.pointee.addr) { address in
        unsafe transfer.mayConnect(to: IPAddress(address))
    }
    guard isAllowed else { return CURL_SOCKET_BAD }
    return unsafe transfer.multi.open(address.pointee)
}

/// `CURLOPT_OPENSOCKETFUNCTION` for a connection of the engine's own.
let openConnectionSocket: curl_opensocket_callback = { context, _, address in
    guard let context = unsafe context, let address = unsafe address else { return CURL_SOCKET_BAD }
    let connection = unsafe Unmanaged<CurlConnection>.fromOpaque(context).takeUnretainedValue()
    return unsafe connection.makeSocket(address.pointee)
}

/// `CURLOPT_PREREQFUNCTION`: has the last word before a request is sent, over a connection that somebody else opened for
/// example.
let beforeRequest: curl_prereq_callback = { context, address, _, _, _ in
    guard let context = unsafe context, let address = unsafe address else { return Int32(CURL_PREREQFUNC_ABORT) }
    let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    guard transfer.isGuarded else { return Int32(CURL_PREREQFUNC_OK) }
    let isAllowed = unsafe transfer.mayConnect(to: IPAddress(String(cString: address)))
    return Int32(isAllowed ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT)
}

extension CurlTransfer {
    /// Whether a connection to this address serves the transfer; a proxy is ours to trust.
    func mayConnect(to address: @autoclosure () -> IPAddress?) -> Bool {
        guard HostPolicy.admits(address(), isGuarded: isGuarded && proxy == nil) else {
            refusedAddress = true
            return false
        }
        return true
    }

    /// Why the URL may not even be tried.
    var guardFailure: DataLoadError.Reason? {
        if !address.isPlain {
            let text = urlText.utf8.span
            for index in text.indices where text[index] <= 0x20 || text[index] == 0x7f { return .malformedURL }
        }
        guard isGuarded, HostPolicy.isInner(host: origin.host) else { return nil }
        return .innerAddress
    }

    /// Notes what a redirect's target may be, by where the redirect came from.
    func guardRedirect() {
        guard request.reach == .outward, !isGuarded else { return }
        isGuarded =
            metrics.remoteAddress.flatMap { IPAddress($0) }.map(HostPolicy.isPublic) ?? !HostPolicy.isInner(
                host: origin.host)
    }
}
