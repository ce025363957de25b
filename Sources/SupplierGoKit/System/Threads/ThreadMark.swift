import Glibc

/// A note that each thread has for itself (`pthread_setspecific(3)`): to which object it belongs.
///
/// The object is not kept alive; a thread belongs to what outlives it.
struct ThreadMark: Sendable {
    private let key: pthread_key_t

    /// Makes room for a note, which is never given back: the system has room for 1024.
    init() {
        var key = pthread_key_t()
        let result = unsafe pthread_key_create(&key, nil)
        precondition(result == 0, "no room for a thread's own value: error \(result)")
        self.key = key
    }

    /// Notes on the calling thread that it belongs to an object, or to none.
    func set(_ object: AnyObject?) {
        let pointer = unsafe object.map { unsafe UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
        unsafe pthread_setspecific(key, pointer)
    }

    /// Whether the calling thread belongs to an object.
    func isSet(to object: AnyObject) -> Bool {
        unsafe pthread_getspecific(key) == Unmanaged.passUnretained(object).toOpaque()
    }
}
