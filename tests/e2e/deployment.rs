//! What a deployment in containers stands on: `shashki setup`, `shashki health`, URLs in files.

use std::path::Path;
use std::process::{Command, Output};

use crate::harness::{Kind, Suite};

fn shashki(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_shashki"))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join("secrets").join(file)).unwrap()
}

#[test]
fn passwords_are_made_once_and_each_reader_gets_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let make = || shashki(folder, &["setup", "passwords", "--into", "secrets"]);
    let made = make();
    assert!(made.status.success(), "{made:?}");
    // Nothing that was made is seen by who watches.
    assert_eq!((&made.stdout[..], &made.stderr[..]), (&b""[..], &b""[..]));

    let [redis, postgres, grafana] =
        ["redis", "postgres", "grafana"].map(|of| read(folder, &format!("{of}/password")));
    assert!(redis != postgres && postgres != grafana && grafana != redis);
    for password in [&redis, &postgres, &grafana] {
        assert_eq!(password.len(), 40);
        assert!(password.chars().all(|sign| sign.is_ascii_alphanumeric()));
    }
    let url = format!("redis://:{redis}@redis:6379");
    assert_eq!(read(folder, "redis/url"), url);
    let line = format!("requirepass {redis}\n");
    assert_eq!(read(folder, "redis/redis.conf"), line);
    let url = format!("postgres://shashki:{postgres}@postgres:5432/shashki");
    assert_eq!(read(folder, "postgres/url"), url);

    // What was lost is made again; what is there stays.
    std::fs::remove_file(folder.join("secrets/grafana/password")).unwrap();
    assert!(make().status.success());
    assert_eq!(read(folder, "redis/password"), redis);
    assert_eq!(read(folder, "postgres/password"), postgres);
    assert_ne!(read(folder, "grafana/password"), grafana);
}

#[tokio::test]
async fn tokens_are_kept_while_they_are_good() {
    let suite = Suite::start(Kind::Embedded).await;
    let folder = suite.folder();
    let make = || suite.operator("setup tokens", &["--into", "secrets"]);
    let callers = ["players", "games", "matchmaking", "gateway"];
    let each = |what: &str| callers.map(|name| format!("{name}: {what}")).join("\n");
    let token = |name: &str| read(folder, &format!("{name}/token"));

    assert_eq!(make(), each("a new token"));
    let before = callers.map(token);
    assert_eq!(make(), each("the token is kept"));
    assert_eq!(callers.map(token), before);

    // One that may do other things than it should, and one of which half the life is over.
    let other = suite.mint(&["--name", "gateway", "--days", "30"], &[]);
    std::fs::write(folder.join("secrets/gateway/token"), other).unwrap();
    std::fs::write(folder.join("secrets/games/token"), "").unwrap();
    let made = make();
    let anew: Vec<_> = made.lines().filter(|line| line.contains("new")).collect();
    assert_eq!(anew, ["games: a new token", "gateway: a new token"]);

    suite.operator("keys revoke", &[]);
    assert_eq!(make(), each("a new token"));
}

#[tokio::test]
async fn health_tells_who_is_ready_and_why_not() {
    let mut suite = Suite::start(Kind::Split).await;
    let games = format!("http://127.0.0.1:{}", suite.grpc_port());
    let gateway = format!("http://127.0.0.1:{}", suite.one_port());
    let service = ["--service", "shashki.games.v1.GamesService"];
    let ask = |words: &[&str]| {
        let words: Vec<_> = ["health"].iter().chain(words).copied().collect();
        let answer = shashki(Path::new("."), &words);
        let said = String::from_utf8(answer.stderr).unwrap();
        (answer.status.success(), said)
    };
    let nothing = (true, String::new());
    assert_eq!(ask(&[&games]), nothing);
    assert_eq!(ask(&[&games, service[0], service[1]]), nothing);
    assert_eq!(ask(&[&gateway]), nothing);
    let (well, said) = ask(&[&games, "--service", "shashki.shop.v1.ShopService"]);
    assert!(!well && said.contains("does not answer"), "{said}");

    suite.kill_one("rules");
    // Both notice within a second.
    for without_rules in [&games, &gateway] {
        let said = loop {
            let (well, said) = ask(&[without_rules]);
            if !well {
                break said;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        };
        assert!(said.contains("is not ready"), "{said}");
    }

    suite.kill_one("games");
    let (well, said) = ask(&[&games]);
    assert!(!well && said.contains("does not answer"), "{said}");
    suite.kill_one("gateway");
    let (well, said) = ask(&[&gateway]);
    assert!(!well && said.contains(&gateway), "{said}");
}

#[test]
fn a_url_in_a_file_is_as_good_and_only_one_may_be_given() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("url"), "sqlite:records.db\n").unwrap();
    let token = |words: &[&str]| {
        let words: Vec<_> = ["token", "--name", "test"]
            .iter()
            .chain(words)
            .copied()
            .collect();
        shashki(folder, &words)
    };
    let made = token(&["--database-file", "url"]);
    assert!(made.status.success(), "{made:?}");
    assert!(folder.join("records.db").exists());

    let said = |output: Output| String::from_utf8(output.stderr).unwrap();
    let missing = said(token(&["--database-file", "nowhere"]));
    assert!(missing.contains("the URL in nowhere"), "{missing}");
    let both = ["--database", "sqlite:records.db", "--database-file", "url"];
    let both = said(token(&both));
    assert!(both.contains("cannot be used with"), "{both}");
}
