"""Attacks over the network and over local sockets."""

from attack_kit import Attack

NETWORK = (
    Attack(
        name="connect to a server on the host's loopback",
        program="""
import socket
for address in ("127.0.0.1", "0.0.0.0", "localhost"):
    attempt(address, socket.create_connection, (address, host["tcp"]), 5)
finish()
""",
    ),
    Attack(
        name="send a datagram to the host's loopback",
        program="""
import socket
def send(address):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.connect((address, host["udp"]))
        sender.send(b"x")
        sender.settimeout(0.2)
        sender.send(b"x")
attempt("udp", send, "127.0.0.1")
finish()
""",
    ),
    Attack(
        name="connect to an address outside",
        program="""
import socket
attempt("tcp", socket.create_connection, ("192.0.2.1", 80), 5)
attempt("tcp, IPv6", socket.create_connection, ("2001:db8::1", 80), 5)
def send():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", ("192.0.2.1", 53))
attempt("udp", send)
finish()
""",
        works=False,
    ),
    Attack(
        name="look a name up",
        program="""
import socket
attempt("dns", socket.getaddrinfo, "example.com", 80)
finish()
""",
        works=False,
    ),
    Attack(
        name="reconfigure the network, capture packets",
        program="""
import socket
families = {"netlink": 16, "packet": 17, "vsock": 40, "alg": 38, "key": 15, "xdp": 44}
for name, family in families.items():
    attempt(name, socket.socket, family, socket.SOCK_RAW)
    attempt(name, socket.socket, family, socket.SOCK_DGRAM)
attempt("raw", socket.socket, socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
attempt("raw, IPv6", socket.socket, socket.AF_INET6, socket.SOCK_RAW, 58)
finish()
""",
        works=False,
    ),
)

LOCAL_SOCKETS = (
    Attack(
        name="connect to a local socket by its path",
        program="""
import socket
def connect(kind, name):
    with socket.socket(socket.AF_UNIX, kind) as client:
        client.connect(host["folder"] + name)
attempt("stream", connect, socket.SOCK_STREAM, "/stream")
attempt("datagram", connect, socket.SOCK_DGRAM, "/datagram")
finish()
""",
    ),
    Attack(
        name="send to a local socket without connecting",
        program="""
import socket
path = host["folder"] + "/datagram"
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as client:
    attempt("sendto", client.sendto, b"x", path)
    attempt("sendmsg", client.sendmsg, [b"x"], [], 0, path)
os.chdir("/")
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as client:
    attempt("relative", client.sendto, b"x", path.lstrip("/"))
finish()
""",
    ),
    Attack(
        name="connect to an abstract local socket",
        program="""
import socket
with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
    attempt("abstract", client.connect, "\\0" + host["abstract"].lstrip("\\0"))
finish()
""",
    ),
)
