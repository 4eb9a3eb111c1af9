//! Backups while games are played, and what is restored from them.

use crate::client::Running;
use crate::long_game::long_game;
use crate::program::{end, listening, program};
use crate::restart::{Player, begin};
use chuhe_hub::{Hub, HubConfig};
use chuhe_protocol::{Event, GameId, TableRequest};
use chuhe_rules::GameMove;
use chuhe_server::shell::server::Data;
use chuhe_server::store::Sqlite;
use chuhe_store::{entries, restore};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Output};
use std::sync::LazyLock;

/// The moves of a game that no rule ends.
static MOVES: LazyLock<Vec<String>> = LazyLock::new(|| long_game(&[], 1_000));

fn back_up(data: &Path, to: &Path) -> Output {
    let command = ["backup".as_ref(), to.as_os_str(), "--data".as_ref(), data.as_os_str()];
    program(&[]).args(command).output().expect("the program starts")
}

/// Plays one move; returns once the mover has received it, which means that it is stored.
async fn play(pair: &mut [Player; 2], n: usize) {
    let mover = &mut pair[n % 2];
    let (game, ply) = (mover.game.expect("a running game"), u16::try_from(n).expect("the count is small"));
    let mv = GameMove::Xiangqi(MOVES[n].parse().expect("a move"));
    mover.client.send(TableRequest::Play { ply, mv, premove: false }.at(game)).await;
    for player in pair {
        while player.plies() == ply {
            player.until(player.events.len() + 1).await;
        }
    }
}

/// Restores a backup; every game replays, and has at least the `acknowledged` events.
fn check_restored(backup: &Path, acknowledged: &BTreeMap<GameId, Vec<Event>>) {
    let folder = tempfile::tempdir().expect("a directory");
    fs::copy(backup, folder.path().join("chuhe.db")).expect("the backup is copied back");
    let mut store = Sqlite::open(folder.path()).expect("the backup is a database");
    let restored = restore(&mut store).expect("it can be read");
    assert_eq!(restored.games.len(), acknowledged.len());
    for (game, events) in acknowledged {
        let stored = entries(&mut store, *game, 0, events.len()).expect("the journal is whole");
        let stored: Vec<Event> = stored.iter().filter_map(|entry| entry.event.public().cloned()).collect();
        assert_eq!(stored, *events, "game {game}");
    }
    let now = restored.latest();
    let (_, set_aside) = Hub::restore(HubConfig::seeded([1; 32]), now, restored);
    assert_eq!(set_aside, [], "every game replays");
}

#[tokio::test]
async fn backup_under_play_has_all_that_was_acknowledged_before_it() {
    let folder = tempfile::tempdir().expect("a directory");
    let data = folder.path().join("data");
    let args = ["--listen", "127.0.0.1:0", "--data", data.to_str().expect("text")];
    let (child, address) = listening(&args);
    let address: SocketAddr = address.parse().expect("an address");
    let mut pairs = Vec::new();
    for names in [["Bo", "An"], ["Cy", "Di"], ["Ed", "Fa"]] {
        let mut pair = [Player::join(address, names[0]).await, Player::join(address, names[1]).await];
        let [red, black] = &mut pair;
        begin(red, black).await;
        pairs.push(pair);
    }
    let (mut n, mut backups) = (0, Vec::new());
    for round in 0..3 {
        let acknowledged: BTreeMap<GameId, Vec<Event>> =
            pairs.iter().map(|pair| (pair[0].game.expect("a game"), pair[0].events.clone())).collect();
        let to = folder.path().join(format!("backup-{round}.db"));
        let (from, file) = (data.clone(), to.clone());
        let backup = tokio::task::spawn_blocking(move || back_up(&from, &file));
        while !backup.is_finished() || n < 8 * (round + 1) {
            for pair in &mut pairs {
                play(pair, n).await;
            }
            n += 1;
        }
        let output = backup.await.expect("no panic");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        backups.push((to, acknowledged));
    }
    assert!(!back_up(&data, &backups[0].0).status.success(), "a file is not overwritten");
    assert_eq!(end(child, "-TERM").0, Some(0));
    let stopped = folder.path().join("stopped.db");
    assert!(back_up(&data, &stopped).status.success());
    let all = pairs.iter().map(|pair| (pair[0].game.expect("a game"), pair[0].events.clone())).collect();
    backups.push((stopped, all));
    for (backup, acknowledged) in &backups {
        check_restored(backup, acknowledged);
    }
    let left = fs::read_dir(folder.path()).expect("a directory").count();
    assert_eq!(left, 1 + backups.len(), "no unfinished backup is left");
}

#[tokio::test]
async fn control_socket_is_private_and_goes_with_the_server() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a directory");
    let socket = folder.path().join("chuhe.sock");
    // a killed server leaves its socket
    drop(std::os::unix::net::UnixListener::bind(&socket).expect("a socket"));
    let data = Data::Directory(folder.path().to_owned());
    let server = Running::start(|config| config.data = data).await;
    let mode = fs::metadata(&socket).expect("a socket").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    server.stop().await;
    assert!(!socket.exists());
}

#[tokio::test]
async fn wrong_requests_are_answered_and_a_lost_client_ends_its_backup() {
    use chuhe_server::shell::operate::control::{ControlClient, ControlRequest, ControlResponse};
    use std::io::{BufRead, BufReader, Write};
    let folder = tempfile::tempdir().expect("a directory");
    let data = folder.path().to_owned();
    let server = Running::start(|config| config.data = Data::Directory(data.clone())).await;
    let talking = tokio::task::spawn_blocking(move || {
        for line in [&b"{}\n"[..], b"\"fly\"\n", &[b'x'; 20_000]] {
            let stream = std::os::unix::net::UnixStream::connect(data.join("chuhe.sock")).expect("a socket");
            (&stream).write_all(line).expect("the server reads");
            let mut answer = String::new();
            BufReader::new(stream).read_line(&mut answer).expect("an answer");
            assert!(answer.starts_with("{\"failed\":{\"why\":"), "{answer}");
        }
        let connect = || ControlClient::connect(&data).expect("a socket").expect("a server");
        let begin =
            |client: &mut ControlClient| client.request(&ControlRequest::BeginBackup).expect("an answer");
        let mut first = connect();
        assert!(matches!(begin(&mut first), ControlResponse::BackupBegun { bytes: 1.. }));
        assert!(matches!(begin(&mut connect()), ControlResponse::Failed { .. }), "one at a time");
        drop(first);
        let mut second = connect();
        while !matches!(begin(&mut second), ControlResponse::BackupBegun { .. }) {
            std::thread::yield_now();
        }
        assert_eq!(second.request(&ControlRequest::EndBackup).expect("an answer"), ControlResponse::Done);
    });
    talking.await.expect("no panic");
    server.stop().await;
}

/// Starts a server whose data is in `data`.
fn started(data: &Path) -> Child {
    listening(&["--listen", "127.0.0.1:0", "--data", data.to_str().expect("text")]).0
}

fn names(folder: &Path) -> BTreeSet<String> {
    let files = fs::read_dir(folder).expect("a directory").map(|file| file.expect("a file").file_name());
    files.map(|name| name.into_string().expect("text")).collect()
}

#[test]
fn backup_changes_no_other_file_whether_it_is_refused_or_succeeds() {
    use chuhe_server::shell::operate::control::{ControlClient, ControlRequest};
    let folder = tempfile::tempdir().expect("a directory");
    let (data, to) = (folder.path().join("data"), folder.path().join("backup.db"));
    let own = folder.path().join("backup.db.partial");
    fs::write(&own, "mine").expect("a file");
    let before = names(folder.path());
    let child = started(&data);
    let mut other = ControlClient::connect(&data).expect("a socket").expect("a server");
    other.request(&ControlRequest::BeginBackup).expect("an answer");
    let refused = back_up(&data, &to);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("another backup is being made"), "{refused:?}");
    assert_eq!(names(folder.path()), &before | &BTreeSet::from(["data".to_owned()]));
    other.request(&ControlRequest::EndBackup).expect("an answer");
    assert!(back_up(&data, &to).status.success());
    assert_eq!(end(child, "-TERM").0, Some(0));
    let made = ["backup.db".to_owned(), "data".to_owned()];
    assert_eq!(names(folder.path()), &before | &BTreeSet::from(made));
    assert_eq!(fs::read(&own).expect("the file"), b"mine");
}

#[test]
fn long_log_ends_a_backup() {
    use std::io::{BufRead, BufReader, Write};
    let folder = tempfile::tempdir().expect("a directory");
    let child = started(folder.path());
    let stream = std::os::unix::net::UnixStream::connect(folder.path().join("chuhe.sock")).expect("a socket");
    let mut answers = BufReader::new(&stream).lines().map(|line| line.expect("an answer"));
    (&stream).write_all(b"\"begin_backup\"\n").expect("the server reads");
    assert!(answers.next().expect("an answer").starts_with("{\"backup_begun\""));
    let log = OpenOptions::new().write(true).open(folder.path().join("chuhe.db-wal")).expect("the log");
    // SQLite ignores what it has not written
    log.set_len((32 << 20) + 1).expect("a file with a hole");
    let ended = answers.next().expect("an answer");
    assert!(ended.contains("too much was stored during the backup"), "{ended}");
    assert_eq!(end(child, "-TERM").0, Some(0));
}

#[test]
fn data_whose_path_is_too_long_for_a_socket_is_backed_up_without_a_server() {
    let folder = tempfile::tempdir().expect("a directory");
    let data = folder.path().join("d".repeat(120));
    let to = folder.path().join("backup.db");
    let child = started(&data);
    let refused = back_up(&data, &to);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("another server uses the data"), "{refused:?}");
    assert_eq!(end(child, "-TERM").0, Some(0));
    let output = back_up(&data, &to);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
