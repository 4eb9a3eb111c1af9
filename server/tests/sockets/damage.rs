//! A server with damaged data serves everything else, and says what is lost.

use crate::client::{Client, Running};
use crate::ops::{get, metric};
use crate::program::{end, listening};
use crate::restart::{Player, begin};
use chuhe_protocol::{
    AccountMessage, AccountRequest, ArchiveMessage, ArchiveRequest, DoorMessage, DoorRequest, Event, GameId,
    Password, Refusal, ServerMessage, TableMessage, TableRequest, ValidTerms,
};
use chuhe_rules::{Game, GameMove};
use chuhe_server::shell::server::Data;
use chuhe_server::store::{Sqlite, accept_loss, verify};
use chuhe_store::{Durability, Store as _, Write};
use rusqlite::Connection;
use std::fs::{self, OpenOptions};
use std::net::SocketAddr;
#[cfg(unix)]
use std::os::unix::fs::FileExt as _;
use std::path::Path;

/// Damages the last row of the append buffer that begins with an event of `game`.
fn damage_last_event(data: &Path, game: GameId) {
    let database = Connection::open(data.join("chuhe.db")).expect("a database");
    let sql = "SELECT id, value FROM arrivals WHERE substr(value, 1, 8) = ?1 ORDER BY id DESC LIMIT 1";
    let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?));
    let (id, mut value) =
        database.query_row(sql, [game.0.to_le_bytes().as_slice()], row).expect("the game has a row");
    *value.last_mut().expect("a value") ^= 0xff;
    let sql = "UPDATE arrivals SET value = ?1 WHERE id = ?2";
    assert_eq!(database.execute(sql, (value, id)), Ok(1));
}

async fn play(mover: &mut Player, other: &mut Player, ply: u16, text: &str) {
    let (game, mv) = (mover.game.expect("a game"), GameMove::Xiangqi(text.parse().expect("a move")));
    mover.client.send(TableRequest::Play { ply, mv, premove: false }.at(game)).await;
    for player in [mover, other] {
        while player.plies() == ply {
            player.until(player.events.len() + 1).await;
        }
    }
}

#[tokio::test]
async fn damaged_event_sets_its_game_aside_and_the_other_game_continues() {
    let folder = tempfile::tempdir().expect("a directory");
    let data = folder.path();
    let start = async || {
        Running::start(|config| {
            config.data = Data::Directory(data.to_owned());
            config.ops = Some(([127, 0, 0, 1], 0).into());
        })
        .await
    };
    let server = start().await;
    let [mut bo, mut an] =
        [Player::join(server.address, "Bo").await, Player::join(server.address, "An").await];
    let [mut cy, mut di] =
        [Player::join(server.address, "Cy").await, Player::join(server.address, "Di").await];
    begin(&mut bo, &mut an).await;
    begin(&mut cy, &mut di).await;
    play(&mut bo, &mut an, 0, "b2c2").await;
    play(&mut cy, &mut di, 0, "b2c2").await;
    let ops = server.ops.expect("an address for operators");
    assert_eq!(get(ops, "/readyz").await, (200, "ok\n".to_owned()));
    server.stop().await;
    let damaged = bo.game.expect("a game");
    damage_last_event(data, damaged);

    // the repair is kept: the second start finds the game set aside
    for round in 0..2_u16 {
        let server = start().await;
        let (status, text) = get(server.ops.expect("an address for operators"), "/readyz").await;
        assert_eq!(status, 200);
        assert!(text.starts_with("ok\ndamaged: "), "{text}");
        assert!(text.contains(&format!("game {damaged}: ")) && text.contains("chuhe-server check"), "{text}");
        assert_eq!(text.contains("damaged-"), round == 0, "the files are named once: {text}");
        assert!(!text.contains(&cy.game.expect("a game").to_string()), "{text}");
        for player in [&mut cy, &mut di] {
            player.resume(server.address).await;
        }
        let (mover, other, mv) =
            if round == 0 { (&mut di, &mut cy, "b7c7") } else { (&mut cy, &mut di, "c2b2") };
        play(mover, other, 1 + round, mv).await;
        let mut third = Player::join(server.address, ["Ed", "Fa"][usize::from(round)]).await;
        third.client.send(ArchiveRequest::ListGames { before: None }).await;
        third
            .client
            .until(|message| {
                matches!(message, ServerMessage::Archive(ArchiveMessage::Games { .. })).then_some(())
            })
            .await;
        server.stop().await;
    }
}

async fn start_on(data: &Path) -> Running {
    let data = Data::Directory(data.to_owned());
    Running::start(|config| {
        config.data = data;
        config.ops = Some(([127, 0, 0, 1], 0).into());
    })
    .await
}

/// Plays moves in the game of two players.
async fn play_moves(red: &mut Player, black: &mut Player, moves: std::ops::Range<u16>) {
    for ply in moves {
        let (mover, other) = if ply % 2 == 0 { (&mut *red, &mut *black) } else { (&mut *black, &mut *red) };
        let mv = a_move(&mover.events);
        play(mover, other, ply, &mv).await;
    }
}

/// A legal move after these events: another one each time, so that no position repeats often.
fn a_move(events: &[Event]) -> String {
    let Some(Event::Started(start)) = events.first() else { panic!("the game has begun") };
    let mut board = ValidTerms::parse_under(start.rules, start.terms.clone()).expect("terms").new_game();
    for event in events {
        if let Event::Played { by, mv, .. } = event {
            board.play(*by, *mv).expect("a legal move");
        }
    }
    let Game::Xiangqi(game) = &board else { panic!("the players play xiangqi") };
    let moves = game.position().legal_moves();
    moves[(board.ply() * 7 + 3) % moves.len()].to_string()
}

/// Overwrites the last page of a table with zeros.
fn zero_last_page(data: &Path, table: &str) {
    let path = data.join("chuhe.db");
    let database = Connection::open(&path).expect("a database");
    let sql = "SELECT pageno FROM dbstat WHERE name = ?1 AND pagetype = 'leaf' ORDER BY path DESC LIMIT 1";
    let page: u32 = database.query_row(sql, [table], |row| row.get(0)).expect("the table has a page");
    let bytes: u32 = database.pragma_query_value(None, "page_size", |row| row.get(0)).expect("a number");
    drop(database);
    let file = OpenOptions::new().write(true).open(path).expect("the database");
    let zeros = vec![0; usize::try_from(bytes).expect("a short page")];
    file.write_all_at(&zeros, u64::from(page - 1) * u64::from(bytes)).expect("it can be written");
}

/// Comes back and reads until the server has answered a ping; returns what it says.
async fn said_to(player: &mut Player, address: SocketAddr) -> Vec<ServerMessage> {
    player.resume(address).await;
    player.client.send(DoorRequest::Ping { nonce: 1, round_trip_ms: None }).await;
    let mut said = Vec::new();
    player
        .client
        .until(|message| {
            let is_answer = matches!(message, ServerMessage::Door(DoorMessage::Pong { .. }));
            said.push(message);
            is_answer.then_some(())
        })
        .await;
    said
}

/// Plays this many moves of a game on a server, and stops it.
async fn played(folder: &Path, plies: u16) -> [Player; 2] {
    let server = start_on(folder).await;
    let [mut red, mut black] =
        [Player::join(server.address, "Bo").await, Player::join(server.address, "An").await];
    begin(&mut red, &mut black).await;
    play_moves(&mut red, &mut black, 0..plies).await;
    server.stop().await;
    [red, black]
}

fn is_set_aside(said: &[ServerMessage], game: GameId) -> bool {
    said.contains(&TableMessage::SetAside.at(game))
}

#[tokio::test]
async fn game_that_may_lack_its_last_moves_is_set_aside_and_its_players_are_told() {
    let folder = tempfile::tempdir().expect("a directory");
    let [mut red, mut black] = played(folder.path(), 60).await;
    zero_last_page(folder.path(), "arrivals");
    let game = red.game.expect("a game");
    let server = start_on(folder.path()).await;
    let ops = server.ops.expect("an address for operators");
    let (_, report) = get(ops, "/readyz").await;
    assert!(report.contains(&format!("game {game}: events from number")), "{report}");
    assert!(metric(ops, "chuhe_damage{found=\"start\"}").await > 0.0);
    for player in [&mut red, &mut black] {
        assert!(is_set_aside(&said_to(player, server.address).await, game));
    }
    server.stop().await;
    let verdict = verify(folder.path(), &mut |_, _| {}).expect("it can be verified");
    assert!(verdict.set_aside.iter().any(|problem| problem.to_string().contains(&game.to_string())));
}

#[tokio::test]
async fn game_whose_events_are_whole_goes_on_although_the_table_of_games_is_lost() {
    let folder = tempfile::tempdir().expect("a directory");
    let [mut red, mut black] = played(folder.path(), 4).await;
    zero_last_page(folder.path(), "games");
    let server = start_on(folder.path()).await;
    red.resume(server.address).await;
    black.resume(server.address).await;
    play_moves(&mut red, &mut black, 4..8).await;
    server.stop().await;
}

/// Joins and asks to register; returns the answer.
async fn register(address: SocketAddr, name: &str) -> ServerMessage {
    let mut client = Client::connect(address).await;
    let joined = client.join(name).await;
    if !matches!(joined, ServerMessage::Door(DoorMessage::Joined { .. })) {
        return joined;
    }
    client.send(AccountRequest::Register { password: Password("correct horse".into()) }).await;
    let is_answer = |message: &ServerMessage| {
        matches!(message, ServerMessage::Account(AccountMessage::Registered) | ServerMessage::Refused { .. })
    };
    client.until(|message| is_answer(&message).then_some(message)).await
}

#[tokio::test]
async fn lost_page_of_players_frees_no_name_until_the_operator_gives_it_up() {
    let folder = tempfile::tempdir().expect("a directory");
    let server = start_on(folder.path()).await;
    assert_eq!(register(server.address, "Bo").await, ServerMessage::Account(AccountMessage::Registered));
    server.stop().await;
    zero_last_page(folder.path(), "players");
    // whoever joins under the name of the lost player is a guest
    for name in ["Bo", "Cy"] {
        let server = start_on(folder.path()).await;
        let answer = register(server.address, name).await;
        assert!(matches!(answer, ServerMessage::Refused { reason: Refusal::RegistryFull, .. }), "{answer:?}");
        let (_, report) = get(server.ops.expect("an address for operators"), "/readyz").await;
        assert!(report.contains("accept-loss"), "{report}");
        server.stop().await;
    }
    let lost = accept_loss(folder.path(), true).expect("whole data");
    assert!(lost.iter().any(|problem| problem.to_string().starts_with("table players: ")), "{lost:?}");
    assert_eq!(accept_loss(folder.path(), false).expect("whole data"), lost, "a dry run changes nothing");
    let server = start_on(folder.path()).await;
    assert_eq!(register(server.address, "Di").await, ServerMessage::Account(AccountMessage::Registered));
    assert_eq!(get(server.ops.expect("an address"), "/readyz").await.1, "ok\n");
    server.stop().await;
}

#[tokio::test]
async fn log_that_was_removed_or_cut_is_noticed_by_the_mark() {
    for cut in [0, 20_000] {
        let folder = tempfile::tempdir().expect("a directory");
        let data = folder.path().to_str().expect("text");
        let (child, address) = listening(&["--listen", "127.0.0.1:0", "--data", data]);
        let address = address.parse().expect("an address");
        let (mut red, mut black) = (Player::join(address, "Bo").await, Player::join(address, "An").await);
        begin(&mut red, &mut black).await;
        play_moves(&mut red, &mut black, 0..20).await;
        assert_eq!(end(child, "-KILL").0, None);
        let log = folder.path().join("chuhe.db-wal");
        if cut == 0 {
            fs::remove_file(&log).expect("a log");
        } else {
            OpenOptions::new().write(true).open(&log).and_then(|log| log.set_len(cut)).expect("a log");
        }
        let checked = verify(folder.path(), &mut |_, _| {}).expect("it can be verified");
        let named = |text: &str| text.contains("the last commits are missing");
        assert!(checked.problems.iter().any(|problem| named(&problem.to_string())), "{:?}", checked.problems);
        let server = start_on(folder.path()).await;
        let (_, report) = get(server.ops.expect("an address for operators"), "/readyz").await;
        assert!(named(&report), "{report}");
        let answer = register(server.address, "Cy").await;
        assert!(
            matches!(answer, ServerMessage::Refused { .. }),
            "a lost player may have the name: {answer:?}"
        );
        server.stop().await;
    }
}

#[tokio::test]
async fn damage_that_would_end_the_server_at_its_first_write_is_repaired_at_the_start() {
    for (at, value) in [(36, 7), (38, 0xff), (52, 1), (55, 9)] {
        let folder = tempfile::tempdir().expect("a directory");
        let server = start_on(folder.path()).await;
        let (mut red, mut black) =
            (Player::join(server.address, "Bo").await, Player::join(server.address, "An").await);
        begin(&mut red, &mut black).await;
        play_moves(&mut red, &mut black, 0..4).await;
        server.stop().await;
        let file = OpenOptions::new().write(true).open(folder.path().join("chuhe.db")).expect("a database");
        file.write_all_at(&[value], at).expect("it can be written");
        drop(file);
        let checked = verify(folder.path(), &mut |_, _| {}).expect("it can be verified");
        assert_eq!(checked.problems.len(), 1, "byte {at}: {:?}", checked.problems);
        let server = start_on(folder.path()).await;
        let (_, report) = get(server.ops.expect("an address for operators"), "/readyz").await;
        assert!(report.contains("the file is damaged") && report.contains("damaged-"), "byte {at}: {report}");
        red.resume(server.address).await;
        black.resume(server.address).await;
        play_moves(&mut red, &mut black, 4..8).await;
        server.stop().await;
    }
}

#[test]
fn every_refusal_to_open_says_what_to_do() {
    let refused = |name: &str, bytes: &[u8]| {
        let folder = tempfile::tempdir().expect("a directory");
        fs::write(folder.path().join(name), bytes).expect("room");
        let data = folder.path().to_str().expect("text");
        let output = crate::program::program(&["--listen", "127.0.0.1:0", "--data", data]).output();
        let output = output.expect("the program runs");
        let log = String::from_utf8(output.stderr).expect("text");
        assert!(!output.status.success() && log.contains("\nwhat to do: "), "{name}: {log}");
        log
    };
    assert!(refused("chuhe.db", b"").contains("the file is empty"));
    assert!(refused("chuhe.db", b"not a database").contains("no SQLite database"));
    assert!(refused("chuhe.db-wal", b"x").contains("without its database"));
    assert!(refused("chuhe.db.mark", b"x").contains("the database is missing"));
    let folder = tempfile::tempdir().expect("a directory");
    let mut store = Sqlite::open(folder.path()).expect("a store");
    let append = Write::Append { journal: 1, n: 0, value: b"a".to_vec() };
    store.commit(&[append], Durability::Process).expect("room");
    drop(store);
    let other = tempfile::tempdir().expect("a directory");
    drop(Sqlite::open(other.path()).expect("a store"));
    fs::rename(other.path().join("chuhe.db"), folder.path().join("chuhe.db")).expect("room");
    let data = folder.path().to_str().expect("text");
    let output = crate::program::program(&["--listen", "127.0.0.1:0", "--data", data]).output();
    let log = String::from_utf8(output.expect("the program runs").stderr).expect("text");
    assert!(log.contains("not the data that was written here last") && log.contains("what to do: "), "{log}");
}
