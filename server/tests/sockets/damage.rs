//! A server with damaged data serves everything else, and says what is lost.

use crate::client::Running;
use crate::ops::get;
use crate::restart::{Player, begin};
use chuhe_protocol::{ClientMessage, GameId, ServerMessage};
use chuhe_rules::GameMove;
use chuhe_server::shell::server::Data;
use rusqlite::Connection;
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
    mover.client.send(ClientMessage::Play { game, ply, mv, premove: false }).await;
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
        third.client.send(ClientMessage::ListGames { before: None }).await;
        third.client.until(|message| matches!(message, ServerMessage::Games { .. }).then_some(())).await;
        server.stop().await;
    }
}
