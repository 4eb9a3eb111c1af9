//! What must hold between the parts: after each step for the one that changed,
//! and when all is quiet for all of them.

use super::system::System;
use super::truth::{GameTruth, Standing};
use super::weather::Weather;
use chuhe_client::core::link::Status;
use chuhe_client::core::table::{Record, Table, Viewpoint};
use chuhe_protocol::{Event, GameId, Seq, ServerMessage};
use chuhe_rules::{Color, Outcome, PerColor};
use chuhe_server::core::{ConnectionId, TokenHash};

/// A clock that runs shows more than is left by at most this much, beside the
/// time for which what it was set by was on its way.
const CLOCK_SLACK_MS: u64 = 50;

impl System {
    /// What leaves for a client is committed.
    pub(super) fn check_told(&mut self, to: ConnectionId, message: &ServerMessage) {
        match message {
            ServerMessage::Events { game, first, events } => {
                let truth = self.truth.games.get(game).expect("a game that is told of has begun");
                let first = usize::try_from(*first).expect("few");
                let last = first + events.len();
                assert!(last <= truth.entries.len(), "events are told that are not kept");
                for (told, kept) in events.iter().zip(&truth.entries[first..]) {
                    assert!(is_same(told, &kept.event), "told {told:?}, kept {:?}", kept.event);
                }
                if self.watched.get(&to) == Some(game) {
                    assert!(
                        last <= truth.public(self.weather.watch_delay_plies),
                        "a watcher is told too early"
                    );
                }
            }
            ServerMessage::Snapshot { game, next, .. } => {
                let truth = self.truth.games.get(game).expect("a game that is told of has begun");
                let next = usize::try_from(*next).expect("few");
                let watches = self.watched.get(&to) == Some(game);
                let most =
                    if watches { truth.public(self.weather.watch_delay_plies) } else { truth.entries.len() };
                assert!(next <= most, "events are told that are not kept, or too early");
            }
            ServerMessage::Watching { game, .. } => {
                self.watched.insert(to, *game);
            }
            ServerMessage::WatchEnded { .. } => {
                self.watched.remove(&to);
            }
            ServerMessage::Joined { token, registered, player, .. } => {
                let kept = self.truth.tokens.contains(&TokenHash::of(*token).0);
                assert!(kept, "a token is told that is not kept");
                assert!(!registered || self.truth.registered.contains(player), "a password is not kept");
            }
            ServerMessage::SignedOutEverywhere { token } => {
                assert!(self.truth.tokens.contains(&TokenHash::of(*token).0), "a token is not kept");
            }
            ServerMessage::Record { game, first, events, .. } => {
                let truth = self.truth.games.get(game).expect("a game that is told of has begun");
                assert!(truth.is_over(), "a game is recorded that runs");
                let first = usize::try_from(*first).expect("few");
                let kept = truth.entries[first..].iter().map(|entry| &entry.event);
                assert!(events.iter().eq(kept.take(events.len())), "a record is not what was kept");
            }
            ServerMessage::Games { games, .. } => {
                for listed in games {
                    assert_eq!(self.truth.games[&listed.game].outcome(), Some(listed.outcome));
                }
            }
            ServerMessage::ChallengeOpened(open) => {
                assert!(self.truth.challenges.contains(&open.id), "a challenge is not kept");
            }
            ServerMessage::Players { .. }
            | ServerMessage::Presence(_)
            | ServerMessage::ChallengeClosed { .. }
            | ServerMessage::Tick { .. }
            | ServerMessage::Chat { .. }
            | ServerMessage::Refused { .. }
            | ServerMessage::Pong { .. }
            | ServerMessage::ShuttingDown
            | ServerMessage::Closing { .. }
            | ServerMessage::Registered
            | ServerMessage::Watchers { .. }
            | ServerMessage::Paused
            | ServerMessage::Unpaused => {}
        }
    }

    /// What a program knows of a game is a beginning of what is kept of it.
    pub(super) fn check_user(&mut self, number: usize) {
        let user = &mut self.users[number];
        let Some(table) = user.app.as_ref().and_then(|app| app.table()) else { return };
        let record = table.record();
        let known = Some((record.id(), record.next()));
        if std::mem::replace(&mut user.checked, known) == known || table.is_loading() {
            return;
        }
        let truth = self.truth.games.get(&record.id()).expect("a game that is known of has begun");
        assert_eq!(&standing(record), truth.standing(record.next()), "what P{number} knows of the game");
    }

    /// All is quiet: everyone knows all.
    pub(super) fn check_all(&mut self) {
        self.truth.check_store(&mut self.disk);
        self.server.as_ref().expect("it is quiet").hub.audit();
        for (number, user) in self.users.iter().enumerate() {
            let app = user.app.as_ref().expect("everyone's program runs");
            assert_eq!(app.link().status(), Status::Joined, "P{number}");
            let session = app.session().expect("he has joined");
            assert!(self.truth.players.contains_key(&session.me()), "P{number} is not kept");
            let seats = |game: &&GameId| self.seat_in(**game, number).is_some();
            let board = self.truth.boards.iter().find(seats).copied();
            let table = app.table().filter(|table| matches!(table.viewpoint(), Viewpoint::Player(_)));
            // a board that stands no longer may stay on the screen
            let stands = |table: &&Table| board.is_some() || !table.record().is_over();
            let table = table.filter(|table| !table.is_forgotten()).filter(stands);
            assert_eq!(table.map(|table| table.record().id()), board, "the board of P{number}");
            if let Some(table) = table {
                self.check_table(table, &self.truth.games[&table.record().id()]);
            }
        }
        self.check_games();
    }

    /// The colour of a user at a board that he has not left.
    fn seat_in(&self, game: GameId, number: usize) -> Option<Color> {
        let me = self.users[number].app.as_ref()?.session()?.me();
        let truth = self.truth.games.get(&game)?;
        let left = truth.last().left;
        truth.color_of(me).filter(|&color| !left[color])
    }

    fn check_table(&self, table: &Table, truth: &GameTruth) {
        let record = table.record();
        let all = Seq::try_from(truth.entries.len()).expect("few");
        assert_eq!(record.next(), all, "all events are known");
        assert_eq!(&standing(record), truth.last());
        let waits = record.turn() == Some(table.me()) && !table.is_my_turn();
        assert!(!waits, "a move is on its way for ever");
        let shown = record.clocks(self.now);
        for color in Color::ALL {
            let left_ms = truth.left_ms(color, self.now);
            let Some(shown_ms) = shown.sides[color].game_ms else {
                assert_eq!(left_ms, None);
                continue;
            };
            let left_ms = left_ms.expect("a clock is shown that is none");
            let more_ms = shown_ms.checked_sub(left_ms).expect("a clock shows less than is left");
            let runs = shown.running == Some(color) && !record.is_over();
            let Weather { wire, commit, late, .. } = self.weather;
            let most = if runs { wire.1 + commit.1 + late.1 + CLOCK_SLACK_MS } else { 0 };
            assert!(more_ms <= most, "a clock shows {more_ms} ms more than is left");
        }
    }

    /// A game that is over is in the lists of its players.
    fn check_games(&self) {
        for (&id, game) in &self.truth.games {
            let worth = match game.outcome() {
                None => continue,
                Some(Outcome::Aborted(_)) => game.last().ply >= 2,
                Some(Outcome::Won { .. } | Outcome::Drawn(_)) => true,
            };
            for color in Color::ALL {
                let listed = self.truth.listed.contains(&(game.players[color], id));
                assert_eq!(listed, worth, "game {id} in the list of player {}", game.players[color]);
            }
        }
    }
}

/// How a program knows a game to stand.
fn standing(record: &Record) -> Standing {
    Standing {
        ply: record.ply(),
        position: record.xiangqi().position().clone(),
        outcome: record.outcome(),
        offers: PerColor::from_fn(|by| record.standing(by).collect()),
        left: PerColor::from_fn(|color| record.has_left(color)),
    }
}

/// Whether an event is told as it is kept. How long an absence is to be waited
/// for is told as of now.
fn is_same(told: &Event, kept: &Event) -> bool {
    match (told, kept) {
        (Event::WentAway { color: told, .. }, Event::WentAway { color: kept, .. }) => told == kept,
        (told, kept) => told == kept,
    }
}
