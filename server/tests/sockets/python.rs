//! The examples in Python play whole games against a real server.

use crate::client::{Client, Running};
use chuhe_protocol::{
    ChallengeEnd, ColorChoice, Event, GameId, LobbyMessage, LobbyRequest, PlayerId, PresenceChange,
    ServerMessage, TableMessage, TableRequest, Terms,
};
use chuhe_rules::{Color, GameMove};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Decodes and encodes every golden frame with the codec of the example.
const CHECK_GOLDEN_FRAMES: &str = r"
import sys
from chuhe import Player
lines = open(sys.argv[1], encoding='utf-8').read().splitlines()
for shown, frame in zip(lines[::2], lines[1::2]):
    codec = Player.requests if shown.startswith('Request') else Player.messages
    frame = bytes.fromhex(frame)
    assert codec.encode(codec.decode(frame)) == frame, shown
print(len(lines) // 2)
";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a package of the workspace").to_owned()
}

/// Runs Python in the folder of the example; `None` if there is no Python 3.10 or later.
fn python(arguments: &[&str]) -> Option<Output> {
    let run = |arguments: &[&str]| {
        let mut python = Command::new("python3");
        // -B: no compiled files in the repository
        python.current_dir(root().join("examples/python")).arg("-B").args(arguments);
        python.env("PYTHONIOENCODING", "utf-8").stdin(Stdio::null()).output()
    };
    let new_enough = run(&["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]);
    if !new_enough.is_ok_and(|output| output.status.success()) {
        // skipping must not go unnoticed
        let _ = writeln!(io::stderr(), "SKIPPED: there is no python3 of version 3.10 or later");
        return None;
    }
    Some(run(arguments).expect("python3 runs"))
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_plays_xiangqi_to_checkmate_and_to_a_ruling_and_luzhanqi_to_a_draw() {
    let server = Running::start(|_| ()).await;
    let port = server.address.port().to_string();
    let played = tokio::task::spawn_blocking(move || python(&["play.py", "127.0.0.1", &port]));
    if let Some(output) = played.await.expect("no panic") {
        let printed = text(&output);
        let lines: Vec<&str> = printed.lines().map(str::trim).collect();
        assert!(lines.contains(&"over: {'Won': {'winner': 'Red', 'reason': 'Checkmate'}}"), "{printed}");
        let ruling = "ruling on plies 1 to 9: {'Loss': {'loser': 'Red', 'offence': 'Check'}}";
        assert!(lines.contains(&ruling), "{printed}");
        assert!(lines.contains(&"over: {'Drawn': 'Agreement'}; 46 pieces are left"), "{printed}");
        assert_eq!(lines.last(), Some(&"done"));
    }
    server.stop().await;
}

/// Where Debian installs the engine, or the search path.
fn engine() -> Option<&'static str> {
    let candidates = ["/usr/games/fairy-stockfish", "fairy-stockfish"];
    let found = candidates.into_iter().find(|path| {
        let run = Command::new(path).stdin(Stdio::null()).stdout(Stdio::null()).status();
        run.is_ok_and(|status| status.success())
    });
    if found.is_none() {
        // skipping must not go unnoticed
        let _ = writeln!(io::stderr(), "SKIPPED: there is no fairy-stockfish");
    }
    found
}

/// Waits until a player is listed.
async fn listed(client: &mut Client, name: &str) -> PlayerId {
    let find = |message: ServerMessage| match message {
        ServerMessage::Lobby(LobbyMessage::Players { players, .. }) => {
            players.into_iter().find(|player| player.name.as_str() == name).map(|player| player.id)
        }
        ServerMessage::Lobby(LobbyMessage::Presence(changes)) => {
            changes.into_iter().find_map(|change| match change {
                PresenceChange::Here(player) if player.name.as_str() == name => Some(player.id),
                _ => None,
            })
        }
        _ => None,
    };
    client.until(find).await
}

/// Plays a move and waits for the opponent's.
async fn exchange(client: &mut Client, game: GameId, ply: u16, mv: &str) {
    let mv = GameMove::Xiangqi(mv.parse().expect("a move"));
    client.send(TableRequest::Play { ply, mv, premove: false }.at(game)).await;
    let is_answer = |event: &Event| matches!(event, Event::Played { by: Color::Black, .. });
    let answered = |message| match message {
        ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } => {
            events.iter().any(is_answer).then_some(())
        }
        _ => None,
    };
    client.until(answered).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_seats_an_engine_in_the_lobby() {
    let Some(engine) = engine() else { return };
    let server = Running::start(|_| ()).await;
    let mut bo = Client::connect(server.address).await;
    bo.join("Bo").await;
    let port = server.address.port().to_string();
    let seated = tokio::task::spawn_blocking(move || {
        let options = ["engine.py", "--name", "stockfish", "--movetime", "50", "--games", "1"];
        python(&[&options[..], &[engine, "127.0.0.1", &port]].concat())
    });
    // without Python the task ends at once
    tokio::select! {
        biased;
        () = async {
            let opponent = listed(&mut bo, "stockfish").await;
            let terms = Terms { color: ColorChoice::Red, ..Terms::default() };
            bo.send(LobbyRequest::Challenge { opponent, terms }).await;
            let game = bo
                .until(|message| match message {
                    ServerMessage::Lobby(LobbyMessage::ChallengeClosed { how: ChallengeEnd::Accepted(game), .. }) => Some(game),
                    _ => None,
                })
                .await;
            exchange(&mut bo, game, 0, "h2e2").await;
            exchange(&mut bo, game, 2, "h0g2").await;
            bo.send(TableRequest::Resign.at(game)).await;
            bo.send(TableRequest::Leave.at(game)).await;
            std::future::pending::<()>().await;
        } => {}
        ended = seated => {
            if let Some(output) = ended.expect("no panic") {
                let printed = text(&output);
                let won = "over after 4 plies: {'Won': {'winner': 'Black', 'reason': 'Resignation'}}";
                assert!(printed.contains(won), "{printed}");
                assert!(printed.ends_with("done\n"), "{printed}");
            }
        }
    }
    server.stop().await;
}

#[test]
fn the_example_decodes_and_encodes_every_golden_frame() {
    let golden = root().join("protocol/tests/golden.txt");
    let golden = golden.to_str().expect("a path in UTF-8");
    if let Some(output) = python(&["-c", CHECK_GOLDEN_FRAMES, golden]) {
        let frames: usize = text(&output).trim().parse().expect("a number");
        assert!(frames > 200, "only {frames} frames");
    }
}
