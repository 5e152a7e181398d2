//! How often somebody may try, within one process: a guard against floods. What must hold across
//! replicas and restarts is in [`crate::failures`].

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use platform::Fault;

use crate::fault::too_many_attempts;

/// The limits. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    by_address: Arc<DefaultKeyedRateLimiter<IpAddr>>,
    by_account: Arc<DefaultKeyedRateLimiter<String>>,
}

impl Limits {
    /// So many attempts within a minute.
    pub(crate) fn new(by_address: NonZeroU32, by_account: NonZeroU32) -> Self {
        Self {
            by_address: Arc::new(RateLimiter::keyed(Quota::per_minute(by_address))),
            by_account: Arc::new(RateLimiter::keyed(Quota::per_minute(by_account))),
        }
    }

    /// Counts an attempt from an address; one that is not known is not counted.
    pub(crate) fn count_address(&self, address: Option<IpAddr>) -> Result<(), Fault> {
        address.map_or(Ok(()), |address| count(&self.by_address, &whole(address)))
    }

    /// Counts an attempt on an account.
    pub(crate) fn count_account(&self, account: &str) -> Result<(), Fault> {
        count(&self.by_account, &account.to_owned())
    }

    /// Forgets those who have not tried for long.
    pub(crate) fn sweep(&self) {
        self.by_address.retain_recent();
        self.by_account.retain_recent();
    }
}

fn count<K: std::hash::Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
) -> Result<(), Fault> {
    limiter
        .check_key(key)
        .map_err(|until| too_many_attempts(until.wait_time_from(DefaultClock::default().now())))
}

/// What one person has: of IPv6 a whole network.
fn whole(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = address.to_bits() & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from_bits(network))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_let_in_so_often_and_no_more() {
        let three = NonZeroU32::new(3).unwrap();
        let limits = Limits::new(three, three);
        let count = |address: &str| limits.count_address(Some(address.parse().unwrap()));
        for _ in 0..3 {
            count("192.0.2.1").unwrap();
            count("2001:db8::1").unwrap();
        }
        assert_eq!(
            count("192.0.2.1").unwrap_err().reason(),
            "TOO_MANY_ATTEMPTS"
        );
        assert!(count("::ffff:192.0.2.1").is_err());
        assert!(count("2001:db8::2").is_err());
        count("192.0.2.2").unwrap();
        count("2001:db8:1::1").unwrap();
        limits.count_address(None).unwrap();
        limits.sweep();
        assert!(count("192.0.2.1").is_err());
    }
}
