#if Curl
internal import CCurl

// libcurl calls these on the engine's thread, inside `curl_multi_perform` or `curl_easy_pause`.

/// Calls a function with the transfer that a callback's context is, which the engine holds meanwhile.
private func withTransfer<Value>(_ context: UnsafeMutableRawPointer, _ body: (Transfer) -> Value) -> Value {
    unsafe Unmanaged<Transfer>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
}

/// `CURLOPT_HEADERFUNCTION`: one header line, its line end included.
let receiveHeader: ccurl_bytes_callback = { bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count).bindMemory(to: UInt8.self)
    return unsafe withTransfer(context) { unsafe $0.receiveHeaderLine(line.span) } ? size * count : 0
}

/// `CURLOPT_WRITEFUNCTION`: some of the body, decoded.
let receiveBody: ccurl_bytes_callback = { bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let chunk = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    switch unsafe withTransfer(context, { unsafe $0.receiveBody(chunk) }) {
    case .taken: return size * count
    case .paused: return Int(CURL_WRITEFUNC_PAUSE)
    case .refused: return 0
    }
}

/// `CURLOPT_XFERINFOFUNCTION`: the bytes of the body that came, decoded or not, and of the request's that were sent.
let noteProgress: curl_xferinfo_callback = { context, _, byteCount, _, sentCount in
    guard let context = unsafe context else { return 1 }
    return unsafe withTransfer(context) { $0.mayGoOn(afterReceiving: Int(byteCount), sending: Int(sentCount)) } ? 0 : 1
}

/// `CURLOPT_OPENSOCKETFUNCTION`: makes the socket for a new connection, unless its address is refused.
let openSocket: curl_opensocket_callback = { context, _, address in
    guard let context = unsafe context, let address = unsafe address else { return CURL_SOCKET_BAD }
    let isAllowed = unsafe withUnsafePointer(to: &address.pointee.addr) { address in
        unsafe withTransfer(context) { unsafe $0.mayOpenConnection && $0.mayConnect(to: IPAddress(address)) }
    }
    guard isAllowed else { return CURL_SOCKET_BAD }
    let socket = unsafe Sockets.make(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
    if socket != CURL_SOCKET_BAD { unsafe withTransfer(context) { $0.noteSocket(socket) } }
    return socket
}

/// `CURLOPT_CLOSESOCKETFUNCTION`: closes a socket; the context is the engine's ``IdleConnections``.
let closeSocket: curl_closesocket_callback = { context, socket in
    guard let context = unsafe context else { return 1 }
    unsafe Unmanaged<IdleConnections>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.close(socket) }
    return 0
}

/// `CURLOPT_PREREQFUNCTION`: has the last word before a request is sent, over a connection of another transfer for
/// example.
let beforeRequest: curl_prereq_callback = { context, address, localAddress, port, localPort in
    guard let context = unsafe context, let address = unsafe address, let localAddress = unsafe localAddress else {
        return Int32(CURL_PREREQFUNC_ABORT)
    }
    let ends = unsafe IdleConnections.Ends(
        localAddress: String(cString: localAddress), localPort: Int(localPort), remoteAddress: String(cString: address),
        remotePort: Int(port))
    let isAllowed = unsafe withTransfer(context) { $0.mayUseConnection(with: ends) }
    return Int32(isAllowed ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT)
}
#endif
