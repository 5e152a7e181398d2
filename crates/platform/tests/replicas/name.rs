//! A name that leads where a test says.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use platform::Channel;
use support::ReservedPort;

use crate::server::address;

/// A name.
#[derive(Clone)]
pub(crate) struct Name {
    addresses: Arc<Mutex<Vec<SocketAddr>>>,
    port: u16,
}

impl Name {
    pub(crate) fn new(port: &ReservedPort, numbers: &[u8]) -> Self {
        let name = Self {
            addresses: Arc::default(),
            port: port.number(),
        };
        name.lead_to(numbers);
        name
    }

    /// Leads to these replicas from now on.
    pub(crate) fn lead_to(&self, numbers: &[u8]) {
        let addresses = numbers.iter().map(|number| address(*number, self.port));
        *self.addresses.lock().unwrap() = addresses.collect();
    }

    /// A channel to wherever it leads; to nobody, it cannot be resolved.
    pub(crate) fn channel(&self) -> Channel {
        let addresses = Arc::clone(&self.addresses);
        let resolve = move || {
            let found = addresses.lock().unwrap().clone();
            std::future::ready(match found.is_empty() {
                true => Err(std::io::Error::other("no such name")),
                false => Ok(found),
            })
        };
        Channel::with_resolver("http://replicas:80", resolve).unwrap()
    }
}
