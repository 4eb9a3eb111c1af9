//! Real servers and raw clients with a faulty relay between them.
//!
//! The relay cuts a connection before, within and after a message, goes silent in one
//! direction, or passes one byte at a time. In every case both players must hold the same
//! events at the end, and each move must count once. No test sleeps: the relay reports what
//! it has received, and where silence matters the test moves the clock.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks for one message and passes over the rest")]

mod player;
mod relay;

use crate::client::{Client, Running};
use chuhe_protocol::{
    CloseReason, ColorChoice, DoorMessage, DoorRequest, Event, Refusal, ServerMessage, TableRequest, Terms,
    limits,
};
use chuhe_rules::{Color, Game, GameMove, Outcome, WinReason};
use futures_util::FutureExt as _;
use player::Player;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use relay::{Cut, Relay};
use std::sync::mpsc;
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;

/// How the connection fails around a move.
#[derive(Clone, Copy, Debug)]
enum Failure {
    /// The move does not reach the server.
    Unsent,
    /// Only the beginning of its frame reaches the server.
    TornUp,
    /// The server receives the move, and its answer is lost.
    Unanswered,
    /// Only the beginning of the answer arrives.
    TornDown,
    /// As [`Failure::Unanswered`], and the answer to the first resume is lost too.
    ResumeLost,
    /// The answer is delayed, and the mover resumes while the old connection is still open.
    Superseded,
    /// The opponent does not receive the move.
    UnheardByOther,
}

const FAILURES: [Failure; 7] = [
    Failure::Unsent,
    Failure::TornUp,
    Failure::Unanswered,
    Failure::TornDown,
    Failure::ResumeLost,
    Failure::Superseded,
    Failure::UnheardByOther,
];
/// Enough plies for each failure, side and way to cut to occur more than once.
const PLIES: usize = 42;
/// Bytes of a torn frame that pass: its length and a little more.
const TORN: u64 = 5;
/// Writes are not split.
const WHOLE: usize = usize::MAX;

/// A server, a relay before it, and two players in a game.
struct Table {
    server: Running,
    relay: Relay,
    /// Red, then black.
    players: [Player; 2],
}

impl Table {
    async fn new(piece: usize) -> Self {
        let server = Running::start(|_| {}).await;
        let mut relay = Relay::before(server.address, piece).await;
        let mut red = Player::join(&mut relay, "Bo").await;
        let mut black = Player::join(&mut relay, "An").await;
        let terms = Terms { color: ColorChoice::Red, ..Terms::default() };
        red.begin_game(&mut black, terms).await;
        Self { server, relay, players: [red, black] }
    }

    /// A table at which this many moves were played.
    async fn after(plies: usize) -> Self {
        let mut table = Self::new(WHOLE).await;
        let mut moves = Moves::new();
        for ply in 0..plies {
            let mv = moves.next(&table.players[ply % 2].board());
            table.players[ply % 2].play(ply, mv).await;
            table.sync(ply + 1).await;
        }
        table
    }

    /// Waits until both players received everything; checks that their events are equal and
    /// hold this many moves.
    async fn sync(&mut self, plies: usize) {
        let [red, black] = &mut self.players;
        // the second round delivers the effects of the first one
        for _ in 0..2 {
            red.sync().await;
            black.sync().await;
        }
        assert_eq!(red.events, black.events);
        let is_move = |event: &&Event| matches!(event, Event::Played { .. });
        assert_eq!(red.events.iter().filter(is_move).count(), plies, "every move counts once");
    }

    /// Cuts one player's connection and waits until the other is notified.
    async fn cut(&mut self, who: usize, how: Cut) {
        self.players[who].cut(how).await;
        let gone = COLORS[who];
        self.players[1 - who].until(|event| is_away(event, gone)).await;
    }

    async fn resume(&mut self, who: usize) {
        self.players[who].resume(&mut self.relay).await;
    }

    /// Checks that a client that resumes without events receives all events of the players.
    async fn end(mut self) {
        let known = self.players[0].events.clone();
        let red = &mut self.players[0];
        red.events.clear();
        red.resume(&mut self.relay).await;
        red.sync().await;
        assert_eq!(red.events, known);
        self.server.stop().await;
    }
}

const COLORS: [Color; 2] = [Color::Red, Color::Black];

fn is_away(event: &Event, who: Color) -> bool {
    matches!(event, Event::WentAway { color, .. } if *color == who)
}

/// Random legal moves from a fixed seed.
struct Moves(ChaCha8Rng);

impl Moves {
    fn new() -> Self {
        Self(ChaCha8Rng::seed_from_u64(7))
    }

    fn next(&mut self, board: &Game) -> GameMove {
        let Game::Xiangqi(board) = board else { panic!("they play xiangqi") };
        let moves = board.position().legal_moves();
        GameMove::Xiangqi(moves[self.0.next_u32() as usize % moves.len()])
    }
}

async fn a_game_with_a_failure_at_each_ply(piece: usize) {
    let mut table = Table::new(piece).await;
    let mut moves = Moves::new();
    for ply in 0..PLIES {
        let failure = FAILURES[ply % FAILURES.len()];
        let how = if (ply / FAILURES.len()).is_multiple_of(2) { Cut::Fin } else { Cut::Rst };
        let mv = moves.next(&table.players[ply % 2].board());
        fail(&mut table, ply, mv, failure, how).await;
        table.sync(ply + 1).await;
    }
    assert!(table.players.iter().all(|player| player.refusals.is_empty()));
    table.end().await;
}

/// Plays a move while the connection fails, and again after it is back.
async fn fail(table: &mut Table, ply: usize, mv: GameMove, failure: Failure, how: Cut) {
    let (mover, other) = (ply % 2, 1 - ply % 2);
    let player = &mut table.players[mover];
    match failure {
        Failure::Unsent => player.link().up.hold(),
        Failure::TornUp => player.link().up.hold_after(TORN),
        Failure::TornDown => player.link().down.hold_after(TORN),
        Failure::Unanswered | Failure::ResumeLost | Failure::Superseded => player.link().down.hold(),
        Failure::UnheardByOther => table.players[other].link().down.hold(),
    }
    let player = &mut table.players[mover];
    player.play(ply, mv).await;
    match failure {
        Failure::Unsent => player.link().up.holds(1).await,
        Failure::TornUp => player.link().up.is_at_its_limit().await,
        Failure::TornDown => player.link().down.is_at_its_limit().await,
        Failure::Unanswered | Failure::ResumeLost | Failure::Superseded => player.link().down.holds(1).await,
        Failure::UnheardByOther => {
            table.players[other].link().down.holds(1).await;
            table.cut(other, how).await;
            table.resume(other).await;
            return;
        }
    }
    match failure {
        Failure::Superseded => table.resume(mover).await,
        Failure::ResumeLost => {
            table.cut(mover, how).await;
            table.players[mover].resume_unanswered(&mut table.relay).await;
            table.cut(mover, how).await;
            table.resume(mover).await;
        }
        _ => {
            table.cut(mover, how).await;
            table.resume(mover).await;
        }
    }
    table.players[mover].play(ply, mv).await;
}

#[tokio::test]
async fn a_cut_at_each_ply_loses_nothing() {
    a_game_with_a_failure_at_each_ply(WHOLE).await;
}

#[tokio::test]
async fn a_cut_at_each_ply_loses_nothing_with_writes_of_one_byte() {
    a_game_with_a_failure_at_each_ply(1).await;
}

#[tokio::test]
async fn crossing_requests_count_in_the_order_of_their_arrival() {
    let mut table = Table::after(2).await;
    let game = table.players[0].game();
    let mv = Moves::new().next(&table.players[0].board());
    for player in &mut table.players {
        player.link().up.hold();
    }
    let [red, black] = &mut table.players;
    red.play(2, mv).await;
    red.link().up.holds(1).await;
    black.send(TableRequest::Resign.at(game)).await;
    black.link().up.release();
    black.until(|event| matches!(event, Event::Ended { .. })).await;
    red.link().up.release();
    table.sync(2).await;
    let Some(Event::Ended { outcome, .. }) = table.players[0].events.last() else { panic!("it is over") };
    assert_eq!(*outcome, Outcome::won(Color::Red, WinReason::Resignation));
    assert_eq!(table.players[0].refusals, [Refusal::GameOver]);
    table.end().await;
}

/// A stopped clock that only the test moves.
struct Frozen {
    /// While a blocking thread waits for this to be dropped, the runtime does not advance the clock.
    _hold: mpsc::Sender<()>,
}

impl Frozen {
    /// Restarts the clock when a test hangs, so that its timeouts fire.
    const TIMEOUT: Duration = Duration::from_secs(30);

    fn now() -> Self {
        let (hold, held) = mpsc::channel();
        tokio::task::spawn_blocking(move || {
            let _ = held.recv_timeout(Self::TIMEOUT);
        });
        tokio::time::pause();
        Self { _hold: hold }
    }

    /// The steps of the clock: with a step above a second, the server takes its process for stopped.
    const STEP_MS: u64 = 500;

    /// Advances the clock until silence counts as a lost connection. All players but `silent` ping.
    async fn pass_silence(&self, table: &mut Table, silent: usize) {
        for _ in 0..limits::SILENCE_MS / Self::STEP_MS {
            tokio::time::advance(Duration::from_millis(Self::STEP_MS)).await;
            table.players[1 - silent].sync().await;
        }
    }

    fn thaw(self) {
        tokio::time::resume();
    }
}

#[tokio::test]
async fn a_client_that_receives_nothing_resumes_without_an_absence() {
    let mut table = Table::after(2).await;
    let mv = Moves::new().next(&table.players[0].board());
    let clock = Frozen::now();
    let red = &mut table.players[0];
    red.link().down.hold();
    red.play(2, mv).await;
    // the opponent receives the move at once, the mover soon
    table.players[1].until(|event| matches!(event, Event::Played { .. })).await;
    tokio::time::advance(Duration::from_millis(100)).await;
    table.players[0].link().down.holds(1).await;
    for nonce in 0..limits::SILENCE_MS / Frozen::STEP_MS {
        tokio::time::advance(Duration::from_millis(Frozen::STEP_MS)).await;
        let nonce = u32::try_from(nonce).expect("the count is small");
        table.players[0].send(DoorRequest::Ping { nonce, round_trip_ms: None }).await;
        table.players[1].sync().await;
    }
    let red = &mut table.players[0];
    assert!(red.client().receive().now_or_never().is_none(), "nothing arrives");
    let (mut old, link) = red.resume(&mut table.relay).await.expect("the connection is open");
    table.players[0].play(2, mv).await;
    table.sync(3).await;
    let told = &table.players[1].events;
    assert!(!told.iter().any(|event| is_away(event, Color::Red)), "{told:?}");
    link.down.release();
    let superseded = ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Superseded });
    assert_eq!(old.read_to_end().await, Some(superseded));
    clock.thaw();
    table.end().await;
}

#[tokio::test]
async fn a_client_whose_requests_are_lost_is_closed_and_its_move_counts_after_it_resumes() {
    let mut table = Table::after(2).await;
    let mv = Moves::new().next(&table.players[0].board());
    let clock = Frozen::now();
    let red = &mut table.players[0];
    red.link().up.hold();
    red.play(2, mv).await;
    clock.pass_silence(&mut table, 0).await;
    let silent = ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Silent });
    assert_eq!(table.players[0].drain().await, Some(silent));
    assert!(table.players[1].events.iter().any(|event| is_away(event, Color::Red)));
    table.resume(0).await;
    table.players[0].play(2, mv).await;
    table.sync(3).await;
    clock.thaw();
    table.end().await;
}

#[tokio::test]
async fn a_client_that_vanishes_silently_is_away_after_the_timeout() {
    let mut table = Table::after(2).await;
    let clock = Frozen::now();
    let black = &mut table.players[1];
    black.link().up.hold();
    black.link().down.hold();
    black.vanish();
    table.players[0].sync().await;
    assert!(
        !table.players[0].events.iter().any(|event| is_away(event, Color::Black)),
        "the silence has just begun"
    );
    clock.pass_silence(&mut table, 1).await;
    assert!(table.players[0].events.iter().any(|event| is_away(event, Color::Black)));
    table.resume(1).await;
    table.sync(2).await;
    clock.thaw();
    table.end().await;
}

#[tokio::test]
async fn a_client_that_closes_its_sending_side_is_away() {
    let mut table = Table::after(2).await;
    let red = &mut table.players[0];
    red.client().writer.get_mut().shutdown().await.expect("the connection is open");
    assert_eq!(red.drain().await, None, "the server ends it too");
    table.players[1].until(|event| is_away(event, Color::Red)).await;
    table.resume(0).await;
    table.sync(2).await;
    table.end().await;
}

#[tokio::test]
async fn a_client_with_a_partial_greeting_is_closed() {
    let server = Running::start(|_| {}).await;
    let mut relay = Relay::before(server.address, WHOLE).await;
    let clock = Frozen::now();
    let mut slow = Client::connect(relay.address).await;
    let mut link = relay.next().await;
    link.up.hold_after(TORN);
    slow.send_bytes(&chuhe_protocol::greeting::Hello::current().encode()).await;
    link.up.is_at_its_limit().await;
    // a later client gets an answer, so the slow one was accepted and its deadline is running
    Client::connect(server.address).await.join("Bo").await;
    // the runtime's timers are rounded up to the next millisecond
    tokio::time::advance(Duration::from_millis(limits::GREETING_MS + 1)).await;
    assert_eq!(slow.next_bytes().await, None);
    clock.thaw();
    server.stop().await;
}
