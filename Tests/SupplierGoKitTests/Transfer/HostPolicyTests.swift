import Testing

@testable import SupplierGoKit

struct HostPolicyTests {
    @Test(arguments: [
        "0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1",
        "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1",
        "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::10.0.0.1",
        "64:ff9b:1::808:808", "100::1", "2001::1", "2001:0:102:304::1", "2001:db8::1", "2002:a00:1::1",
        "2002:7f00:1::", "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%1", "fec0::1", "ff02::1", "5f00::1",
    ])
    func knowsWhatIsInside(text: String) throws {
        #expect(!HostPolicy.isPublic(try #require(IPAddress(text))))
        #expect(HostPolicy.isPrivate(host: text))
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
        "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
        "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::1", "2a00:1450::1", "2001:4860:4860::8888",
        "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
    ])
    func knowsWhatIsPublic(text: String) throws {
        #expect(HostPolicy.isPublic(try #require(IPAddress(text))))
        #expect(!HostPolicy.isPrivate(host: text))
    }

    @Test(arguments: [
        "localhost", "LOCALHOST.", "a.localhost", "127.1", "0x7f000001", "2130706433", "0177.0.0.1", "0", "10.0.0.1.",
        "::1%25x", "fe80::1%25eth0", "::ffff:169.254.169.254%25x",
    ])
    func seesThroughOtherSpellings(host: String) {
        #expect(HostPolicy.isPrivate(host: host))
    }

    @Test(arguments: ["suppliers.example", "localhost.example", "10.0.0.1.example", "", "127.0.0.1.nip.example"])
    func judgesNoOtherNames(host: String) {
        #expect(!HostPolicy.isPrivate(host: host))
        #expect(IPAddress(host) == nil)
    }
}
