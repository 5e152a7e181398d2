//! What an operator writes to say where Redis is.

use ::redis::{
    Client, ConnectionAddr, ConnectionInfo, IntoConnectionInfo, ProtocolVersion, RedisError,
};

/// The nodes of `redis://[user:password@]host[:port][,host[:port]...][/database]`: what stands
/// around the hosts holds for each of them.
pub(super) fn nodes(url: &str) -> Result<Vec<ConnectionInfo>, RedisError> {
    let parts = ["redis://", "rediss://"].into_iter().find_map(|scheme| {
        let rest = url.strip_prefix(scheme)?;
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let (user, hosts) = authority.split_at(authority.rfind('@').map_or(0, |at| at + 1));
        Some((scheme, user, hosts, path))
    });
    match parts {
        Some((scheme, user, hosts, path)) => hosts
            .split(',')
            .map(|host| info(&format!("{scheme}{user}{host}{path}")))
            .collect(),
        // Another form, such as that of a socket in the file system, names one.
        None => Ok(vec![info(url)?]),
    }
}

/// RESP3, in which a connection reports its own loss.
fn info(url: &str) -> Result<ConnectionInfo, RedisError> {
    let info = url.into_connection_info()?;
    let settings = info.redis_settings().clone();
    Ok(info.set_redis_settings(settings.set_protocol(ProtocolVersion::RESP3)))
}

/// A client of another node of the same cluster.
pub(super) fn sibling(of: &ConnectionInfo, host: String, port: u16) -> Result<Client, RedisError> {
    let address = match of.addr() {
        ConnectionAddr::TcpTls {
            insecure,
            tls_params,
            ..
        } => ConnectionAddr::TcpTls {
            host,
            port,
            insecure: *insecure,
            tls_params: tls_params.clone(),
        },
        _ => ConnectionAddr::Tcp(host, port),
    };
    Client::open(of.clone().set_addr(address))
}

#[cfg(test)]
mod tests {
    use super::nodes;

    fn addresses(url: &str) -> Vec<String> {
        let nodes = nodes(url).expect("an address");
        nodes.iter().map(|node| node.addr().to_string()).collect()
    }

    #[test]
    fn one_or_several_hosts() {
        assert_eq!(addresses("redis://a"), ["a:6379"]);
        assert_eq!(addresses("redis://a:1,b,c:3"), ["a:1", "b:6379", "c:3"]);
        assert_eq!(addresses("redis://[::1]:1,b:2/"), ["::1:1", "b:2"]);
        assert_eq!(addresses("redis+unix:///run/a,b.sock"), ["/run/a,b.sock"]);
    }

    #[test]
    fn what_stands_around_the_hosts_holds_for_each() {
        for node in nodes("redis://ann:a,b@one:1,two:2/3").expect("addresses") {
            assert_eq!(node.redis_settings().username(), Some("ann"));
            assert_eq!(node.redis_settings().password(), Some("a,b"));
            assert_eq!(node.redis_settings().db(), 3);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for url in ["", "redis://", "http://a", "redis://a,,b", "redis://a:port"] {
            assert!(nodes(url).is_err(), "{url}");
        }
    }
}
