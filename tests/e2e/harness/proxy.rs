//! A wire that can be cut: connections through it freeze, and new ones are taken and never served.

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A port that leads to another one as long as the wire is whole.
pub(crate) struct Proxy {
    port: u16,
    whole: watch::Sender<bool>,
}

impl Proxy {
    /// Opens a port that leads to `target`.
    pub(crate) async fn start(target: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (whole, state) = watch::channel(true);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, target, state.clone()));
            }
        });
        Self { port, whole }
    }

    /// Cuts the wire: nothing comes through, and nobody is told.
    pub(crate) fn cut(&self) {
        self.whole.send_replace(false);
    }

    /// Mends the wire for new connections; those that were cut stay dead.
    pub(crate) fn mend(&self) {
        self.whole.send_replace(true);
    }

    /// The way to a Redis at the other end.
    pub(crate) fn redis_url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }
}

async fn carry(mut near: TcpStream, target: u16, mut whole: watch::Receiver<bool>) {
    if *whole.borrow_and_update() {
        let Ok(mut far) = TcpStream::connect(("127.0.0.1", target)).await else {
            return;
        };
        tokio::select! {
            _ = copy_bidirectional(&mut near, &mut far) => return,
            _ = whole.changed() => {}
        }
    }
    // Held open in silence until the wire is whole again: that is what a cut looks like.
    let _ = whole.wait_for(|whole| *whole).await;
}
