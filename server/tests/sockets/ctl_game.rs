//! `chuhe-server ctl game`, through the real socket, and what is left of it after a kill.

use crate::client::Client;
use crate::ctl::{asked, ctl};
use crate::ctl_account::{leave, register, start};
use crate::games::play_to_mate;
use crate::program::{end, kill_once_logged, program};
use chuhe_protocol::{GameId, LobbyMessage, PlayerId, PresenceChange, ServerMessage, ShownRating, Terms};
use chuhe_rules::clock::TimeControl;
use std::path::Path;

fn rated() -> Terms {
    let time = TimeControl { game_ms: 900_000, ..TimeControl::UNTIMED };
    Terms { rated: true, challenger_time: time, opponent_time: time, ..Terms::default() }
}

/// Why a game is not annulled.
fn refused(data: &Path, game: u64) -> String {
    let (code, _, error) = ctl(data, &["game", "annul", &game.to_string()]);
    assert_eq!(code, Some(1), "{error}");
    error
}

/// Waits until a player is listed with ratings for which `is_wanted` holds.
async fn listed(client: &mut Client, player: PlayerId, is_wanted: impl Fn(&[ShownRating]) -> bool) {
    let is_wanted = |change: &PresenceChange| matches!(change, PresenceChange::Here(here) if here.id == player && is_wanted(&here.ratings));
    client
        .until(|message| match message {
            ServerMessage::Lobby(LobbyMessage::Presence(changes)) => {
                changes.iter().any(is_wanted).then_some(())
            }
            _ => None,
        })
        .await;
}

#[tokio::test]
async fn a_game_counts_as_the_operator_says_until_it_is_restored() {
    let data = tempfile::tempdir().expect("a directory");
    let (child, address) = start(data.path(), &[]);
    let mut clients = [Client::connect(address).await, Client::connect(address).await];
    for (client, name) in clients.iter_mut().zip(["Bo", "An"]) {
        client.join(name).await;
        register(client).await;
    }
    let [bo, an] = &mut clients;
    let mut games = Vec::new();
    for terms in [rated(), rated(), Terms::default()] {
        let game = play_to_mate(bo, an, terms).await;
        leave(bo, game).await;
        leave(an, game).await;
        games.push(game);
    }
    let [first, second, unrated] = games[..] else { panic!("{games:?}") };
    let mut cy = Client::connect(address).await;
    cy.join("Cy").await;
    let both = data.path();
    let annul =
        |GameId(game): GameId| asked(both, &["game", "annul", &game.to_string(), "--reason", "for fun"]);
    assert_eq!(annul(first), "");
    listed(&mut cy, bo.player, |ratings| ratings.iter().any(|shown| shown.rating == 1662)).await;
    kill_once_logged(child, vec!["chuhe_server::audit", "Annul", "for fun"]);

    let (child, _) = start(data.path(), &[]);
    assert!(refused(both, first.0).contains("was corrected so already: \"for fun\""));
    assert!(refused(both, unrated.0).contains("is not rated"));
    assert!(refused(both, 999_999).contains("there is no game 999999"));
    assert_eq!(annul(second), "");
    let agreement = asked(both, &["game", "agreement", &first.0.to_string()]);
    assert!(agreement.contains("Bo (red): 0 moves could be judged"), "{agreement}");
    let (_, _, unknown) = ctl(both, &["game", "agreement", "999999"]);
    assert!(unknown.contains("there is no game 999999"), "{unknown}");
    let (first, second) = (first.0.to_string(), second.0.to_string());
    assert_eq!(asked(both, &["game", "correct", &first, "draw", "--reason", "misjudged"]), "");
    assert!(
        ctl(both, &["game", "correct", &first, "nobody"]).2.contains("possible values: red, black, draw")
    );
    assert_eq!(asked(both, &["game", "restore", &second]), "");
    assert!(ctl(both, &["game", "restore", &second]).2.contains("counts as it was played already"));
    assert_eq!(asked(both, &["game", "annul", &second]), "");
    end(child, "-TERM");
    let output = program(&[]).args(["ratings", "recompute", "--check", "--data"]).arg(both).output();
    let output = output.expect("the program starts");
    let report = String::from_utf8(output.stdout).expect("text");
    let counts = "1 rated games, 1 annulled; 2 players with 2 standings";
    assert_eq!(report, format!("{counts}; 0 standings and 0 games of the log differ\n"));
    assert_eq!(output.status.code(), Some(0));
}
