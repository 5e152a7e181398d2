//! A suite that cannot start says so at once.

use crate::harness::{Kind, Suite};

#[tokio::test]
async fn a_process_that_exits_while_starting_is_told_with_its_log() {
    for (kind, process) in [(Kind::Split, "games"), (Kind::Embedded, "all")] {
        let settings = [("SHASHKI_MODES", "no-such-file.toml".to_owned())];
        let started = Suite::try_start_with(kind, &settings).await;
        let error = started.err().expect("without its modes it cannot start");
        let exited = format!("{process} has exited: exit status: 1");
        for part in [exited.as_str(), "no-such-file.toml"] {
            assert!(error.contains(part), "{error}");
        }
    }
}
