//! Ports that nobody else can take.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::TcpSocket;

/// A TCP port reserved for as long as this value lives.
///
/// A port that is merely looked up (bind to port 0, note the number, close) can be taken by any other
/// process before its server binds it, or while that server is being restarted.
///
/// So the socket stays open: bound to the port on all IPv4 addresses, with `SO_REUSEADDR`, never
/// listening. Linux then treats the port as taken for whoever asks for any free port (`bind` to port 0,
/// the local port of a `connect`). A server that binds this very port with `SO_REUSEADDR`, which servers
/// set in order to restart, gets it: Linux lets sockets share a port if all of them have set the option
/// and none of them listens yet. The reservation receives no connections, since it does not listen.
///
/// Only Linux shares ports by these rules. Elsewhere the socket is closed at once, so that the server
/// can bind, and the port may be lost to somebody else as with any port that is looked up.
#[derive(Debug)]
pub struct ReservedPort {
    number: u16,
    _socket: Option<TcpSocket>,
}

impl ReservedPort {
    /// Reserves a port that is free on every IPv4 address.
    pub fn reserve() -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_reuseaddr(true).unwrap();
        socket.bind((Ipv4Addr::UNSPECIFIED, 0).into()).unwrap();
        let number = socket.local_addr().unwrap().port();
        Self {
            number,
            _socket: cfg!(target_os = "linux").then_some(socket),
        }
    }

    /// The port's number.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// The port on the loopback address 127.0.0.1.
    pub fn address(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.number).into()
    }
}

impl fmt::Display for ReservedPort {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(formatter)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::collections::HashSet;
    use std::io::{ErrorKind, Read as _};
    use std::net::{TcpListener, TcpStream};

    use super::*;

    /// Each takes a file descriptor, of which a process often may have 1024.
    const MANY: usize = 800;

    fn reserve_many(count: usize) -> Vec<ReservedPort> {
        (0..count).map(|_| ReservedPort::reserve()).collect()
    }

    fn numbers(ports: &[ReservedPort]) -> HashSet<u16> {
        ports.iter().map(ReservedPort::number).collect()
    }

    #[test]
    fn reservations_made_at_once_are_distinct() {
        let threads: Vec<_> = (0..MANY / 40)
            .map(|_| std::thread::spawn(|| reserve_many(40)))
            .collect();
        let threads = threads.into_iter();
        let reserved: Vec<_> = threads.flat_map(|one| one.join().unwrap()).collect();
        assert_eq!(numbers(&reserved).len(), MANY);
    }

    #[test]
    fn binding_to_any_port_never_gives_a_reserved_one() {
        let held = reserve_many(MANY);
        let reserved = numbers(&held);
        for _ in 0..4_000 {
            // `std` sets `SO_REUSEADDR` before it binds, as servers do.
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            assert!(!reserved.contains(&listener.local_addr().unwrap().port()));
            let plain = TcpSocket::new_v4().unwrap();
            plain.bind("127.0.0.1:0".parse().unwrap()).unwrap();
            assert!(!reserved.contains(&plain.local_addr().unwrap().port()));
        }
    }

    #[test]
    fn outgoing_connections_never_take_a_reserved_port() {
        let held = reserve_many(MANY);
        let reserved = numbers(&held);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        for _ in 0..4_000 {
            let near = TcpStream::connect(address).unwrap();
            assert!(!reserved.contains(&near.local_addr().unwrap().port()));
            listener.accept().unwrap();
        }
    }

    #[test]
    fn a_server_binds_its_reserved_port_again_and_again() {
        let port = ReservedPort::reserve();
        for _ in 0..3 {
            let listener = TcpListener::bind(port.address()).unwrap();
            let mut near = TcpStream::connect(port.address()).unwrap();
            // The server's side closes first, so its end of the connection stays in TIME_WAIT.
            drop(listener.accept().unwrap());
            assert_eq!(near.read(&mut [0]).unwrap(), 0);
            drop(near);
            drop(listener);
            let refused = TcpStream::connect(port.address()).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::ConnectionRefused);
        }
    }

    #[test]
    fn servers_on_several_addresses_share_a_reserved_port() {
        let port = ReservedPort::reserve();
        let listeners = (1..=4).map(|last| {
            let address = Ipv4Addr::new(127, 0, 0, last);
            TcpListener::bind((address, port.number())).unwrap()
        });
        assert_eq!(listeners.collect::<Vec<_>>().len(), 4);
    }

    #[test]
    fn a_port_is_free_again_when_its_reservation_is_dropped() {
        let port = ReservedPort::reserve();
        let address = port.address();
        let bind = || {
            let plain = TcpSocket::new_v4().unwrap();
            plain.bind(address)
        };
        assert_eq!(bind().unwrap_err().kind(), ErrorKind::AddrInUse);
        drop(port);
        bind().unwrap();
    }
}
